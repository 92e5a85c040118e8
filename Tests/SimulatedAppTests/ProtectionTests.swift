import Testing

@testable import SimulatedApp

@Suite("Protected data")
struct ProtectionTests {
  private let data = Array("The quarterly figures are secret.".utf8)

  @Test("Encrypted data hides what it holds, tells its owner and opens again")
  func encrypted() throws {
    let sealed = try #require(ProtectedData(data, owner: "ana@contoso.com", encrypting: true))
    #expect(!AppHost.holds(sealed.bytes, Array("quarterly".utf8)))
    let read = try #require(ProtectedData(reading: sealed.bytes))
    #expect(read.owner == "ana@contoso.com" && read.isEncrypted)
    #expect(read.opened == data)
  }

  @Test("Data of an unmanaged user is plain behind its header")
  func plain() throws {
    let kept = try #require(ProtectedData(data, owner: "eve@fabrikam.com", encrypting: false))
    #expect(AppHost.holds(kept.bytes, data))
    #expect(ProtectedData(reading: kept.bytes)?.opened == data)
  }

  @Test("A single changed bit of encrypted data is noticed, wherever it is")
  func damaged() throws {
    let sealed = try #require(ProtectedData(data, owner: "", encrypting: true)).bytes
    for index in 7..<sealed.count {
      var bytes = sealed
      bytes[index] ^= 1
      #expect(ProtectedData(reading: bytes)?.opened == nil)
    }
  }

  @Test("Empty data can be protected")
  func empty() throws {
    let sealed = try #require(ProtectedData([], owner: "", encrypting: true))
    #expect(ProtectedData(reading: sealed.bytes)?.opened == [])
  }

  @Test("Other data is not taken for protected data", arguments: ["", "MAM1", "just a text"])
  func foreign(text: String) {
    let data = ProtectedData(reading: Array(text.utf8))
    #expect(data == nil)
  }

  @Test(
    "Base64 is that of RFC 4648",
    arguments: zip(["f", "fo", "foo", "foob"], ["Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]))
  func base64(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == Array(encoded.utf8))
    #expect(Base64.decode(Array(encoded.utf8)) == Array(text.utf8))
    #expect(Base64.decode(Array("Zg=".utf8)) == nil)
    #expect(Base64.decode(Array("Z g=".utf8)) == nil)
  }
}
