internal import ExactText
package import JSONText
package import MAMDirectory
import MAMGraph
import MAMWire
import ServiceProtocol
package import VirtualTime

/// A fault and the requests that meet it.
package struct FaultRule: Sendable, Equatable {
  /// Names the rule in answers and in the control API.
  package var id: String
  package private(set) var selector: RequestSelector
  /// Rules of a lower number are tried first, those of the same one in their order.
  package let priority: Int
  /// If false, the rule is there, but nothing meets it and it counts nothing.
  let isEnabled: Bool
  /// How many matching requests pass before the fault.
  let after: Int
  /// How many then meet it; nil for all.
  let times: Int?
  /// How likely a request that would meet it does; nil for always.
  let probability: Double?
  let fault: Fault
  /// Which kind of fault it is.
  let kind: FaultKind
  /// The fault as it was written.
  private let faultJSON: JSON
  /// How many matching requests there were.
  private(set) var matched = 0
  /// How many of them met the fault.
  private(set) var hits = 0
  /// When the latest did.
  private(set) var lastHit: VirtualInstant?
  private let seed: Int
  private var generator: SplitMix64

  static let names =
    RequestSelector.names + [
      "after", "times", "fault", "id", "probability", "seed", "priority", "enabled",
    ]
  /// The priority of a rule that says nothing of it.
  static let usualPriority = 5

  /// Reads a rule.
  ///
  /// - Parameters:
  ///   - id: the rule's name unless it gives itself one.
  ///   - isAlone: true if the service has a clock of its own.
  package init(json: JSON, id: String, isAlone: Bool) throws(CommandError) {
    guard let rule = json.object else { throw CommandError("a rule must be an object") }
    for member in rule.members where !FaultRule.names.contains(member.name) {
      throw CommandError(
        "a rule has no member \"\(member.name)\""
          + CommandError.choice(member.name, FaultRule.names))
    }
    func count(_ name: String) throws(CommandError) -> Int? {
      guard let value = rule[name], !value.isNull else { return nil }
      guard let count = value.int, 0...JSON.largestCount ~= count else {
        throw CommandError("\"\(name)\" must be an integer from 0 to \(JSON.largestCount)")
      }
      return count
    }
    selector = try RequestSelector(json: rule)
    priority = try count("priority") ?? FaultRule.usualPriority
    guard 1...1000 ~= priority else {
      throw CommandError("\"priority\" must be an integer from 1 to 1000")
    }
    let enabled = rule["enabled"] ?? true
    guard let isEnabled = enabled.isNull ? true : enabled.bool else {
      throw CommandError("\"enabled\" must be true or false")
    }
    self.isEnabled = isEnabled
    after = try count("after") ?? 0
    times = try count("times")
    seed = try count("seed") ?? 0
    generator = SplitMix64(seed: UInt64(seed))
    probability =
      switch rule["probability"] {
      case nil, .null: nil
      case .int(let number) where 0...1 ~= number: Double(number)
      case .double(let number) where 0...1 ~= number: number
      default: throw CommandError("\"probability\" must be a number from 0 to 1")
      }
    faultJSON = Fault.whole(rule["fault"] ?? .null)
    kind = try Fault.kind(of: faultJSON)
    fault = try Fault(json: faultJSON, at: selector.endpoint, isAlone: isAlone)
    self.id = id
    if let name = rule["id"], !name.isNull {
      guard let text = name.string, !text.isEmpty, text.utf8.allSatisfy(FaultRule.isOfID) else {
        throw CommandError("\"id\" must be a string of letters, digits, \"-\", \"_\" and \".\"")
      }
      self.id = text
    }
    try check(isAlone)
  }

  private func check(_ isAlone: Bool) throws(CommandError) {
    // A request that is refused never arrives, so nobody can count it or see whose it is.
    if fault == .refused,
      selector.user != nil || after > 0 || times != nil || probability != nil
    {
      throw CommandError(
        isAlone
          ? "\"refused\" lasts until its rule is deleted or its window ends: it takes \"from\" and "
            + "\"until\", but not identity, after, times or probability"
          : "\"refused\" lasts until clearFaults: it does not take identity, after or times")
    }
    try checkStub()
    if fault.isOfConnection, selector.content != nil {
      throw CommandError("a fault of connections cannot select by headers, query or body")
    }
    if fault.isOfConnection,
      selector.app != nil || selector.device != nil || selector.path != nil
        || selector.method != nil || selector.tenant != nil || selector.user != nil
    {
      throw CommandError(
        "a fault of connections cannot select by app, device, tenant, user, method or path")
    }
    if fault.isOfConnection, fault != .refused, selector.instance != nil {
      throw CommandError(
        "a fault of TLS happens before the app is known: it does not take instance")
    }
    if fault.isOfConnection, fault != .refused, let endpoint = selector.endpoint,
      endpoint.host == nil
    {
      throw CommandError(
        "\"\(endpoint.rawValue)\" has no port of its own, so its connections cannot fail separately"
      )
    }
    if !isAlone {
      guard selector.content == nil else {
        throw CommandError("\"headers\", \"query\" and \"body\" need a standalone service")
      }
      guard !fault.needsOwnClock else {
        throw CommandError("the fault \"\(kind.rawValue)\" needs a standalone service")
      }
      guard fault != .refused || (selector.from == nil && selector.until == nil) else {
        throw CommandError("\"from\" and \"until\" of \"refused\" need a standalone service")
      }
    }
  }

  private func checkStub() throws(CommandError) {
    guard isStub else { return }
    guard selector.endpoint == nil, selector.instance == nil, selector.app == nil,
      selector.device == nil, selector.tenant == nil, selector.user == nil
    else {
      throw CommandError(
        "a stub answers paths that no operation has: it is selected only by method, path, headers, query, body, "
          + "from and until")
    }
  }

  /// True if it answers requests that no operation takes.
  var isStub: Bool { if case .stub = fault { true } else { false } }

  private static func isOfID(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Gives users, apps and tenants the names that requests give them.
  mutating func resolve(_ core: ServiceCore) throws(CommandError) {
    selector = try core.resolved(selector)
  }

  /// Counts a request if it matches; true if it meets the fault.
  mutating func meets(_ subject: RequestSubject) -> Bool {
    guard isEnabled, !fault.isOfConnection, !isStub, selector.matches(subject) else {
      return false
    }
    return count(at: subject.time)
  }

  /// Counts a request that no operation takes if it matches; true if the rule answers it.
  mutating func meets(stubOf subject: RequestSubject) -> Bool {
    guard isEnabled, isStub, selector.matches(subject) else { return false }
    return count(at: subject.time)
  }

  /// The fault of the latest request that was counted, in which nothing is left to chance: the same seed,
  /// rule and number of matching requests give the same.
  func drawn(_ randomSeed: Int) -> Fault {
    fault.drawn(SplitMix64(seed: randomSeed, name: id, use: matched))
  }

  /// Counts a connection to a host if it matches; true if it meets the fault.
  mutating func meets(connectionTo host: ServiceHost?, at time: VirtualInstant) -> Bool {
    guard isEnabled, fault == .tlsFailure || fault == .certificateExpired,
      selector.endpoint == nil || (host != nil && selector.endpoint?.host == host), isOpen(at: time)
    else { return false }
    return count(at: time)
  }

  private mutating func count(at time: VirtualInstant) -> Bool {
    matched += 1
    guard matched > after, matched - after <= times ?? .max else { return false }
    if let probability, generator.unit() >= probability { return false }
    hits += 1
    lastHit = time
    return true
  }

  /// True if it makes a host refuse connections.
  func refuses(_ host: ServiceHost, instance: String, at time: VirtualInstant) -> Bool {
    isEnabled && fault == .refused && selector.instance ?? instance == instance
      && (selector.endpoint == nil || selector.endpoint?.host == host) && isOpen(at: time)
  }

  /// Counts a request that came although its host refuses, through the port of every operation; true
  /// if it meets the refusal there.
  mutating func refuses(_ subject: RequestSubject) -> Bool {
    guard isEnabled, fault == .refused, isOpen(at: subject.time),
      selector.instance ?? subject.instance == subject.instance,
      selector.endpoint == nil || selector.endpoint?.host == subject.endpoint?.host
    else { return false }
    return count(at: subject.time)
  }

  private func isOpen(at time: VirtualInstant) -> Bool {
    (selector.from == nil || time >= selector.from!)
      && (selector.until == nil || time < selector.until!)
  }

  /// What somebody who adds the rule should know; nil for nothing.
  package var note: String? {
    guard fault == .tlsFailure || fault == .certificateExpired, let endpoint = selector.endpoint
    else {
      return nil
    }
    return
      "affects only connections to the HTTPS port of the host of \"\(endpoint.rawValue)\"; those to "
      + "the port that serves everything are made before the endpoint is known"
  }

  /// The rule as it was written, with its counters.
  package var json: JSON {
    var json: JSONObject = ["id": .string(id)]
    for member in selector.json.members { json.append(member.name, member.value) }
    if priority != FaultRule.usualPriority { json.append("priority", .int(priority)) }
    if !isEnabled { json.append("enabled", false) }
    if after > 0 { json.append("after", .int(after)) }
    if let times { json.append("times", .int(times)) }
    if let probability { json.append("probability", .double(probability)) }
    if probability != nil || seed != 0 { json.append("seed", .int(seed)) }
    json.append("fault", faultJSON)
    json.append("matched", .int(matched))
    json.append("hits", .int(hits))
    json.append("lastHit", lastHit.map { JSON(instant: $0.milliseconds) } ?? .null)
    return .object(json)
  }

  /// Goes back to the counters of a snapshot; the generator takes as many steps as it had.
  package mutating func restore(matched: Int, hits: Int, lastHit: VirtualInstant?) {
    self.matched = matched
    self.hits = hits
    self.lastHit = lastHit
    guard probability != nil else { return }
    let draws = max(0, min(matched - after, times ?? .max))
    generator.skip(draws)
  }
}
