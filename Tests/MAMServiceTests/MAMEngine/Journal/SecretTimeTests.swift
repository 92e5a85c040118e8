import JSONText
import Testing
import VirtualTime

@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

/// Whoever sends secrets and strings that are made for it does not hold up the service.
@Suite struct SecretTimeTests {
  /// So many secrets that end in eight times the letter a.
  private func secrets(_ count: Int, _ tail: String = "aaaaaaaa") -> SecretTexts {
    var secrets = SecretTexts(capacity: 64)
    for number in 0..<count { secrets.insertOne("\(number)-\(tail)") }
    return secrets
  }

  private func places(of secrets: SecretTexts, in text: String) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var text = text
    text.withUTF8 { secrets.find(in: $0, &places) }
    return places
  }

  @Test(arguments: [(40, 8), (32, 8), (32, 4000), (1, 4000)])
  func `the time grows with the text`(_ count: Int, _ length: Int) {
    let secrets = secrets(count, String(repeating: "a", count: length))
    func time(_ size: Int) -> Duration {
      let text = String(repeating: "a", count: size)
      return processorTime { _ = places(of: secrets, in: text) }
    }
    _ = time(1000)
    let (small, large) = (time(100_000), time(200_000))
    // It was minutes; the sanitizers make this slow.
    #expect(large < .seconds(30))
    #expect(large < small * 3 + .milliseconds(50))
  }

  @Test func `a secret is found whatever its ending costs`() {
    // Past the budget the whole word is hidden, and in front of it as much as the longest secret.
    let secrets = secrets(32, "b " + String(repeating: "a", count: 3000))
    let long = String(repeating: "a", count: 3000)
    let text = String(repeating: "a", count: 5000) + " and 7-b " + long + " end"
    let end = text.utf8.count - 4
    let places = places(of: secrets, in: text)
    #expect(places.contains { $0.lowerBound <= 5005 && $0.upperBound == end })
    #expect(places.allSatisfy { $0.upperBound <= end })
  }

  @Test(arguments: [true, false])
  func `the time of bodies that are no JSON grows with their number and their length`(isNoise: Bool)
  {
    func time(_ count: Int, _ size: Int) -> Duration {
      var (bytes, noise) = ([UInt8](), 1 as UInt32)
      while bytes.count < size {
        noise = noise &* 1_664_525 &+ 1_013_904_223
        bytes += isNoise ? [UInt8(noise >> 24)] : Array("password=secret&token=abc ".utf8)
      }
      return processorTime {
        for _ in 0..<count {
          var redaction = Redaction()
          _ = redaction.body(bytes)
        }
      }
    }
    _ = time(1, 10_000)
    let small = time(10, 20_000)
    #expect(time(10, 100_000) < small * 8 + .milliseconds(50))
    // A hundred bodies took ten seconds.
    #expect(time(100, 20_000) < small * 17 + .milliseconds(50))
  }

  @Test func `many tokens of one body are shown in time`() throws {
    let service = try LoneWorld()
    var members = JSONObject()
    for number in 0..<40 { members["token\(number)"] = .string("\(number)-aaaaaaaa") }
    members["x"] = .string(String(repeating: "a", count: 100_000))
    service.send(ServiceRequest(.locate, body: .object(members)))
    let time = processorTime { #expect(service.entries().count == 1) }
    #expect(time < .seconds(5))
  }
}
