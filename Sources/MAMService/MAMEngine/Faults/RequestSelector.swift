internal import ExactText
package import JSONText
package import MAMDirectory
import MAMWire
package import VirtualTime

/// What a fault rule or a question to the journal can know of a request before it is answered.
struct RequestSubject {
  /// Nil for a path that no operation has.
  var endpoint: Endpoint?
  /// The app, as `device/bundle ID` or as the coordinator names it; `-` if nobody knows.
  var instance: String
  /// The keys of the user whom the request names and of the one who is signed in.
  var users: [String] = []
  var bundleId: String?
  var deviceTag: String?
  var tenant: String?
  /// `POST` for a request that did not come over HTTP.
  var method = "POST"
  var path = ""
  /// The request as it came; nil if it did not come over HTTP.
  var http: HTTPRequest? { content?.request }
  /// What it carries; nil if it did not come over HTTP.
  var content: RequestContent?
  var time: VirtualInstant
}

/// Which requests are meant: every member that is given must fit.
package struct RequestSelector: Sendable, Equatable {
  /// Nil means every endpoint.
  var endpoint: Endpoint?
  /// Nil means every app.
  var instance: String?
  /// Nil means every user; else one, by UPN in any letter case.
  var identity: String?
  /// The key of the user.
  package var user: String? { identity.map(userKey) }
  /// A bundle ID.
  var app: String?
  /// A device tag.
  var device: String?
  package var tenant: String?
  /// In capitals.
  var method: String?
  /// A path in which `*` stands for any characters.
  var path: String?
  /// The first instant that is meant.
  var from: VirtualInstant?
  /// The first instant that is not meant any more.
  var until: VirtualInstant?
  /// Nil means whatever the request carries.
  var content: ContentSelector?

  /// The names of the members in JSON.
  static let names =
    [
      "endpoint", "instance", "identity", "app", "device", "tenant", "method", "path", "from",
      "until",
    ] + ContentSelector.names

  /// Every request.
  init() {}

  /// Reads the members of a rule or a question; members of other names are passed over.
  init(json: JSONObject) throws(CommandError) {
    func text(_ name: String) throws(CommandError) -> String? {
      guard let value = json[name], !value.isNull else { return nil }
      guard let text = value.string else { throw CommandError("\"\(name)\" must be a string") }
      return text
    }
    endpoint = try Endpoint(named: try text("endpoint"))
    instance = try text("instance")
    identity = try text("identity")
    app = try text("app")
    device = try text("device")
    tenant = try text("tenant")
    method = try text("method")?.asciiUppercased()
    path = try text("path")
    from = try VirtualInstant(json["from"], "from")
    until = try VirtualInstant(json["until"], "until")
    content = try ContentSelector(json: json)
    try checkWindow()
  }

  /// Lets through only what comes in a window too; nil stands for no bound.
  mutating func narrow(_ from: VirtualInstant?, _ until: VirtualInstant?) throws(CommandError) {
    if let from { self.from = max(from, self.from ?? from) }
    if let until { self.until = min(until, self.until ?? until) }
    try checkWindow()
  }

  private func checkWindow() throws(CommandError) {
    guard let from, let until, from >= until else { return }
    let (start, end) = (
      ISO8601.instant(milliseconds: from.milliseconds),
      ISO8601.instant(milliseconds: until.milliseconds)
    )
    throw CommandError(
      "no request can come from \(start) until \(end): \"until\" must be later than \"from\"")
  }

  /// The names of the members that do not fit; empty if the request is meant.
  func misfits(_ subject: RequestSubject) -> [String] {
    var misfits: [String] = []
    _ = fits(subject) {
      misfits.append($0)
      return true
    }
    return misfits
  }

  /// True if the request is meant.
  func matches(_ subject: RequestSubject) -> Bool { fits(subject) { _ in false } }

  /// Looks at one member after the other, at the body last, which takes longest to read.
  ///
  /// - Parameter goesOn: is told the name of each member that does not fit; false to look no further.
  /// - Returns: false if somebody wanted to look no further.
  private func fits(_ subject: RequestSubject, _ goesOn: (String) -> Bool) -> Bool {
    func check(_ name: String, _ fits: @autoclosure () -> Bool) -> Bool { fits() || goesOn(name) }
    return check("endpoint", endpoint == nil || endpoint == subject.endpoint)
      && check("instance", instance == nil || instance == subject.instance)
      && check("identity", user.map { subject.users.contains($0) } ?? true)
      && check("app", app == nil || app == subject.bundleId)
      && check("device", device == nil || device == subject.deviceTag)
      && check("tenant", tenant == nil || tenant == subject.tenant)
      && check("method", method == nil || method == subject.method)
      && check("path", path == nil || Glob.matches(subject.path, path!))
      && check("from", from == nil || subject.time >= from!)
      && check("until", until == nil || subject.time < until!)
      && (content?.fits(subject.content, goesOn) ?? true)
  }

  /// The members that are given, as they are written in JSON.
  var json: JSONObject {
    var json = JSONObject()
    json.append("endpoint", string: endpoint?.rawValue)
    json.append("instance", string: instance)
    json.append("identity", string: user)
    json.append("app", string: app)
    json.append("device", string: device)
    json.append("tenant", string: tenant)
    json.append("method", string: method)
    json.append("path", string: path)
    json.append("from", string: from.map { ISO8601.instant(milliseconds: $0.milliseconds) })
    json.append("until", string: until.map { ISO8601.instant(milliseconds: $0.milliseconds) })
    for member in content?.json.members ?? [] { json.append(member.name, member.value) }
    return json
  }
}

/// Patterns in which `*` stands for any characters, none included.
enum Glob {
  /// True if the whole text fits the pattern. Takes at most length times length steps.
  static func matches(_ text: String, _ pattern: String) -> Bool {
    let text = Array(text.utf8)
    let pattern = Array(pattern.utf8)
    var (place, wanted) = (0, 0)
    var star: (wanted: Int, place: Int)?
    while place < text.count {
      if wanted < pattern.count, pattern[wanted] == UInt8(ascii: "*") {
        star = (wanted, place)
        wanted += 1
      } else if wanted < pattern.count, pattern[wanted] == text[place] {
        place += 1
        wanted += 1
      } else if let last = star {
        star = (last.wanted, last.place + 1)
        wanted = last.wanted + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    return pattern[wanted...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}

extension VirtualInstant {
  /// Every instant that the service takes: what ISO 8601 writes with four digits of the year, from 1970.
  package static let served =
    VirtualInstant(milliseconds: 0)...VirtualInstant(milliseconds: ISO8601.writable.upperBound)
  /// How an instant is written, for messages.
  package static let form =
    "milliseconds since 1970, or a string like 2020-06-04T09:00:00Z with a year from 1970 to 9999"

  /// Reads milliseconds since the epoch or an ISO 8601 text; nil for null or nothing.
  package init?(_ value: JSON?, _ name: String) throws(CommandError) {
    guard let value, !value.isNull else { return nil }
    let milliseconds: Int? =
      switch value {
      case .int(let number): number
      case .string(let text): ISO8601.milliseconds(text)
      default: nil
      }
    guard let instant = milliseconds.map(VirtualInstant.init(milliseconds:)),
      VirtualInstant.served.contains(instant)
    else { throw CommandError("\"\(name)\" must be an instant: \(VirtualInstant.form)") }
    self = instant
  }
}

extension Endpoint {
  /// Reads the name of an endpoint; nil or `any` stand for every one.
  init?(named name: String?) throws(CommandError) {
    guard let name, name != "any" else { return nil }
    guard let endpoint = Endpoint(rawValue: name) else {
      let hint = CommandError.choice(name, Endpoint.allCases.map(\.rawValue) + ["any"])
      throw CommandError("there is no endpoint \"\(name)\"\(hint)")
    }
    self = endpoint
  }
}
