internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import VirtualTime

/// One case as events of a Chrome trace: a process for each app, one for the service and one for what the case does.
///
/// Time is virtual: a millisecond is 1000 units of the trace. Records of one instant are one unit apart, so that their
/// order shows and slices nest. What may overlap (requests, the wait for a deadline) is asynchronous, with an ID.
struct CaseTrace {
  private let result: CaseResult
  private let records: [Record]
  private let number: Int
  private let isAlone: Bool
  private var events: [JSON] = []
  /// The places of the apps among the processes, in the order in which they come.
  private var apps: [ExactString: Int] = [:]
  private var stamps: [Int] = []

  /// The processes of a case have a number of their own each; a trace has room for so many for each case.
  private static let processesPerCase = 100
  private static let caseProcess = 1
  private static let serviceProcess = 2

  /// - Parameters:
  ///   - number: the place of the case in the trace.
  ///   - isAlone: true if it is the only one, so that names need not say which it is.
  init(_ result: CaseResult, number: Int, isAlone: Bool) {
    self.result = result
    self.number = number
    self.isAlone = isAlone
    records = result.history.allRecords
  }

  /// The events.
  mutating func build() -> [JSON] {
    stamps = stampedTimes()
    for record in records where !record.app.isEmpty && apps[record.app] == nil {
      apps[record.app] = apps.count
    }
    names()
    lives()
    activations()
    points()
    for (index, exchange) in Exchange.of(records).enumerated() { request(exchange, index) }
    checks()
    return events
  }

  // MARK: Time

  /// The time of each record in units of the trace: virtual time since the start, and the order within an instant.
  private func stampedTimes() -> [Int] {
    var stamps: [Int] = []
    var place = 0
    for (index, record) in records.enumerated() {
      place = index > 0 && records[index - 1].time == record.time ? min(place + 1, 990) : 0
      stamps.append(stamp(record.time) + place)
    }
    return stamps
  }

  private func stamp(_ time: VirtualInstant) -> Int {
    (time - result.history.epoch).milliseconds * 1000
  }

  // MARK: Processes

  private func process(_ app: String) -> Int {
    let base = number * CaseTrace.processesPerCase
    return app.isEmpty ? base + CaseTrace.caseProcess : base + 3 + (apps[app] ?? 0)
  }

  private var service: Int {
    number * CaseTrace.processesPerCase + CaseTrace.serviceProcess
  }

  private mutating func names() {
    let suffix = isAlone ? "" : " · \(result.conformanceCase.name)"
    name(process(""), "case\(suffix)", order: 0)
    for (app, place) in apps.sorted(by: { $0.value < $1.value }) {
      name(process(app.text), "\(app.text)\(suffix)", order: place + 1)
    }
    name(service, "service\(suffix)", order: apps.count + 1)
  }

  private mutating func name(_ process: Int, _ name: String, order: Int) {
    func metadata(_ kind: String, _ arguments: JSONObject) {
      events.append([
        "ph": "M", "name": .string(kind), "pid": .int(process), "tid": 1,
        "args": .object(arguments),
      ])
    }
    metadata("process_name", ["name": .string(name)])
    metadata(
      "process_sort_index", ["sort_index": .int(number * CaseTrace.processesPerCase + order)])
    metadata("thread_name", ["name": .string(name)])
  }

  // MARK: Events

  /// The ID of an asynchronous event, which is of its process alone and so stands in its lane.
  private func asynchronous(_ name: String) -> JSONObject { ["id2": ["local": .string(name)]] }

  private mutating func add(
    _ phase: String, _ name: String, _ category: String, at time: Int, in process: Int,
    _ more: JSONObject = [:]
  ) {
    var event: JSONObject = [
      "ph": .string(phase), "name": .string(name), "cat": .string(category), "ts": .int(time),
      "pid": .int(process), "tid": 1,
    ]
    for member in more.members { event.append(member.name, member.value) }
    events.append(.object(event))
  }

  /// From launch to death, asynchronous because an activation may reach up to the very instant of a kill.
  private mutating func lives() {
    var started: [ExactString: Int] = [:]
    func end(_ app: String, _ time: Int, _ how: String) {
      guard let start = started.removeValue(forKey: ExactString(app)) else { return }
      let id = asynchronous("life \(process(app)) \(start)")
      add("b", "runs", "life", at: start, in: process(app), id)
      add(
        "e", "runs", "life", at: time, in: process(app),
        id.merging(["args": ["ended": .string(how)]]))
    }
    for (index, record) in records.enumerated() where record.kind == .life {
      switch LifeChange(rawValue: record.name) {
      case .launched: started[record.app] = stamps[index]
      case .killed, .exited, .stopped: end(record.app, stamps[index], record.name)
      default: continue
      }
    }
    for app in started.sortedNames { end(app, stamps.last ?? 0, "end of the case") }
  }

  /// Each message with all that its app did until it was idle; before a wake, the wait for it.
  private mutating func activations() {
    var idleSince: [ExactString: Int] = [:]
    for (index, record) in records.enumerated() where record.kind == .message {
      let end = lastRecord(of: index)
      let process = process(record.app)
      if record.name == "wake", let start = idleSince[record.app] {
        let id = asynchronous("deadline \(process) \(stamps[index])")
        add("b", "deadline", "deadline", at: start, in: process, id)
        add("e", "deadline", "deadline", at: stamps[index], in: process, id)
      }
      add(
        "X", record.name, "activation", at: stamps[index], in: process,
        ["dur": .int(stamps[end] - stamps[index] + 1), "args": .object(record.fields)])
      idleSince[record.app] = stamps[end] + 1
    }
  }

  /// The last record of an app before the next message to anybody, or the next instant.
  private func lastRecord(of message: Int) -> Int {
    var last = message
    for index in records.indices[(message + 1)...] {
      let record = records[index]
      guard record.kind != .message, record.time == records[message].time else { break }
      if record.app == records[message].app, record.kind != .life { last = index }
    }
    return last
  }

  private mutating func points() {
    for (index, record) in records.enumerated() {
      let arguments: JSONObject = ["args": .object(record.fields)]
      let time = stamps[index]
      switch record.kind {
      case .message, .request, .delivered, .discarded: continue
      case .event, .result:
        var more = arguments
        more.append("dur", 1)
        add("X", record.name, record.kind.rawValue, at: time, in: process(record.app), more)
      case .life:
        let place = record.app.isEmpty ? service : process(record.app)
        add("i", record.name, "life", at: time, in: place, arguments.merging(["s": "p"]))
      case .admin, .fault, .device, .network, .finding:
        add(
          "i", "\(record.kind.rawValue) \(record.name)", record.kind.rawValue, at: time,
          in: process(record.app), arguments.merging(["s": "p"]))
      }
    }
  }

  /// A request: a slice in the app, from which a flow leads to one in the service, and an asynchronous event until it has
  /// its answer.
  private mutating func request(_ exchange: Exchange, _ place: Int) {
    let record = exchange.request
    let app = process(record.app)
    let time = stamps[exchange.index]
    let name = "\(record.name) \(exchange.fate.rawValue)"
    let flow: JSONObject = ["id": .int(number * 1_000_000 + place * 2 + 1)]
    let slice: JSONObject = ["dur": 1, "args": .object(record.fields)]
    add("X", record.name, "request", at: time, in: app, slice)
    add("X", name, "request", at: time, in: service, slice)
    add("s", "request", "request", at: time, in: app, flow)
    add("f", "request", "request", at: time, in: service, flow.merging(["bp": "e"]))
    let id = asynchronous("request \(number) \(place)")
    let end =
      exchange.end.map { stamps[$0] + ($0 == exchange.index ? 1 : 0) } ?? stamp(exchange.endTime)
    add("b", record.name, "request", at: time, in: app, id)
    add(
      "e", record.name, "request", at: max(end, time + 1), in: app,
      id.merging(["args": ["fate": .string(exchange.fate.rawValue)]]))
    guard let last = exchange.end, last != exchange.index else { return }
    // The answer that was held back.
    let back: JSONObject = ["id": .int(number * 1_000_000 + place * 2 + 2)]
    add("X", "\(record.name) answer", "request", at: end, in: service, ["dur": 1])
    add("X", "\(record.name) \(exchange.fate.rawValue)", "request", at: end, in: app, ["dur": 1])
    add("s", "answer", "request", at: end, in: service, back)
    add("f", "answer", "request", at: end, in: app, back.merging(["bp": "e"]))
  }

  private mutating func checks() {
    for check in result.checks where check.verdict != .pass && check.verdict != .notApplicable {
      let time = check.time.map(stamp) ?? stamps.last ?? 0
      add(
        "i", "\(check.verdict.rawValue): \(check.check.id)", "check", at: time + 995,
        in: process(""),
        [
          "s": "p",
          "args": [
            "expected": .string(check.expected), "found": .string(check.found),
            "requirements": .array(check.requirements.map(JSON.string)),
          ],
        ])
    }
  }
}

extension JSONObject {
  /// The members of both.
  func merging(_ other: JSONObject) -> JSONObject {
    var merged = self
    for member in other.members { merged[member.name] = member.value }
    return merged
  }
}
