import CProcess
internal import ExactText
import Glibc
import SimulatedAppProcess
import SystemFiles

@main
struct Main {
  static func main() {
    mam_set_right()
    switch AppCommand(arguments: Array(CommandLine.arguments.dropFirst())) {
    case .serve(let variant): AppProcess.run(variant)
    case .show(let text):
      // A reader that left early, as head does, is not an error.
      signal(SIGPIPE, SIG_IGN)
      guard let error = WholeFile.write(Array(text.utf8), to: 1), error.number != EPIPE
      else { return }
      complain("cannot write to standard output: \(error)")
      exit(2)
    case .misuse(let message):
      complain(message)
      exit(64)
    }
  }

  private static func complain(_ message: String) {
    _ = WholeFile.write(Array("mam-app: \(message)\n".utf8), to: 2)
  }
}
