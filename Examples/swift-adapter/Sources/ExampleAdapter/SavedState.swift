import Foundation

/// What the SDK remembers: it survives a kill, because every change is written as a whole file before it is seen.
struct SavedState: Codable {
  struct Account: Codable {
    var identity: String
    var retryAt: Int64
  }

  struct Hosts: Codable {
    var enrollment: String, policy: String, authority: String
  }

  struct Enrollment: Codable {
    var identity: String
    var id: String
    var hosts: Hosts
    /// The policy as JSON text; nil without one.
    var policy: String?
    var policyVersion: String?
    var checkInAt: Int64
  }

  /// An unenrollment that is under way.
  struct Departure: Codable {
    var identity: String
    var id: String
    var hosts: Hosts
    var reason: String
    var wipes: Bool
    var wipeID: String?
  }

  var accounts: [Account] = []
  var enrollment: Enrollment?
  var departure: Departure?
  /// Refresh tokens by folded identity.
  var tokens: [String: String] = [:]

  init() {}

  init(at path: String) {
    let data = FileManager.default.contents(atPath: path)
    self = data.flatMap { try? JSONDecoder().decode(SavedState.self, from: $0) } ?? SavedState()
  }

  func save(at path: String) {
    guard let data = try? JSONEncoder().encode(self) else { return }
    try? data.write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
