internal import ExactText
public import ReferenceSDK
import SimulatedApp

/// What the command line of `mam-app` asks for.
public enum AppCommand: Equatable, Sendable {
  /// Serve the step protocol.
  case serve(Defect?)
  /// Print a text and exit with status 0.
  case show(String)
  /// Print a message on standard error and exit with status 64.
  case misuse(String)

  /// Reads the arguments behind the program's name.
  public init(arguments: [String]) {
    var defect: Defect?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h":
        self = .show(AppCommand.help)
        return
      case "--version":
        self = .show("mam-app \(AppHost.version)\n")
        return
      case "--defects":
        self = .show(AppCommand.defectList)
        return
      case "--defect":
        guard let name = rest.popFirst() else {
          self = .misuse("--defect needs a name; --defects lists them")
          return
        }
        guard let named = Defect(rawValue: name) else {
          self = .misuse("there is no defect \"\(name)\"; --defects lists them")
          return
        }
        defect = named
      default:
        self = .misuse("unknown argument \"\(argument)\"; see --help")
        return
      }
    }
    self = .serve(defect)
  }

  static let help = """
    Usage: mam-app [--defect NAME]

    Hosts the reference SDK as an app would, and speaks the step protocol on standard input and output.

      --defect NAME  violate the contract in that one way
      --defects      list the defects
      --version      print the version
      --help         print this text

    """

  /// One line for each defect: name, explanation, requirements.
  static var defectList: String {
    let width = Defect.allCases.map(\.name.count).max() ?? 0
    return Defect.allCases.map { defect in
      let padding = String(repeating: " ", count: width - defect.name.count)
      return
        "\(defect.name)\(padding)  \(defect.summary) [\(defect.requirements.joined(separator: ", "))]\n"
    }.joined()
  }
}
