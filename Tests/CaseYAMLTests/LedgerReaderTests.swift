import CaseModel
import CaseYAML
import Contract
import Foundation
import JSONText
import Testing

/// Ledgers of known failures as YAML.
@Suite struct LedgerReaderTests {
  private func read(_ text: String) throws -> (ledger: Ledger?, messages: [String]) {
    try withFolder(["l.yaml": text]) { folder in
      let (ledger, diagnostics) = LedgerReader.load(path: "\(folder)/l.yaml", contract)
      return (
        ledger,
        diagnostics.map { $0.description.replacingOccurrences(of: "\(folder)/", with: "") }
      )
    }
  }

  private static let head = "ledger: acme\nowner: team\nlink: x\nexpires: 2027-01-31\nfailures:\n"

  @Test func `an entry has the owner, the link and the day of the ledger unless it has its own`()
    throws
  {
    let (ledger, messages) = try read(
      LedgerReaderTests.head
        + "  - {case: a/b, check: [c, d], requirement: ENR-008, reason: no, edition: 2017-11+}\n"
        + "  - {case: [e, f], check: g, requirement: [ENR-009], reason: h, owner: i, expires: 2028-02-29}\n"
    )
    #expect(messages == [])
    let entries = try #require(ledger?.entries)
    #expect(entries.map { $0.cases.map(\.text) } == [["a/b"], ["e", "f"]])
    #expect(entries.map { $0.checks.map(\.text) } == [["c", "d"], ["g"]])
    #expect(entries.map(\.owner) == ["team", "i"])
    #expect(entries.map(\.expires.description) == ["2027-01-31", "2028-02-29"])
    #expect(entries[0].editions == [.e2017_11, .e2020_01, .e2020_06])
    #expect(entries[1].editions.count == Edition.allCases.count)
  }

  @Test func `what is wrong is said from the top to the bottom`() throws {
    let (_, messages) = try read(
      "ledger: acme\nowner: team\nexpires: never\nfailures:\n"
        + "  - {case: a/b, check: c, requirement: NO-1}\n  - {case: a/b, check: c, reason: x}\n")
    let lines = messages.compactMap {
      $0.split(separator: ":").dropFirst().first.flatMap { Int($0) }
    }
    #expect(lines.count > 4 && lines == lines.sorted(), "\(messages)")
  }

  @Test(arguments: [
    (
      "{case: a, check: b, requirement: ENR-999, reason: c}",
      "6:38: error: unknown requirement 'ENR-999'"
    ),
    ("{case: a, check: b, requirement: ENR-008}", "6:5: error: 'failures' needs the key 'reason'"),
    (
      "{cas: a, check: b, requirement: ENR-008, reason: c}",
      "6:6: error: unknown key 'cas' in 'failures'; did you mean 'case'?"
    ),
    (
      "{case: {a: b}, check: b, requirement: ENR-008, reason: c}",
      "6:12: error: 'case' takes a case, a pattern of cases or a list of them, not a mapping"
    ),
    (
      "{case: a, check: b, requirement: ENR-008, reason: c, expires: 2027-02-29}",
      "6:67: error: 'expires' takes a day such as 2027-01-31, not '2027-02-29'"
    ),
    (
      "{case: a, check: b, requirement: ENR-008, reason: c, edition: 2018}",
      "6:67: error: unknown edition '2018'"
    ),
  ])
  func `what is wrong is said with its place`(entry: String, message: String) throws {
    let (ledger, messages) = try read(LedgerReaderTests.head + "  - \(entry)\n")
    #expect(ledger == nil)
    #expect(messages.first?.hasPrefix("l.yaml:\(message)") == true, "\(messages)")
  }

  @Test func `an entry without an owner is refused`() throws {
    let (_, messages) = try read(
      "ledger: a\nlink: b\nexpires: 2027-01-31\nfailures:\n"
        + "  - {case: a, check: b, requirement: ENR-008, reason: c}\n")
    #expect(
      messages == [
        "l.yaml:5:5: error: the entry needs the key 'owner'; write it here, or above 'failures' for all "
          + "entries"
      ])
  }

  @Test func `the schema has the keys of the reader`() throws {
    let path = "\(repository)/suites/schemas/ledger.schema.json"
    let schema = try JSON(parsing: String(contentsOfFile: path, encoding: .utf8))
    func keys(_ node: JSON?) -> [String] {
      (node?["properties"]?.object?.members ?? []).map(\.name).sorted()
    }
    #expect(keys(schema) == LedgerReader.keys.sorted())
    #expect(keys(schema["$defs"]?["entry"]) == LedgerReader.entryKeys.sorted())
  }

  @Test(arguments: [
    (0, "1970-01-01"), (951_782_399_999, "2000-02-28"), (951_782_400_000, "2000-02-29"),
    (1_798_761_599_999, "2026-12-31"), (1_798_761_600_000, "2027-01-01"),
  ])
  func `a day is that of the moment`(milliseconds: Int, day: String) {
    #expect(CalendarDay(millisecondsSinceEpoch: milliseconds).description == day)
    #expect(CalendarDay(day)?.description == day)
  }
}
