import Glibc
import MAMService

@main struct Main {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "serve" { exit(ServiceProcess.run(Array(arguments.dropFirst()))) }
  }
}
