internal import ExactText
internal import Glibc
package import JSONText
internal import MAMEngine
package import ServiceProtocol
internal import StepProtocol
package import VirtualTime

/// The mock MAM service in a process of its own, behind its control channel.
package final class ServiceProcessLink: BodyKeeper {
  private let clock: ClockPage
  private let program: String
  private let stateFile: String
  private let address: String?
  private let watchdogMilliseconds: Int
  private var child: ChildProcess?
  private var control: Descriptor?
  private var buffer = LineBuffer(limit: ServiceProcessLink.maximumLineLength)
  /// What the service has left in shared memory.
  private var sharedBuffer = LineBuffer(limit: ServiceProcessLink.maximumLineLength)
  /// How many lines have come over the control channel since the start.
  private var lineCount = 0
  /// In the order of their numbers.
  private var records: [ServiceRecord] = []
  /// Those whose response is held back, in the order in which they came.
  private var heldRecords: [ServiceRecord] = []
  /// How much room the records take at most; see ``JSON/size``.
  private var recordBytes = 0
  /// How many of the records are counted, and how much room those take.
  private var counted = (records: 0, bytes: 0)
  private var gates: [ExactString: Int] = [:]
  private let keptPorts = KeptPorts()
  private var notes: [String] = []
  package var budget: CaseBudget?
  /// The bodies that were kept; nil if none are to be.
  package var kept: KeptBodies?
  private var replies: [Int: JSONObject] = [:]
  private var commandCount = 0
  /// What the service knew when it was interrupted; nil once it has been started again.
  private var interrupted: JSON?
  private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  /// The longest line that the service may write, in bytes without the line feed: 64 MiB. A record holds what
  /// an app has sent, and an answer may list everything that the service knows.
  static let maximumLineLength = 64 << 20

  /// A service that is started by ``start()``.
  ///
  /// - Parameters:
  ///   - program: the path of `mamconform`.
  ///   - stateFile: where the service keeps its state.
  ///   - address: where it listens for apps of other machines; nil for the loopback interface.
  ///   - watchdogMilliseconds: real time after which a command counts as unanswered; 0 for never.
  package init(
    program: String, stateFile: String, address: String? = nil, watchdogMilliseconds: Int
  ) throws(ParticipantFailure) {
    self.address = address
    self.program = program
    self.stateFile = stateFile
    self.watchdogMilliseconds = watchdogMilliseconds
    clock = try ClockPage()
  }

  deinit {
    child?.kill()
    bytes.deallocate()
  }

  package var isRunning: Bool { child != nil }

  package func start() throws(ParticipantFailure) {
    guard child == nil else { return }
    clock.records.forget()
    lineCount = 0
    let (here, there) = try Descriptor.socketPair()
    here.makeNonBlocking()
    child = try ChildProcess(
      participant: "service",
      command: [
        program, "serve", "--control-fd", "3", "--clock-fd", "4", "--state", stateFile,
      ] + (address.map { ["--listen", $0, "--allow-remote"] } ?? []),
      folder: nil, descriptors: [(0, 0), (2, 2), (there.number, 3), (clock.descriptor.number, 4)])
    control = here
    buffer = LineBuffer(limit: ServiceProcessLink.maximumLineLength)
    sharedBuffer = buffer
    replies = [:]
    try resumeBodies()
    try expectState()
  }

  package func interrupt() throws(ParticipantFailure) {
    if isRunning {
      interrupted = try command(.rows)
      keptPorts.keep(at: address ?? "127.0.0.1")
    }
    kill()
  }

  /// Makes sure that a service which is started again knows what it knew: an adapter can reach the file of its state.
  private func expectState() throws(ParticipantFailure) {
    guard let before = interrupted else { return }
    interrupted = nil
    guard try command(.rows) != before else { return }
    end()
    throw ParticipantFailure(
      .damagedFolder, "service",
      "\(stateFile), the state of the service, was changed by another program, so the SDK under test cannot be judged; an "
        + "adapter must keep to dataFolder and sharedFolder")
  }

  package func setTime(_ now: VirtualInstant) { clock.store(now) }

  package func gate(of instance: String) -> Int? {
    if let gate = gates[instance] { return gate }
    gates[instance] = gates.count + 1
    return gates.count
  }

  package func openGate(_ gate: Int, process: Int32, pipes: AdapterPipes?) {
    clock.open(gate: gate, process: process, pipes: pipes)
  }

  package func note(_ stage: ActivationStage) { clock.note(stage) }

  package func closeGate() { clock.closeGate() }

  package func takeNotes() -> [String] {
    defer { notes = [] }
    return notes
  }

  package func kill() {
    takeBodies()
    end()
  }

  private func end() {
    child?.kill()
    child = nil
    control = nil
    clock.records.forget()
  }

  package func command(_ command: ControlCommand) throws(ParticipantFailure) -> JSON {
    let name = command.name.rawValue
    guard let control else { throw failure("the service is not running") }
    commandCount += 1
    let identifier = commandCount
    var line: [UInt8] = []
    command.line(id: identifier).write(to: &line)
    guard line.count <= LineBuffer.maximumLineLength else {
      throw failure(
        "the command \"\(name)\" has \(line.count) bytes; the service accepts at most "
          + "\(LineBuffer.maximumLineLength)")
    }
    line.append(0x0A)
    var patience = Patience(milliseconds: watchdogMilliseconds, caseEnd: budget?.end)
    var rest = line[...]
    while true {
      if !rest.isEmpty {
        guard let count = control.write(rest) else { throw ended() }
        rest = rest.dropFirst(count)
      }
      // Not if the answer is there: a service that has ended since would hide it.
      if replies[identifier] == nil { try receive() }
      if let reply = replies.removeValue(forKey: identifier) {
        if let error = reply["error"]?.string {
          throw failure("the service refused \"\(name)\": \(error)")
        }
        let result = reply["ok"] ?? .null
        if case .attach(let attachment) = command {
          keptPorts.note(result["ports"]?.array?.compactMap(\.int) ?? [], of: attachment.instance)
        }
        return result
      }
      if patience.isDue, let child {
        switch patience.look(at: ProcessorLoad.of(group: child.identifier)) {
        case .goOn: break
        case .caseIsOver: throw budget!.timeout(of: "service")
        case .silent:
          throw ParticipantFailure(
            .watchdog, "service",
            "the service did not answer \"\(name)\" within the watchdog time")
        }
      }
      let events = Int16(POLLIN) | (rest.isEmpty ? 0 : Int16(POLLOUT))
      var entry = pollfd(fd: control.number, events: events, revents: 0)
      if poll(&entry, 1, patience.timeout) > 0 { try read() }
    }
  }

  package func takeRecords() -> [ServiceRecord] {
    if records.isEmpty { return [] }
    recordBytes = 0
    counted = (0, 0)
    heldRecords.removeAll(keepingCapacity: true)
    defer { records.removeAll(keepingCapacity: true) }
    return records
  }

  /// The first held record of an app that has come and was not taken yet.
  ///
  /// - Parameter count: how many held records were looked at before.
  package func heldRecord(of instance: String, after count: inout Int) -> ServiceRecord? {
    while count < heldRecords.count {
      let record = heldRecords[count]
      count += 1
      if record.instance == instance { return record }
    }
    return nil
  }

  package var hasRecords: Bool { !records.isEmpty }

  /// A question on the control channel, which the service answers between two requests.
  package var stateRows: [(table: String, key: String, value: JSON)] {
    guard let rows = (try? command(.rows))?["rows"]?.array else { return [] }
    return rows.compactMap { row in
      guard let row = row.array, row.count == 3, let table = row[0].string, let key = row[1].string
      else { return nil }
      return (table, key, row[2])
    }
  }

  package var processIdentifier: Int32? { child?.identifier }

  package var descriptorNumber: Int32 { control?.number ?? -1 }

  /// Takes in what has come, without waiting; without a system call if that is nothing but records.
  ///
  /// - Throws: `service` if the service has ended, as far as that is seen without a system call.
  package func receive() throws(ParticipantFailure) {
    guard control != nil else { return }
    if clock.records.lineCount != lineCount { try read() } else { try readShared() }
  }

  /// Reads what has come, without waiting.
  ///
  /// - Throws: `service` if the service has ended.
  package func read() throws(ParticipantFailure) {
    guard let control else { return }
    while true {
      let result = control.read(into: bytes)
      if result == .end { throw ended() }
      guard case .bytes(let count) = result else { break }
      buffer.append(UnsafeRawBufferPointer(start: bytes.baseAddress, count: count))
      while let line = buffer.nextLine() {
        lineCount += 1
        try accept(line)
      }
      if buffer.isOverlong {
        throw failure("the service wrote a line of more than \(buffer.limit) bytes")
      }
      if count < bytes.count { break }
    }
    // Behind the lines: an answer means that the records of what it is about are there.
    try readShared()
  }

  private func readShared() throws(ParticipantFailure) {
    guard clock.records.take(into: &sharedBuffer) else { return }
    while let line = sharedBuffer.nextLine() { try accept(line) }
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
      add(record)
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

  /// Puts a record in its place: one that came over the channel may have overtaken those in shared memory.
  private func add(_ record: ServiceRecord) {
    if record.hold != nil { heldRecords.append(record) }
    var place = records.count
    while place > 0, records[place - 1].number > record.number { place -= 1 }
    records.insert(record, at: place)
  }

  /// Makes sure that requests which an app sends in one activation do not take all memory.
  private func count(_ record: ServiceRecord, _ length: Int) throws(ParticipantFailure) {
    guard let budget else { return }
    var app: String { String(record.instance.drop { $0 != "/" }.dropFirst()) }
    try budget.take(length, from: app)
    // A value has two bytes of its line at least, and a string no more than it has there.
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
      "a foreign request to \(note["instance"]?.string ?? "an app") was refused: it came from \(program), which this run did "
      + "not start (--foreign accept lets such requests through)"
  }

  private func failure(_ message: String) -> ParticipantFailure {
    ParticipantFailure(.service, "service", message)
  }

  private func ended() -> ParticipantFailure {
    _ = child?.waitForEnd(milliseconds: 1000)
    let text = child?.endingText ?? "unknown"
    end()
    return failure("the service exited unexpectedly with \(text)")
  }
}
