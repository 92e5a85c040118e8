import JSONText
import VirtualTime

@testable import MAMEngine
@testable import MAMGraph
@testable import MAMWire

/// Query options are read or refused in words, and mean the same however they are put.
///
/// An input that begins with `/` is path and query of a GET as they stand in a request line. Any other is a
/// condition, which is put to several collections as `$filter`.
enum FiltersTarget {
  private static let collections = [
    "/v1.0/deviceAppManagement/iosManagedAppProtections", "/v1.0/users",
    "/beta/deviceAppManagement/managedAppPolicies", "/v1.0/deviceManagement/managedDevices",
  ]

  static func run(_ input: [UInt8]) throws(Finding) {
    let text = String(decoding: input, as: UTF8.self)
    guard text.utf8.first != UInt8(ascii: "/") else {
      let one = get(text)
      try check(one)
      try Finding.unless(get(text) == one, "the same question has another answer")
      try checkPages(of: one)
      return
    }
    for collection in collections { try checkCondition(text, collection) }
  }

  private static func checkCondition(_ text: String, _ collection: String) throws(Finding) {
    func ask(_ condition: String) -> GraphResponse {
      get("\(collection)?$filter=\(PercentEncoding.encoded(condition, keeping: ""))")
    }
    let response = ask(text)
    try check(response)
    guard response.status == 200 else { return }
    let names = keys(response)
    for (same, what) in [
      ("(\(text))", "in parentheses"), ("(\(text)) or (\(text))", "or itself"),
      ("(\(text)) and (\(text))", "and itself"), ("not (not (\(text)))", "denied twice"),
    ] {
      let other = ask(same)
      // A condition of twice the size may be refused for its size.
      guard other.status == 200 else { continue }
      try Finding.unless(keys(other) == names, "the condition \(what) is another one")
    }
    let opposite = ask("not (\(text))")
    if opposite.status == 200 {
      try Finding.unless(
        Set(keys(opposite)).isDisjoint(with: names), "a condition and its opposite both hold")
    }
  }

  /// The pages of a collection hold what the collection holds.
  private static func checkPages(of first: GraphResponse) throws(Finding) {
    var response = first
    for _ in 0..<8 {
      guard let link = response.body?["@odata.nextLink"]?.string else { return }
      try Finding.unless(link.hasPrefix(origin), "a link to the next page leads elsewhere: \(link)")
      response = get(String(link.dropFirst(origin.count)))
      try check(response)
      try Finding.unless(response.status == 200, "a link to the next page is refused: \(link)")
    }
  }

  private static func keys(_ response: GraphResponse) -> [String] {
    response.body?["value"]?.array?.map { $0["id"]?.string ?? "?" } ?? []
  }

  private static func check(_ response: GraphResponse) throws(Finding) {
    try Finding.unless(
      [200, 204, 302, 400, 403, 404, 405, 415, 501].contains(response.status),
      "a question is answered with \(response.status)")
    let text = response.body?.bytes ?? []
    try Finding.unless(String(validating: text, as: UTF8.self) != nil, "the answer is not UTF-8")
    if response.status >= 400 {
      try Finding.unless(
        response.body?["error"]?["message"]?.string?.isEmpty == false, "an error has no message")
    }
  }

  private static let origin = "http://mock:1"

  private static func get(_ path: String) -> GraphResponse {
    ServiceCore(state: FuzzWorld.seededState()).graph.administer(
      GraphRequest("GET", path, origin: origin), now: .defaultEpoch)
  }
}
