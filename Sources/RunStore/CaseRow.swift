internal import CaseModel
internal import Conformance
internal import Contract
internal import ExactText
internal import JSONText
internal import Storage
internal import VirtualTime

/// A finished case as rows of the tables `case_result` and `check_result`; what takes time is done when it is made.
struct CaseRow {
  private let number: Int
  private let insertCase: String
  private let values: [Value]
  private let checks: [[Value]]
  /// What the variants of the case have in common; nil in an older format, whose cases have it themselves.
  private let definition: [Value]?
  /// The dictionary that is written with the case; nil if the file has it.
  private let dictionary: [Value]?
  /// The dictionary that the case was written with.
  let entry: CaseDictionaries.Entry

  /// The rows of a case.
  ///
  /// - Parameters:
  ///   - number: its place in the run.
  ///   - format: that of the file; see ``RunFormat/version``.
  ///   - words: the dictionary for all cases; see ``CaseDictionaries``.
  ///   - entry: the dictionary of the case.
  ///   - isNew: true if the file does not have it yet, and its bytes are to be those of this case.
  init(
    number: Int, result: CaseResult, format: Int, words: [UInt8], entry: CaseDictionaries.Entry,
    isNew: Bool
  ) {
    let lines = result.history.lines
    let windows = Array(StoredJSON.windows(result.history).text.utf8)
    var entry = entry
    if isNew { entry.bytes = CaseDictionaries.bytes(windows: windows, lines: lines) }
    let whole = CaseDictionaries.whole(words, entry.bytes)
    func compressed(_ bytes: [UInt8], _ dictionary: [UInt8]) -> Value {
      .blob(Compression.deflate(bytes, dictionary: dictionary, level: 6) ?? [])
    }
    dictionary =
      isNew ? [.int(entry.number), .int(entry.bytes.count), compressed(entry.bytes, words)] : nil
    self.entry = entry
    self.number = number
    let item = result.conformanceCase
    let parameters = JSONObject(item.parameters.map { ($0.axis, .string($0.value)) })
    let edition = Value.text(item.edition.rawValue)
    let arguments = Value.text(JSON.object(parameters).text)
    let about: [Value] = [.text(item.title), .text(item.area)]
    let place: [Value] = [.text(item.location.file), .int(item.location.line)]
    var values: [Value] = [.int(number), .text(item.suite), .text(item.id)]
    if format > 2 {
      definition = [.text(item.suite), .text(item.id)] + about + place
      values += [edition, arguments]
    } else {
      definition = nil
      values += about + [edition, arguments] + place
    }
    values += [
      .text(result.verdict.rawValue),
      CaseRow.text(result.problem.map(StoredJSON.problem)),
      CaseRow.text(result.ending.map(StoredJSON.ending)), CaseRow.list(result.notes),
      .real(result.wallMilliseconds), .int(result.virtualTime.milliseconds),
      .int(result.history.epoch.milliseconds),
    ]
    let digest = Digest.bytes(of: lines)
    // Older formats have fewer columns.
    insertCase = CaseRow.insertCase(format: format)
    if format == 1 {
      values += [
        .text(String(decoding: windows, as: UTF8.self)), .int(lines.count),
        .text(Digest.text(digest)),
      ]
    } else {
      values += [
        .int(windows.count), compressed(windows, whole), .int(lines.count), .blob(digest),
      ]
    }
    values.append(compressed(lines, whole))
    if format > 2 { values.append(.int(entry.number)) }
    self.values = values
    checks = result.checks.enumerated().map { place, check in
      CaseRow.values(check, number, place, epoch: result.history.epoch)
    }
  }

  private static func values(
    _ check: CheckResult, _ number: Int, _ place: Int, epoch: VirtualInstant
  ) -> [Value] {
    let isPass = check.verdict == .pass
    let requirements = check.check.requirements.joined(separator: " ")
    let violates = check.requirements.joined(separator: " ")
    return [
      .int(number), .int(place), .text(check.check.id), .text(check.verdict.rawValue),
      .text(requirements), violates == requirements ? .null : .text(violates),
      .int(check.check.location.line),
      check.time.map { Value.int(($0 - epoch).milliseconds) } ?? .null,
      isPass ? .null : .text(check.expected), isPass ? .null : .text(check.found),
      list(check.nearest), text(check.difference.map { StoredJSON.difference($0, epoch: epoch) }),
    ]
  }

  /// Writes the rows, instead of those that the case had before.
  func write(to database: Database) throws(StorageError) {
    if let definition { try database.prepare(CaseRow.insertDefinition).bind(definition).run() }
    if let dictionary { try database.prepare(CaseRow.insertDictionary).bind(dictionary).run() }
    try database.prepare(insertCase).bind(values).run()
    for values in checks { try database.prepare(CaseRow.insertCheck).bind(values).run() }
  }

  private static let insertDefinition =
    "INSERT OR IGNORE INTO case_definition VALUES (?,?,?,?,?,?)"
  private static let insertDictionary = "INSERT INTO dictionary VALUES (?,?,?)"
  private static func insertCase(format: Int) -> String {
    switch format {
    case 1: insertCaseOfFormat1
    case 2: insertCaseOfFormat2
    default: insertCaseOfFormat3
    }
  }
  private static let insertCaseOfFormat1 =
    "INSERT OR REPLACE INTO case_result VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
  private static let insertCaseOfFormat2 =
    "INSERT OR REPLACE INTO case_result VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
  private static let insertCaseOfFormat3 =
    "INSERT OR REPLACE INTO case_result VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
  private static let insertCheck =
    "INSERT OR REPLACE INTO check_result VALUES (?,?,?,?,?,?,?,?,?,?,?,?)"

  private static func text(_ value: JSON?) -> Value { value.map { .text($0.text) } ?? .null }

  private static func list(_ texts: [String]) -> Value {
    texts.isEmpty ? .null : text(.array(texts.map(JSON.string)))
  }
}
