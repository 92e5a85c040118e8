import Testing

@testable import SimulatedApp

@Suite("Protected data")
struct ProtectionTests {
  private let data = Array("The quarterly figures are secret.".utf8)

  @Test
  func `encrypted data hides what it holds, tells its owner and opens again`() throws {
    let sealed = try #require(ProtectedData(data, owner: "ana@contoso.com", encrypting: true))
    #expect(!DataProtectionManager.holds(sealed.bytes, Array("quarterly".utf8)))
    let read = try #require(ProtectedData(reading: sealed.bytes))
    #expect(read.owner == "ana@contoso.com" && read.isEncrypted)
    #expect(read.opened == data)
  }

  @Test
  func `data of an unmanaged user is plain behind its header`() throws {
    let kept = try #require(ProtectedData(data, owner: "eve@fabrikam.com", encrypting: false))
    #expect(DataProtectionManager.holds(kept.bytes, data))
    #expect(ProtectedData(reading: kept.bytes)?.opened == data)
  }

  @Test
  func `a single changed bit of encrypted data is noticed, wherever it is`() throws {
    let sealed = try #require(ProtectedData(data, owner: "", encrypting: true)).bytes
    for index in 7..<sealed.count {
      var bytes = sealed
      bytes[index] ^= 1
      #expect(ProtectedData(reading: bytes)?.opened == nil)
    }
  }

  @Test
  func `empty data can be protected`() throws {
    let sealed = try #require(ProtectedData([], owner: "", encrypting: true))
    #expect(ProtectedData(reading: sealed.bytes)?.opened == [])
  }

  @Test(arguments: ["", "MAM1", "just a text"])
  func `other data is not taken for protected data`(text: String) {
    let data = ProtectedData(reading: Array(text.utf8))
    #expect(data == nil)
  }

  @Test(arguments: zip(["f", "fo", "foo", "foob"], ["Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]))
  func `Base64 is that of RFC 4648`(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == Array(encoded.utf8))
    #expect(Base64.decode(Array(encoded.utf8)) == Array(text.utf8))
    #expect(Base64.decode(Array("Zg=".utf8)) == nil)
    #expect(Base64.decode(Array("Z g=".utf8)) == nil)
  }
}
