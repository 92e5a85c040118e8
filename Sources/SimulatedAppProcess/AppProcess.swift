internal import ExactText
import Glibc
import JSONText
import SimulatedApp
import StepProtocol

/// The simulated app as a process: step messages in, replies out.
public enum AppProcess {
  /// Serves standard input until its end, or until the app is closed in good order.
  public static func run(_ variant: AppVariant = AppVariant()) -> Never {
    signal(SIGPIPE, SIG_IGN)
    let input = StandardInput()
    var transport = CurlTransport(input: input)
    var host = newHost(variant)
    var sequence = 0
    var bytes: [UInt8] = []
    while let line = input.nextLine() {
      let reply: StepReply
      do throws(StepProtocolError) {
        let message = try StepMessage(line: line)
        // A response may overtake the word that it is held back.
        if message.operation == .held { continue }
        if host.isHalted { die("a message came while the app stands still in a callback") }
        check(message.sequence, after: &sequence)
        reply = host.handle(message, transport: transport)
      } catch {
        guard case .unknownOperation = error, let number = AppProcess.sequence(of: line) else {
          die(error.description)
        }
        check(number, after: &sequence)
        reply = AppProcess.refusal(of: number, error.description)
      }
      bytes.removeAll(keepingCapacity: true)
      reply.writeLine(to: &bytes)
      writeOut(bytes)
      if host.isStopped {
        guard host.mayBeReused else { exit(0) }
        // The next app of this process starts from nothing, its connections included.
        host = newHost(variant)
        transport = CurlTransport(input: input)
        sequence = 0
      }
    }
    if input.isOverlong { die("a line of more than 1 MiB") }
    if input.hasPartialLine { die("the input ended within a line") }
    exit(0)
  }

  private static func newHost(_ variant: AppVariant) -> AppHost {
    AppHost(variations: variant.variations, missing: variant.missing)
  }

  /// Messages are counted up from 1.
  private static func check(_ number: Int, after sequence: inout Int) {
    guard number == sequence + 1 else { die("the message has seq \(number) after \(sequence)") }
    sequence = number
  }

  /// The `seq` of a message that cannot be read as a whole.
  private static func sequence(of line: ArraySlice<UInt8>) -> Int? {
    (try? JSON(parsing: line))?["seq"]?.int
  }

  /// The reply to an operation that is not known (rule 6).
  private static func refusal(of number: Int, _ message: String) -> StepReply {
    var reply = StepReply(sequence: number)
    reply.failure = StepFailure(code: .unsupported, message: message)
    return reply
  }

  /// Ends the process because of what was sent to it: a message on standard error, status 64.
  static func die(_ message: String) -> Never {
    writeAll("mam-app: \(message)\n", to: 2)
    exit(64)
  }

  private static func writeOut(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      if count > 0 {
        start += count
      } else if errno != EINTR {
        exit(0)  // Nobody reads any more.
      }
    }
  }

  /// Writes a text to a descriptor; returns the number of the error that stopped it, if one did.
  @discardableResult
  public static func writeAll(_ text: String, to descriptor: Int32) -> Int32? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return errno }
      rest = rest.dropFirst(max(0, count))
    }
    return nil
  }
}
