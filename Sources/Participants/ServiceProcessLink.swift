internal import ExactText
internal import Glibc
public import JSONText
internal import StepProtocol
public import VirtualTime

/// The mock MAM service in a process of its own, behind its control channel.
public final class ServiceProcessLink: ServiceLink {
  private let clock: ClockPage
  private let program: String
  private let stateFile: String
  private let watchdogMilliseconds: Int
  private var child: ChildProcess?
  private var control: Descriptor?
  private var buffer = LineBuffer(limit: ServiceProcessLink.maximumLineLength)
  private var records: [ServiceRecord] = []
  /// How much room the records take at most; see ``JSON/size``.
  private var recordBytes = 0
  /// How many of the records are counted, and how much room those take.
  private var counted = (records: 0, bytes: 0)
  private var gates: [ExactString: Int] = [:]
  private var notes: [String] = []
  public var budget: CaseBudget?
  private var replies: [Int: JSONObject] = [:]
  private var commandCount = 0
  private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  /// The longest line that the service may write, in bytes without the line feed: 64 MiB. A record holds what
  /// an app has sent, and an answer may list everything that the service knows.
  static let maximumLineLength = 64 << 20

  /// A service that is started by ``start()``.
  ///
  /// - Parameters:
  ///   - program: the path of `mamconform`.
  ///   - stateFile: where the service keeps its state.
  ///   - watchdogMilliseconds: real time after which a command counts as unanswered; 0 for never.
  public init(program: String, stateFile: String, watchdogMilliseconds: Int)
    throws(ParticipantFailure)
  {
    self.program = program
    self.stateFile = stateFile
    self.watchdogMilliseconds = watchdogMilliseconds
    clock = try ClockPage()
  }

  deinit {
    child?.kill()
    bytes.deallocate()
  }

  public var process: ServiceProcessLink? { self }
  public var isRunning: Bool { child != nil }

  public func start() throws(ParticipantFailure) {
    guard child == nil else { return }
    let (here, there) = try Descriptor.socketPair()
    here.makeNonBlocking()
    child = try ChildProcess(
      participant: "service",
      command: [
        program, "serve", "--control-fd", "3", "--clock-fd", "4", "--state", stateFile,
      ],
      folder: nil, descriptors: [(0, 0), (2, 2), (there.number, 3), (clock.descriptor.number, 4)])
    control = here
    buffer = LineBuffer(limit: ServiceProcessLink.maximumLineLength)
    replies = [:]
  }

  public func setTime(_ now: VirtualInstant) { clock.store(now) }

  public func gate(of instance: String) -> Int? {
    if let gate = gates[instance] { return gate }
    gates[instance] = gates.count + 1
    return gates.count
  }

  public func openGate(_ gate: Int, process: Int32) { clock.open(gate: gate, process: process) }

  public func closeGate() { clock.closeGate() }

  public func takeNotes() -> [String] {
    defer { notes = [] }
    return notes
  }

  public func kill() {
    child?.kill()
    child = nil
    control = nil
  }

  public func command(_ name: String, _ members: JSONObject) throws(ParticipantFailure) -> JSON {
    guard let control else { throw failure("the service does not run") }
    commandCount += 1
    let identifier = commandCount
    var message = JSONObject()
    message.append("id", .int(identifier))
    message.append("do", .string(name))
    for member in members.members { message.append(member.name, member.value) }
    var line: [UInt8] = []
    message.write(to: &line)
    guard line.count <= LineBuffer.maximumLineLength else {
      throw failure(
        "the command \"\(name)\" has \(line.count) bytes; the service takes "
          + "\(LineBuffer.maximumLineLength) at most")
    }
    line.append(0x0A)
    var patience = Patience(milliseconds: watchdogMilliseconds, caseEnd: budget?.end)
    var rest = line[...]
    while true {
      if !rest.isEmpty {
        guard let count = control.write(rest) else { throw ended() }
        rest = rest.dropFirst(count)
      }
      try receive()
      if let reply = replies.removeValue(forKey: identifier) {
        if let error = reply["error"]?.string {
          throw failure("the service refused \"\(name)\": \(error)")
        }
        return reply["ok"] ?? .null
      }
      if patience.isDue, let child {
        switch patience.look(at: ProcessorLoad.of(group: child.identifier)) {
        case .goOn: break
        case .caseIsOver: throw budget!.timeout(of: "service")
        case .silent:
          throw ParticipantFailure(
            .watchdog, "service",
            "the service did not answer \"\(name)\" within the watchdog's time")
        }
      }
      let events = Int16(POLLIN) | (rest.isEmpty ? 0 : Int16(POLLOUT))
      var entry = pollfd(fd: control.number, events: events, revents: 0)
      poll(&entry, 1, patience.timeout)
    }
  }

  public func takeRecords() -> [ServiceRecord] {
    if records.isEmpty { return [] }
    recordBytes = 0
    counted = (0, 0)
    defer { records.removeAll(keepingCapacity: true) }
    return records
  }

  /// The first held record of an app that has come and was not taken yet.
  func heldRecord(of instance: String, after count: inout Int) -> ServiceRecord? {
    while count < records.count {
      let record = records[count]
      count += 1
      if record.instance == instance, record.hold != nil { return record }
    }
    return nil
  }

  /// True if there are records that nobody has taken.
  var hasRecords: Bool { !records.isEmpty }

  /// The process of the service; nil if it does not run.
  var processIdentifier: Int32? { child?.identifier }

  /// The descriptor to poll for records; -1 if the service does not run.
  var descriptorNumber: Int32 { control?.number ?? -1 }

  /// Reads what has come, without waiting.
  ///
  /// - Throws: `service` if the service has ended.
  public func receive() throws(ParticipantFailure) {
    guard let control else { return }
    while true {
      switch control.read(into: bytes) {
      case .nothingYet: return
      case .end: throw ended()
      case .bytes(let count):
        buffer.append(UnsafeRawBufferPointer(start: bytes.baseAddress, count: count))
        while let line = buffer.nextLine() { try accept(line) }
        if buffer.isOverlong {
          throw failure("the service wrote a line of more than \(buffer.limit) bytes")
        }
        if count < bytes.count { return }
      }
    }
  }

  private func accept(_ line: ArraySlice<UInt8>) throws(ParticipantFailure) {
    let object: JSONObject?
    do {
      object = try JSON(parsing: line).object
    } catch {
      throw failure("the service wrote a line that is not JSON: \(error)")
    }
    if let object, let record = ServiceRecord(object) {
      try count(record, line.count)
      records.append(record)
    } else if let object, let identifier = object["id"]?.int {
      replies[identifier] = object
    } else if let object, let note = object["foreign"]?.object {
      notes.append(ServiceProcessLink.text(foreign: note))
    } else if let error = object?["error"]?.string {
      throw failure("the service refused a command: \(error)")
    } else {
      throw failure("the service wrote a line that is neither a record nor an answer")
    }
  }

  /// Makes sure that requests which an app sends in one activation do not take all memory.
  private func count(_ record: ServiceRecord, _ length: Int) throws(ParticipantFailure) {
    guard let budget else { return }
    var app: String { String(record.instance.drop { $0 != "/" }.dropFirst()) }
    try budget.take(length, from: app)
    // A value has two bytes of its line at least, and a text no more than it has there.
    recordBytes += length * (JSON.least / 2 + 1)
    guard recordBytes > budget.limits.historyBytes else { return }
    for record in records[counted.records...] { counted.bytes += record.fields.size }
    counted.records = records.count
    recordBytes = counted.bytes + record.fields.size
    try budget.check(history: recordBytes, of: app)
  }

  /// The note of a request that a program has sent which is none of this run's.
  private static func text(foreign note: JSONObject) -> String {
    var program = note["name"]?.string.map { "the program \"\($0)\"" } ?? "a program"
    if let process = note["process"]?.int { program += ", process \(process)" }
    if let user = note["user"]?.int { program += " of user \(user)" }
    return
      "a foreign request to \(note["instance"]?.string ?? "an app") was refused: \(program), which this run has "
      + "not started, sent it (--foreign accept lets such requests pass)"
  }

  private func failure(_ message: String) -> ParticipantFailure {
    ParticipantFailure(.service, "service", message)
  }

  private func ended() -> ParticipantFailure {
    _ = child?.waitForEnd(milliseconds: 1000)
    let text = child?.endingText ?? "unknown"
    kill()
    return failure("the service ended by itself with \(text)")
  }
}
