internal import ExactText
import Glibc
import SimulatedAppProcess

@main
struct Main {
  static func main() {
    switch AppCommand(arguments: Array(CommandLine.arguments.dropFirst())) {
    case .serve(let defect): AppProcess.run(defect: defect)
    case .show(let text): AppProcess.writeAll(text, to: 1)
    case .misuse(let message):
      AppProcess.writeAll("mam-app: \(message)\n", to: 2)
      exit(64)
    }
  }
}
