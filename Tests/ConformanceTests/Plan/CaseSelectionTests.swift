import CaseModel
import Contract
import Testing
import VirtualTime
import Wording

@testable import Conformance

@Suite struct CaseSelectionTests {
  static func item(
    _ suite: String, _ id: String, _ edition: Edition = .latest, area: String = "ENR",
    failure: String? = nil, proves: [String] = ["ENR-008"]
  ) -> ConformanceCase {
    let place = SourceLocation(file: "\(suite).yaml", line: 1)
    let check = Check(
      id: "seen", requirements: proves, demand: .returns(.exists(true)), location: place)
    return ConformanceCase(
      suite: suite, id: id, title: "", area: area, edition: edition,
      parameters: failure.map { [.init(axis: "failure", value: $0)] } ?? [], location: place,
      world: World(), steps: [Step(location: place, action: nil, opensWindow: false, check: check)],
      limit: .days(1))
  }

  static let cases = [
    item("enrollment-retry", "after-24h", .e2016_09, failure: "enroll-503"),
    item("enrollment-retry", "after-24h", failure: "enroll-503"),
    item("enrollment-retry", "after-24h", failure: "enroll-reset"),
    item("enrollment-retry", "after-restart"),
    item("enrollment", "first", proves: ["ENR-006"]),
    item("policy", "refresh", area: "POL", proves: ["POL-001"]),
  ]

  static let contract = Contract(
    requirements: ["ENR-006", "ENR-007", "ENR-008", "POL-001", "STA-001"].map {
      Requirement(
        id: $0, title: "", statement: "", party: "sdk", level: "must", testable: "protocol",
        editions: Set(Edition.allCases), observe: "")
    })

  /// The selection of words as they stand on a command line.
  func selection(_ line: String) -> CaseSelection {
    var patterns: [String] = []
    var filters: [String: [String]] = [:]
    var words = line.split(separator: " ").map(String.init)[...]
    while let word = words.popFirst() {
      if word.hasPrefix("--") {
        filters[word] = words.popFirst()?.split(separator: ",").map(String.init)
      } else {
        patterns.append(word)
      }
    }
    return CaseSelection(
      patterns: patterns, areas: filters["--area"], requirements: filters["--requirement"],
      editions: filters["--edition"])
  }

  func select(_ line: String) throws -> [String] {
    try selection(line).apply(to: CaseSelectionTests.cases, CaseSelectionTests.contract)
      .map(\.name)
  }

  @Test func `of one case the latest edition is shown`() throws {
    func one(_ line: String) throws -> String {
      try selection(line).one(of: CaseSelectionTests.cases, CaseSelectionTests.contract).name
    }
    #expect(
      try one("enrollment-retry/after-24h[failure=enroll-503]")
        == "enrollment-retry/after-24h[failure=enroll-503]@2020-06")
    let error = #expect(throws: UsageError.self) { _ = try one("enrollment-retry/after-24h") }
    #expect(
      error?.description
        == "2 cases match: 'enrollment-retry/after-24h[failure=enroll-503]', "
        + "'enrollment-retry/after-24h[failure=enroll-reset]'; name one of them")
  }

  @Test func `suites without a case are an error`() {
    #expect(throws: UsageError("the suites hold no case")) {
      try CaseSelection().apply(to: [], CaseSelectionTests.contract)
    }
  }

  @Test func `without patterns and filters every case is taken`() throws {
    #expect(try select("").count == 6)
  }

  @Test func `a suite is no prefix of another suite`() throws {
    #expect(try select("enrollment") == ["enrollment/first@2020-06"])
    #expect(try select("enrollment-retry").count == 4)
  }

  @Test func `a case stands for its editions and combinations`() throws {
    #expect(try select("enrollment-retry/after-24h").count == 3)
    #expect(try select("enrollment-retry/after-24h@2020-06").count == 2)
    #expect(try select("enrollment-retry/after-24h[failure=enroll-503]").count == 2)
    #expect(try select("enrollment-retry/after-24h[failure=enroll-503]@2020-06").count == 1)
  }

  @Test func `several patterns take each case once, in the order of the suites`() throws {
    let names = "policy/refresh enrollment-retry/after-restart@2020-06 enrollment-retry"
    #expect(try select(names).count == 5)
    #expect(try select(names).last == "policy/refresh@2020-06")
    #expect(try select("polic?/* enrollment policy").count == 2)
    let error = #expect(throws: UsageError.self) { _ = try select("policy polici other") }
    #expect(error?.description.hasPrefix("no case matches 'polici'") == true)
  }

  @Test func `globs are held against whole names with brackets taken literally`() throws {
    #expect(try select("*after*").count == 4)
    #expect(try select("*/after-24h[failure=enroll-???]@*").count == 2)
    #expect(try select("*503]").count == 2)
    #expect(try select("policy/refres?").count == 1)
    #expect(try select("*@2016-09").count == 1)
  }

  @Test func `filters narrow what patterns name and the order stays`() throws {
    #expect(try select("--area pol") == ["policy/refresh@2020-06"])
    #expect(try select("--requirement ENR-006,POL-001").count == 2)
    #expect(try select("--edition latest,2016-09").count == 6)
    #expect(
      try select("policy enrollment") == ["enrollment/first@2020-06", "policy/refresh@2020-06"])
  }

  struct Row: CustomTestStringConvertible {
    var words: String
    var message: String
    var testDescription: String { words }
  }

  static let rows = [
    Row(
      words: "enrolment-retry",
      message: "no case matches 'enrolment-retry'; did you mean 'enrollment-retry'?"),
    Row(
      words: "policy/refrehs",
      message: "no case matches 'policy/refrehs'; did you mean 'policy/refresh'?"),
    Row(
      words: "first",
      message:
        "no case matches 'first'; did you mean 'enrollment/first'?"),
    Row(
      words: "policy zzz",
      message: "no case matches 'zzz'; known: enrollment-retry/after-24h, "
        + "enrollment-retry/after-restart, enrollment/first, policy/refresh"),
    Row(words: "enr", message: "no case matches 'enr'; did you mean '--area ENR'?"),
    Row(
      words: "ENR-006",
      message: "no case matches 'ENR-006'; did you mean '--requirement ENR-006'?"),
    Row(
      words: "2020-06", message: "no case matches '2020-06'; did you mean '--edition 2020-06'?"),
    Row(
      words: "--area ENX", message: "unknown area 'ENX'; did you mean 'ENR'?"),
    Row(
      words: "--area LONGNAME", message: "unknown area 'LONGNAME'; known: ENR, POL, STA"),
    Row(
      words: "--requirement ENR-08",
      message: "unknown requirement 'ENR-08'; did you mean 'ENR-008'?"),
    Row(words: "--requirement STA-001", message: "no case proves the requirement STA-001"),
    Row(
      words: "policy --area ENR",
      message: "no case is left: the patterns and filters exclude each other; "
        + "those that the patterns name are of POL in 2020-06"),
    Row(
      words: "--edition 2017-11",
      message: "no case is left: the patterns and filters exclude each other; "
        + "there are cases of ENR, POL in 2016-09, 2020-06"),
  ]

  @Test(arguments: rows) func `what names nothing is an error and never an empty run`(_ row: Row) {
    let error = #expect(throws: UsageError.self) { try select(row.words) }
    #expect(error?.description == row.message)
  }
}
