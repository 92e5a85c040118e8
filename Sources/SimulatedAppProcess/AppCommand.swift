import Arguments
import Contract
internal import ExactText
package import ReferenceSDK
import SimulatedApp
package import StepProtocol
import SystemFiles
import Wording

/// What the command line of `mam-app` asks for.
package enum AppCommand: Equatable, Sendable {
  /// Serve the step protocol.
  case serve(AppVariant)
  /// Print a string and exit with status 0.
  case show(String)
  /// Print a message on standard error and exit with status 64.
  case misuse(String)

  /// What the program takes.
  static let description = CommandDescription(
    program: "mam-app", summary: "Host the reference SDK as an app would, for tests of mamconform",
    operand: Operand(
      placeholder: "EDITION", kind: .choice(Edition.allCases.map(\.rawValue)), count: 0...1,
      summary: "for --behaviour; default: the latest"),
    groups: [
      OptionGroup(
        "options",
        [
          .behaviour, .defect, .defects, .reading, .readings, .number, .without, .manual, .version,
        ])
    ],
    discussion: "Speaks the step protocol on standard input and output.",
    takesLastValue: true)

  /// Reads the arguments behind the program's name.
  package init(arguments: [String]) {
    do throws(UsageError) {
      self = try AppCommand(AppCommand.description.parse(arguments))
    } catch {
      self = .misuse(error.description)
    }
  }

  private init(_ arguments: ParsedArguments) throws(UsageError) {
    if arguments.has(.help) {
      self = .show(HelpText.page(AppCommand.description, width: Terminal.pageWidth))
    } else if arguments.has(.manual) {
      self = .show(ManualPage(version: AppHost.version).text(AppCommand.description))
    } else if arguments.has(.version) {
      self = .show("mam-app \(AppHost.version)\n")
    } else if arguments.has(.defects) {
      self = .show(AppCommand.list(Defect.self))
    } else if arguments.has(.readings) {
      self = .show(AppCommand.list(Reading.self))
    } else if arguments.has(.behaviour) {
      let edition = arguments.operands.first.flatMap(Edition.init) ?? .latest
      self = .show(AppCommand.list(try AppVariant(arguments).variations.behaviour(in: edition)))
    } else if let edition = arguments.operands.first {
      throw UsageError("unexpected '\(edition)': an edition is for --behaviour")
    } else {
      self = .serve(try AppVariant(arguments))
    }
  }

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
package struct AppVariant: Equatable, Sendable {
  /// In what it differs from the contract's defaults.
  package var variations = Variations()
  /// Capabilities that are not offered.
  package var missing: Set<Capability> = []

  /// An app without peculiarities.
  package init() {}

  /// The variant that arguments ask for.
  fileprivate init(_ arguments: ParsedArguments) throws(UsageError) {
    var defects: [Defect] = []
    for name in arguments.all(.defect) {
      guard let named = Defect.named(name) else {
        throw UsageError("there is no defect '\(name)'", suggestion: "--defects lists them")
      }
      defects.append(named)
    }
    var readings: [Reading] = []
    for name in arguments.all(.reading) {
      guard let named = Reading.named(name) else {
        throw UsageError("there is no reading '\(name)'", suggestion: "--readings lists them")
      }
      readings.append(named)
    }
    var profile = Profile.standard
    for assignment in arguments.all(.number) where !profile.take(assignment) {
      throw UsageError(
        "'\(assignment)' is not a number of the contract",
        suggestion: "write one such as retry=12h, checkIn=4h or timeout=2min")
    }
    do throws(VariationConflict) {
      variations = try Variations(readings: readings, defects: defects, profile: profile)
    } catch {
      throw UsageError(error.description)
    }
    missing = Set(arguments.all(.without).compactMap(Capability.init))
  }
}

extension Option {
  fileprivate static let behaviour = Option(
    "--behaviour", "list what the SDK decides in an edition, with its defects and readings")
  fileprivate static let defect = Option(
    "--defect", "NAME", .text, "violate the contract in this way",
    details: "may be given several times")
  fileprivate static let defects = Option("--defects", "list the defects")
  fileprivate static let reading = Option(
    "--reading", "NAME", .text, "follow this other reading where the contract leaves a choice",
    details: "may be given several times")
  fileprivate static let readings = Option("--readings", "list the readings")
  fileprivate static let number = Option(
    "--number", "NAME=DURATION", .text,
    "use this number instead of the contract's: retry, checkIn or timeout; checkIn=service follows the service",
    details: "may be given several times")
  fileprivate static let without = Option(
    "--without", "CAPABILITY", .choice(AppHost.capabilities.map(\.rawValue)),
    "do not offer this capability of the step protocol", details: "may be given several times")
  fileprivate static let manual = Option(
    "--manual", "print the manual page, in the macros of man(7)")
  fileprivate static let version = Option("--version", "print the version")
}
