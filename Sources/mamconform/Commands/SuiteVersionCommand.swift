import Arguments
import CaseModel
import Conformance
import Contract
internal import ExactText
import JSONText
import Reporting
import SystemFiles
import Wording

/// `mamconform suite-version`: released sets of checks.
struct SuiteVersionCommand {
  private let arguments: ParsedArguments

  /// The command with its arguments.
  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  /// Does what the first word says, and returns the exit code.
  func run() throws(CommandError) -> Int32 {
    let action = arguments.operands.first ?? "list"
    guard ["list", "show", "write"].contains(action) else {
      throw CommandError("unknown action '\(action)'", suggestion: "known: list, show, write")
    }
    guard (action == "list") == (arguments.operands.count < 2) else {
      throw CommandError(
        action == "list" ? "'list' takes no name" : "\(action) takes a name: \(action) 2026.1")
    }
    for option in [Option.released, .correction]
    where arguments.has(option) && action != "write" {
      throw CommandError("only write takes \(option.name)")
    }
    switch action {
    case "list": return try list()
    case "show": return try show(arguments.operands[1])
    default: return try write(arguments.operands[1])
    }
  }

  private var isJSON: Bool { arguments.value(.format) == "json" }

  private func list() throws(CommandError) -> Int32 {
    let folder = try Suites.folder(arguments)
    let versions = try SuiteVersionFile.names(folder: folder)
      .map { name throws(CommandError) in try SuiteVersionFile.read(name, folder: folder) }
    if isJSON {
      try Output.write(
        JSON.array(versions.map { .object(SuiteVersionCommand.document($0)) }).prettyText)
    } else {
      let lines = versions.map {
        "\($0.name)  \($0.date)  \($0.caseCount) cases, \($0.checkCount) checks\n"
      }
      try Output.write(lines.joined())
    }
    return ExitCode.conforms
  }

  private func show(_ name: String) throws(CommandError) -> Int32 {
    let suites = try Suites.load(arguments.withoutOperands)
    let plan = try SuiteVersionFile.plan(name, folder: suites.folder, over: suites.cases)
    let version = plan.version
    var later: [(name: String, check: String, count: Int)] = []
    for item in suites.cases {
      let name = "\(item.suite)/\(item.id)"
      for check in item.checks where plan.isLater(check.id, of: item) {
        if let index = later.lastIndex(where: { $0.name == name && $0.check == check.id }) {
          later[index].count += 1
        } else {
          later.append((name, check.id, 1))
        }
      }
    }
    let isWhole =
      plan.missing.isEmpty && plan.missingParts.isEmpty && plan.missingChecks.isEmpty
    if isJSON {
      var object = SuiteVersionCommand.document(version)
      object["later"] = .array(
        later.map {
          ["case": .string($0.name), "check": .string($0.check), "count": .int($0.count)]
        })
      object["missing"] = .array(
        plan.missing.map {
          [
            "case": .string($0.name), "edition": .string($0.edition.rawValue),
            "count": .int($0.count),
          ]
        } + plan.missingParts.map { ["world": .string($0)] }
          + plan.missingChecks.map { ["standing": .string($0)] })
      try Output.write(JSON.object(object).prettyText)
    } else {
      var text = "\(version.name) of \(version.date): \(version.caseCount) cases, "
      text += "\(version.checkCount) checks\n"
      for correction in version.corrections {
        text += "corrected     \(correction.date): \(correction.reason)\n"
      }
      for item in later {
        let cases = Counted.text(item.count, "case")
        text += "later         \(item.name) \(item.check), in \(cases)\n"
      }
      for item in plan.missing {
        let combinations = Counted.text(item.count, "combination")
        text += "not as it was \(item.name)@\(item.edition.rawValue), \(combinations)\n"
      }
      for part in plan.missingParts { text += "not as it was \(part) of the standard world\n" }
      for check in plan.missingChecks { text += "not as it was standing check \(check)\n" }
      try Output.write(text)
    }
    return isWhole ? ExitCode.conforms : ExitCode.violated
  }

  private func write(_ name: String) throws(CommandError) -> Int32 {
    guard !name.isEmpty, !name.hasPrefix("."), name.utf8.allSatisfy(SuiteVersionCommand.isPlain)
    else {
      throw CommandError(
        "'\(name)' is not a valid name for a set",
        suggestion: "use letters, digits, '.', '-' and '_'")
    }
    let suites = try Suites.load(arguments.withoutOperands)
    let date =
      try arguments.value(.released).map { text throws(CommandError) in
        try LedgerFile.day(text, Option.released.name)
      } ?? CalendarDay(millisecondsSinceEpoch: WallClock.sinceEpoch)
    let path = SuiteVersionFile.path(name, folder: suites.folder)
    let world = SuiteVersionFile.world(suites.folder)
    let isThere = CommandError(
      "\(path) exists: a released set stays as it is",
      suggestion: "give another name, or say what was wrong in it with --correction REASON")
    let version: SuiteVersion
    if let reason = arguments.value(.correction) {
      version = try SuiteVersionFile.read(name, folder: suites.folder).corrected(
        .init(date: date, reason: reason), by: suites.cases, world: world)
    } else {
      guard !Path.exists(path) else { throw isThere }
      version = SuiteVersion(name: name, date: date, freezing: suites.cases, world: world)
    }
    try FileOutput.prepare(file: path)
    let bytes = Array(SuiteVersionText.file(version).utf8)
    if arguments.has(.correction) {
      try FileOutput.write(bytes, to: path)
    } else if try !FileOutput.create(path, with: bytes) {
      // Somebody else has released it meanwhile.
      throw isThere
    }
    Output.complain("\(path): \(version.caseCount) cases, \(version.checkCount) checks\n")
    return ExitCode.conforms
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func document(_ version: SuiteVersion) -> JSONObject {
    [
      "name": .string(version.name), "date": .string(version.date.description),
      "cases": .int(version.caseCount), "checks": .int(version.checkCount),
      "corrections": .array(
        version.corrections.map {
          ["date": .string($0.date.description), "reason": .string($0.reason)]
        }),
    ]
  }
}
