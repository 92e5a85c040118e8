internal import ExactText
internal import Glibc
internal import JSONText
internal import ServiceProtocol
package import StepProtocol
package import VirtualTime
internal import Wording

/// An adapter that is driven line by line: a process of ours over its standard input and output, or an app on a device
/// over the connection that it has made (``DeviceStarter``).
package final class AdapterProcess: AppParticipant {
  package private(set) var name: String
  package var understandsHeld = false
  /// `device/app`: how the service names the requests of this app.
  package private(set) var instance: String
  /// The case and the app that the process hosted before this one; nil in a new process.
  var hostedBefore: (caseNumber: Int, name: String)?
  let watchdogMilliseconds: Int
  /// What the case may take; nil without a case.
  package var budget: CaseBudget? { didSet { if isDebugged { budget?.liftTime() } } }
  /// True if a person debugs the process: no real time counts against it then.
  var isDebugged = false
  /// How it ends, and how it is ended.
  let life: any AdapterLife
  let input: Descriptor
  let output: Descriptor
  let errors: Descriptor
  private(set) var buffer = LineBuffer()
  private(set) var sequence = 0
  /// True once it has answered `stop`: only one that offers `reuse` lives on then.
  private(set) var hasAnsweredStop = false
  private var lastLine: [UInt8] = []
  private var errorTail: [UInt8] = []
  /// What an activation waits for; kept, so that an event costs no allocation.
  let entries = UnsafeMutableBufferPointer<pollfd>.allocate(capacity: 5)
  private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  /// Takes over an adapter that lives already.
  ///
  /// - Parameters:
  ///   - life: how it ends, and how it is ended.
  ///   - input: where messages are written.
  ///   - output: where replies come from.
  ///   - errors: where its standard error comes from; a closed descriptor for nowhere.
  ///   - errorTail: what has come from there before.
  init(
    name: String, instance: String, life: any AdapterLife, input: Descriptor, output: Descriptor,
    errors: Descriptor, errorTail: [UInt8] = [], watchdogMilliseconds: Int
  ) {
    self.name = name
    self.instance = instance
    self.watchdogMilliseconds = watchdogMilliseconds
    self.life = life
    self.input = input
    self.output = output
    self.errors = errors
    self.errorTail = errorTail
    for descriptor in [input, output, errors] { descriptor.makeNonBlocking() }
  }

  /// Starts an adapter.
  ///
  /// - Parameters:
  ///   - name: the app's name in the case.
  ///   - instance: `device/app`.
  ///   - command: program and arguments.
  ///   - folder: the working directory.
  ///   - environment: variables to replace.
  ///   - watchdogMilliseconds: real time that one activation may take; 0 for no bound.
  package convenience init(
    name: String, instance: String = "", command: [String], folder: String?,
    environment: [String: String] = [:], watchdogMilliseconds: Int
  ) throws(ParticipantFailure) {
    let toChild = try Descriptor.pipe()
    let fromChild = try Descriptor.pipe()
    let errorsOfChild = try Descriptor.pipe()
    let child = try ChildProcess(
      participant: name, command: command, folder: folder, environment: environment,
      descriptors: [
        (toChild.read.number, 0), (fromChild.write.number, 1), (errorsOfChild.write.number, 2),
      ])
    self.init(
      name: name, instance: instance, life: child, input: toChild.write, output: fromChild.read,
      errors: errorsOfChild.read, watchdogMilliseconds: watchdogMilliseconds)
  }

  deinit {
    life.kill()
    entries.deallocate()
    bytes.deallocate()
  }

  package var processIdentifier: Int32 { life.processIdentifier }
  package var pipes: AdapterPipes? {
    life.hasPipes ? AdapterPipes(input: input.number, output: output.number) : nil
  }

  /// Takes on another app, after the adapter has answered `stop` and offers the capability `reuse`.
  package func host(name: String, instance: String) {
    self.name = name
    self.instance = instance
    understandsHeld = false
    sequence = 0
    hasAnsweredStop = false
    lastLine = []
    errorTail = []
  }

  /// Sends one message without a service behind the app and waits for its reply.
  package func exchange(_ message: StepMessage) throws(ParticipantFailure) -> StepReply {
    guard case .reply(let reply) = try activate(message, service: nil) else {
      throw failure(.watchdog, "the adapter did not reply")
    }
    return reply
  }

  /// Sends a line as it is and waits for the reply: for probes that ``StepMessage`` cannot say.
  ///
  /// - Parameters:
  ///   - line: the message without its line feed.
  ///   - sequence: its `seq`, which the reply must repeat.
  ///   - now: its time.
  ///   - service: what may hold responses back meanwhile; nil for nothing.
  package func exchange(
    line: String, sequence: Int, at now: VirtualInstant, service: (any ServiceLink)? = nil
  ) throws(ParticipantFailure) -> StepReply {
    self.sequence = sequence
    lastLine = Array(line.utf8) + [0x0A]
    guard case .reply(let reply) = try wait(sending: lastLine[...], at: now, service: service)
    else { throw failure(.watchdog, "the adapter did not reply") }
    return reply
  }

  package func activate(_ message: StepMessage, service: (any ServiceLink)?)
    throws(ParticipantFailure) -> ActivationOutcome
  {
    sequence = message.sequence
    lastLine.removeAll(keepingCapacity: true)
    message.writeLine(to: &lastLine)
    guard lastLine.count - 1 <= LineBuffer.maximumLineLength else {
      throw ParticipantFailure(
        .impossibleStep, name,
        "the message \(message.operation.rawValue) has \(lastLine.count - 1) bytes; a line of the step "
          + "protocol has \(LineBuffer.maximumLineLength) at most, without its line feed")
    }
    do throws(ParticipantFailure) {
      // Whom a response has been released for may go on before it has read the message.
      let outcome = try wait(
        sending: lastLine[...], at: message.now, service: service, operation: message.operation)
      hasAnsweredStop = message.operation == .stop
      return outcome
    } catch {
      // What the app had sent before it broke down belongs to the history; a service that has ended too says nothing.
      try? service?.receive()
      throw error
    }
  }

  /// Sends what is to be sent, and serves every descriptor until the activation ends.
  private func wait(
    sending line: ArraySlice<UInt8>, at now: VirtualInstant?, service: (any ServiceLink)?,
    operation: StepOperation? = nil
  ) throws(ParticipantFailure) -> ActivationOutcome {
    let isUnderWay = operation == .resume
    var mustRead = !isUnderWay && operation != nil && isSampled
    let isEarly = mustRead && hasUnreadOutput
    var watchesInput = life.hasPipes
    var patience = Patience(
      milliseconds: isDebugged ? 0 : watchdogMilliseconds, caseEnd: budget?.end)
    var pending = line.isEmpty ? line : try send(line)
    var stage: ActivationStage = isUnderWay || !pending.isEmpty ? .active : .sent
    service?.note(stage)
    var seen = 0
    while true {
      entries[0] = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
      entries[1] = pollfd(fd: service?.descriptorNumber ?? -1, events: Int16(POLLIN), revents: 0)
      entries[2] = pollfd(fd: errors.number, events: Int16(POLLIN), revents: 0)
      entries[3] = pollfd(fd: life.endNumber, events: Int16(POLLIN), revents: 0)
      entries[4] = pollfd(
        fd: watchesInput || !pending.isEmpty ? input.number : -1,
        events: pending.isEmpty ? 0 : Int16(POLLOUT), revents: 0)
      poll(entries.baseAddress!, nfds_t(entries.count), patience.timeout)
      // Not only when nothing came: standard error may keep this loop busy for ever.
      if entries[0].revents == 0, patience.isDue { try look(&patience, service) }
      if entries[1].revents != 0, let service {
        try service.read()
        while let record = service.heldRecord(of: instance, after: &seen) {
          if record.hold == .killPoint { return .killPoint(record) }
          guard understandsHeld else { return .blocked(record) }
          guard !record.client.isEmpty else { throw unnamed(record) }
          // It lies unread in the input of an app that is active.
          stage = .active
          mustRead = false
          service.note(stage)
          var line: [UInt8] = []
          StepMessage(
            sequence: sequence, now: now ?? .init(milliseconds: 0), operation: .held,
            arguments: ["request": .string(record.client)]
          ).writeLine(to: &line)
          pending = try send(pending + line)
        }
      }
      if entries[2].revents != 0 { drainErrors() }
      if entries[4].revents != 0, !pending.isEmpty { pending = try send(pending) }
      if entries[0].revents != 0 {
        service?.note(.transfer)
        if let reply = try receive(service) {
          if isEarly || (mustRead && hasUnreadInput) { throw tooEarly() }
          try service?.receive()
          return .reply(reply)
        }
        service?.note(stage)
      } else if entries[3].revents != 0 {
        // What it wrote last says more than that it ended.
        if !hasUnreadOutput { throw exited(isToldTo: operation == .stop) }
      } else if watchesInput, entries[4].revents & Int16(POLLERR) != 0 {
        guard operation == .stop, !hasUnreadInput else { throw exited() }
        watchesInput = false
      }
    }
  }

  /// Decides whether to go on waiting for a reply.
  private func look(
    _ patience: inout Patience, _ service: (any ServiceLink)?
  ) throws(ParticipantFailure) {
    // Whoever stands at a breakpoint takes the time of a person.
    if Tracer.isAttached(toGroup: life.group, fromOutsideOf: getpid()) {
      let excused = patience.excuse()
      budget?.excuse(excused)
      return
    }
    switch patience.look(
      at: ProcessorLoad.of(group: life.group, and: service?.processIdentifier))
    {
    case .goOn: break
    case .silent:
      if let process = service?.processIdentifier, ChildProcess.isStopped(process) {
        throw ParticipantFailure(
          .service, "service",
          "a signal has stopped the service, process \(process), while \(name) waited for it")
      }
      throw silence()
    case .caseIsOver: throw budget!.timeout(of: name)
    }
  }

  package func kill() {
    life.kill()
    for descriptor in [input, output, errors] { descriptor.close() }
  }

  package func finish() throws(ParticipantFailure) { try finish(endsInput: true) }

  /// Waits for the end of an adapter that has answered `stop`.
  ///
  /// - Parameter endsInput: true to close its input first; false to see whether `stop` alone ends it.
  package func finish(endsInput: Bool) throws(ParticipantFailure) {
    if endsInput { endInput() }
    let ended = life.ends(withinMilliseconds: 2000)
    let text = life.end.text
    let isClean = life.hasEndedWell
    let hasWritten = buffer.hasPartialLine || takeOutput()
    let unasked = hasWritten ? unasked() : nil
    kill()
    if let unasked { throw unasked }
    guard ended else {
      throw failure(
        .ignoredStop,
        "the adapter was still running two seconds after it answered stop; it must exit")
    }
    guard isClean else {
      throw failure(.exited, "\(text) after stop; status 0 is expected")
    }
  }

  private func endInput() {
    input.close()
    life.endInput()
  }

  /// Closes the adapter's input and tells whether it exits within the given real time.
  package func exitsAtEndOfInput(withinMilliseconds milliseconds: Int) -> Bool {
    endInput()
    defer { kill() }
    return life.ends(withinMilliseconds: milliseconds)
  }

  /// The end of what the adapter wrote to its standard error, at most 2,000 bytes.
  package var errorText: String {
    drainErrors()
    return String(decoding: errorTail.suffix(2000), as: UTF8.self)
  }

  // MARK: - Bytes

  private func send(_ line: ArraySlice<UInt8>) throws(ParticipantFailure) -> ArraySlice<UInt8> {
    guard let count = input.write(line) else {
      // What it wrote last says more than that it reads no more: it is taken as sent, and the reply is looked at.
      guard hasUnreadOutput else { throw exited() }
      return line.suffix(0)
    }
    return line.dropFirst(count)
  }

  /// Takes in what has come; a reply as soon as its line is whole.
  private func receive(_ service: (any ServiceLink)?) throws(ParticipantFailure) -> StepReply? {
    switch output.read(into: bytes) {
    case .nothingYet: return nil
    case .end: throw exited()
    case .bytes(let count):
      buffer.append(UnsafeRawBufferPointer(start: bytes.baseAddress, count: count))
    }
    guard let line = buffer.nextLine() else {
      if buffer.isOverlong {
        throw failure(
          .overlongLine,
          "the adapter wrote a line of more than \(buffer.limit) bytes")
      }
      return nil
    }
    // From here on the app is idle; whatever else it sends comes too late.
    service?.closeGate()
    try budget?.check(reply: line.count, of: name)
    let reply: StepReply
    do {
      reply = try StepReply(line: line)
    } catch {
      throw malformed(line, error)
    }
    guard reply.sequence == sequence else {
      // No cheaper way to notice bytes between two activations: they meet the next message.
      if reply.sequence < sequence, reply.sequence > 0 {
        throw failure(
          .unasked,
          "the adapter answered seq \(reply.sequence) a second time "
            + "while seq \(sequence) was waiting for its reply")
      }
      throw failure(
        .wrongSequence,
        "the adapter answered seq \(reply.sequence) instead of seq \(sequence); a reply must have the seq of its message"
      )
    }
    try budget?.check(events: reply.events.count, of: name)
    if buffer.hasPartialLine {
      throw failure(
        .secondLine,
        "the adapter wrote more than one line in reply to one message: \(Excerpt.text(buffer.partialLine))"
      )
    }
    return reply
  }

  /// Takes in what the adapter has written although nothing was asked; true if there is something.
  func takeOutput() -> Bool {
    guard case .bytes(let count) = output.read(into: bytes) else { return false }
    buffer.append(UnsafeRawBufferPointer(start: bytes.baseAddress, count: count))
    return true
  }

  func drainErrors() {
    // Bounded, so that an adapter that floods its standard error cannot keep the coordinator here.
    for _ in 0..<16 {
      switch errors.read(into: bytes) {
      case .bytes(let count):
        errorTail.append(contentsOf: UnsafeRawBufferPointer(bytes)[..<count])
        if errorTail.count > 8192 { errorTail.removeFirst(errorTail.count - 4096) }
      case .end:
        errors.close()
        return
      case .nothingYet: return
      }
    }
  }

  // MARK: - Failures

  func failure(_ code: ParticipantFailure.Code, _ message: String) -> ParticipantFailure {
    let errors = errorText
    let last = String(decoding: lastLine.dropLast().prefix(2000), as: UTF8.self)
    return ParticipantFailure(
      code, name,
      errors.isEmpty ? message : "\(message); its standard error ends with: \(errors)",
      lastMessage: last)
  }
}
