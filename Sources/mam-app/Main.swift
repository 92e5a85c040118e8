import CProcess
internal import ExactText
import Glibc
import SimulatedAppProcess

@main
struct Main {
  static func main() {
    mam_set_right()
    switch AppCommand(arguments: Array(CommandLine.arguments.dropFirst())) {
    case .serve(let variant): AppProcess.run(variant)
    case .show(let text):
      // A reader that left early, as head does, is no error.
      signal(SIGPIPE, SIG_IGN)
      guard let error = AppProcess.writeAll(text, to: 1), error != EPIPE else { return }
      AppProcess.writeAll(
        "mam-app: cannot write to standard output: \(String(cString: strerror(error)))\n", to: 2)
      exit(2)
    case .misuse(let message):
      AppProcess.writeAll("mam-app: \(message)\n", to: 2)
      exit(64)
    }
  }
}
