internal import ExactText
import Glibc
import JSONText
import SimulatedApp
import StepProtocol
import SystemFiles

/// The simulated app as a process: step messages in, replies out.
package enum AppProcess {
  /// Serves standard input until its end, or until the app is closed in good order.
  package static func run(_ variant: AppVariant = AppVariant()) -> Never {
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
      // Nobody reads any more.
      if WholeFile.write(bytes, to: 1) != nil { exit(0) }
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
    _ = WholeFile.write(Array("mam-app: \(message)\n".utf8), to: 2)
    exit(64)
  }
}
