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
    let names = Array(arguments.operands.dropFirst())
    switch action {
    case "list" where !names.isEmpty: throw CommandError("'list' takes no name")
    case "show" where names.isEmpty:
      throw CommandError("'show' takes at least one name: show 2026.1")
    case "write" where names.count != 1:
      throw CommandError("'write' takes one name: write 2026.1")
    default: break
    }
    for option in [Option.released, .correction]
    where arguments.has(option) && action != "write" {
      throw CommandError("only write takes \(option.name)")
    }
    switch action {
    case "list": return try list()
    case "show": return try show(names)
    default: return try write(names[0])
    }
  }

  private var isJSON: Bool { arguments.value(.format) == "json" }

  private func list() throws(CommandError) -> Int32 {
    let folder = try Suites.folder(arguments)
    let versions = try SuiteVersionFile.names(folder: folder)
      .map { name throws(CommandError) in try SuiteVersionFile.read(name, folder: folder) }
    if isJSON {
      try Output.write(
        JSON.array(versions.map { .object(ShownSet.document($0)) }).prettyText)
    } else {
      let lines = versions.map {
        "\($0.name)  \($0.date)  \($0.caseCount) cases, \($0.checkCount) checks\n"
      }
      try Output.write(lines.joined())
    }
    return ExitCode.conforms
  }

  /// Shows sets, for all of which the suites are read once.
  private func show(_ names: [String]) throws(CommandError) -> Int32 {
    let suites = try Suites.load(arguments.withoutOperands)
    var documents: [JSON] = []
    var text = ""
    var areWhole = true
    for name in names {
      let shown = ShownSet(
        try SuiteVersionFile.plan(name, folder: suites.folder, over: suites.cases), suites.cases)
      areWhole = areWhole && shown.isWhole
      if isJSON { documents.append(.object(shown.document)) } else { text += shown.text }
    }
    if isJSON { text = (documents.count == 1 ? documents[0] : .array(documents)).prettyText }
    try Output.write(text)
    return areWhole ? ExitCode.conforms : ExitCode.violated
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
}
