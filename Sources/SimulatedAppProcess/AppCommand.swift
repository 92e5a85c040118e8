internal import Contract
internal import ExactText
public import ReferenceSDK
import SimulatedApp
public import StepProtocol

/// What the command line of `mam-app` asks for.
public enum AppCommand: Equatable, Sendable {
  /// Serve the step protocol.
  case serve(AppVariant)
  /// Print a text and exit with status 0.
  case show(String)
  /// Print a message on standard error and exit with status 64.
  case misuse(String)

  /// Reads the arguments behind the program's name.
  public init(arguments: [String]) {
    var variant = AppVariant()
    var defects: [Defect] = []
    var readings: [Reading] = []
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
        self = .show(AppCommand.list(Defect.self))
        return
      case "--defect":
        guard let name = rest.popFirst() else {
          self = .misuse("--defect needs a name; --defects lists them")
          return
        }
        guard let named = Defect.named(name) else {
          self = .misuse("there is no defect \"\(name)\"; --defects lists them")
          return
        }
        defects.append(named)
      case "--behaviour":
        let word = rest.popFirst() ?? Edition.latest.rawValue
        guard let edition = Edition(rawValue: word) else {
          let known = Edition.allCases.map(\.rawValue).joined(separator: ", ")
          self = .misuse("--behaviour needs no edition, or one of \(known)")
          return
        }
        self = AppCommand(defects, readings) { .show(AppCommand.list($0.behaviour(in: edition))) }
        return
      case "--readings":
        self = .show(AppCommand.list(Reading.self))
        return
      case "--reading":
        guard let reading = rest.popFirst().flatMap(Reading.named) else {
          self = .misuse("--reading needs the name of a reading; --readings lists them")
          return
        }
        readings.append(reading)
      case "--without":
        guard let capability = rest.popFirst().flatMap(Capability.init) else {
          let known = AppHost.capabilities.map(\.rawValue).joined(separator: ", ")
          self = .misuse("--without needs one of the capabilities: \(known)")
          return
        }
        variant.missing.insert(capability)
      default:
        self = .misuse("unknown argument \"\(argument)\"; see --help")
        return
      }
    }
    self = AppCommand(defects, readings) {
      variant.variations = $0
      return .serve(variant)
    }
  }

  /// A command that needs variations which go together.
  private init(
    _ defects: [Defect], _ readings: [Reading], _ command: (Variations) -> AppCommand
  ) {
    do throws(VariationConflict) {
      self = command(try Variations(readings: readings, defects: defects))
    } catch {
      self = .misuse(error.description)
    }
  }

  static let help = """
    Usage: mam-app [--defect NAME]... [--reading NAME]... [--without CAPABILITY]...
                   [--behaviour [EDITION]]

    Hosts the reference SDK as an app would, and speaks the step protocol on standard input and output.

      --behaviour [EDITION] list what the SDK decides in an edition, with the defects and readings before it
      --defect NAME         violate the contract in that way
      --defects             list the defects
      --reading NAME        keep the contract in that other way where it leaves a choice
      --readings            list the readings
      --without CAPABILITY  do not offer that capability of the step protocol
      --version             print the version
      --help                print this text

    """

  /// One line for each field, such as `enrollment.retryInterval = 24h`.
  static func list(_ behaviour: Behaviour) -> String {
    behaviour.listing.map { "\($0.field) = \($0.value)\n" }.joined()
  }

  /// One line for each defect or reading: name, explanation, and what it breaks, or what allows it.
  static func list<Kind: Variation>(_ kind: Kind.Type) -> String {
    let width = kind.all.map(\.name.count).max() ?? 0
    return kind.all.map { variation in
      let padding = String(repeating: " ", count: width - variation.name.count)
      let sources = variation.sources.joined(separator: ", ")
      return "\(variation.name)\(padding)  \(variation.summary) [\(sources)]\n"
    }.joined()
  }
}

/// What a simulated app does otherwise than by default.
public struct AppVariant: Equatable, Sendable {
  /// In what it differs from the contract's defaults.
  public var variations = Variations()
  /// Capabilities that are not offered.
  public var missing: Set<Capability> = []

  /// An app without peculiarities.
  public init() {}
}
