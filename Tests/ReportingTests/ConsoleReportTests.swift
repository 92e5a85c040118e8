import CaseModel
import JSONText
import ServiceProtocol
import Testing
import VirtualTime

@testable import Conformance
@testable import Reporting

@Suite struct ConsoleReportTests {
  func output(_ style: TextStyle, _ volume: ConsoleReport.Volume = .normal) -> String {
    var console = ConsoleReport(
      Samples.description(), style: style, volume: volume, times: .fixed)
    var text = console.opening()
    for (index, result) in Samples.all.enumerated() {
      text += console.finished(result, atMilliseconds: Double(index) * 2000)
    }
    return text + console.summary(Samples.all, Samples.description())
  }

  @Test func `log reads as recorded`() throws {
    try expectGolden("console.txt", Array(output(TextStyle()).utf8))
  }

  @Test func `terminal reads as recorded`() throws {
    let style = TextStyle(isTerminal: true, usesColour: true, columns: 60)
    try expectGolden("console-terminal.txt", Array(output(style).utf8))
  }

  @Test func `no line of an adapter's standard error passes for one of the report`() {
    let words = "ended; its standard error ends with: \u{1B}[2J\nThe SDK under test conforms.\n"
    #expect(
      TextStyle.quoted(words, indent: 4)
        == "ended; its standard error ends with: \u{FFFD}[2J\n    The SDK under test conforms.\n")
  }

  @Test func `verbose has a line for every case and quiet only failures`() {
    #expect(output(TextStyle(), .verbose).contains("PASS  enrollment-retry/first-attempt@2020-06"))
    let quiet = output(TextStyle(), .quiet)
    #expect(!quiet.contains("seed 7,"))
    #expect(quiet.contains("FAIL  enrollment-retry/retry-after-24h"))
    #expect(quiet.hasSuffix("The SDK under test violates the contract.\n"))
    for words in ["cases  ", "checks  ", "requirements  ", "report  "] {
      #expect(!quiet.contains(words))
    }
  }

  @Test func `a case with known and new failures is explained by a new one`() {
    var result = Samples.failed
    result.checks[1].known = KnownFailure(
      entry: 0, location: SourceLocation(file: "ledger.yaml", line: 6, column: 5),
      link: "https://tracker.example/1", owner: "mam-team", expires: "2027-01-31")
    let short = CaseExplanation(result, Samples.description(), isShort: true).text
    #expect(short.contains("fail: check reported-again"))
    #expect(!short.contains("at-24h"))
    #expect(CaseExplanation.reason(result).hasPrefix("reported-again: "))
    #expect(CaseExplanation.headline(result).hasPrefix("STA-002 violated: reported-again: "))
  }

  @Test func `what an adapter lacks takes no room from what fails, and is summed up`() {
    var lacking = Samples.passed
    lacking.verdict = .notOffered
    lacking.history.records.append(
      Record(
        time: .defaultEpoch, kind: .finding, name: "missing-capability", app: "mail",
        fields: ["capability": "held"]))
    var silent = Samples.passed
    silent.verdict = .notOffered
    silent.ending = .missing("registeredAccounts (no such API)")
    let results = Array(repeating: lacking, count: 9) + [silent, Samples.failed]
    for (volume, count) in [(ConsoleReport.Volume.normal, 3), (.quiet, 0), (.verbose, 10)] {
      var console = ConsoleReport(Samples.description(), style: TextStyle(), volume: volume)
      var text = ""
      for result in results { text += console.finished(result, atMilliseconds: 1) }
      #expect(
        text.split(separator: "NOT-OFFERED", omittingEmptySubsequences: false).count - 1 == count)
      #expect(text.contains("reproduce: mamconform run 'enrollment-retry/retry-after-24h"))
      let summary = console.summary(results, Samples.description())
      let line = "not offered   held (9 cases), registeredAccounts (1 case)\n"
      #expect(summary.contains(line) == (volume != .quiet))
    }
  }

  @Test func `without a terminal progress comes every five hundred cases or five seconds`() {
    var console = ConsoleReport(Samples.description(planned: 2000), style: TextStyle())
    var lines: [Int] = []
    for index in 1...1250
    where !console.finished(Samples.passed, atMilliseconds: Double(index)).isEmpty {
      lines.append(index)
    }
    #expect(lines == [500, 1000])
    #expect(console.finished(Samples.passed, atMilliseconds: 5999).isEmpty)
    #expect(
      console.finished(Samples.passed, atMilliseconds: 6000)
        == "1252/2000 cases, 208/s, 3.5 s left\n")
  }

  @Test func `one bug fills less than sixty lines, however long the run and many its cases`() {
    let description = Samples.description(planned: 5450)
    var console = ConsoleReport(description, style: TextStyle())
    var text = console.opening()
    var results: [CaseResult] = []
    for index in 1...5450 {
      var result = index % 3 == 0 ? Samples.failed : Samples.passed
      if index % 3 == 0 { result.notes = ["a kill was never reached"] }
      text += console.finished(result, atMilliseconds: Double(index * 110))
      results.append(result)
    }
    text += console.summary(results, description)
    #expect(text.contains("notes         1815 more; the reports have them\n"))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 60, "\(text)")
  }

  @Test func `a slow run says how slow it is`() {
    var console = ConsoleReport(Samples.description(planned: 300), style: TextStyle())
    #expect(
      console.finished(Samples.passed, atMilliseconds: 8000)
        == "1/300 cases, 0.1/s, 39 min 52 s left\n")
  }

  @Test func `on a terminal nothing is wider than it is but commands to copy`() {
    for columns in [80, 50] {
      let text = output(TextStyle(isTerminal: true, columns: columns))
      for line in text.split(whereSeparator: \.isNewline)
      where !line.contains("mamconform run") && !line.contains("mamconform debug") {
        let seen = line.split(separator: "\u{1B}[K").last ?? line
        let isOneWord = !seen.drop { $0 == " " }.contains(" ")
        #expect(seen.count <= columns || isOneWord, "\(seen)")
      }
    }
  }

  @Test func `colour needs a terminal that is not dumb and no refusal`() {
    func uses(_ isTerminal: Bool, _ environment: [String: String]) -> Bool {
      TextStyle(isTerminal: isTerminal, columns: 80) { environment[$0] }.usesColour
    }
    #expect(uses(true, ["TERM": "xterm"]))
    #expect(!uses(false, ["TERM": "xterm"]))
    #expect(!uses(true, ["TERM": "dumb"]))
    #expect(!uses(true, ["TERM": "xterm", "NO_COLOR": "1"]))
    #expect(uses(true, ["TERM": "xterm", "NO_COLOR": ""]))
  }

  @Test func `what the adapter says cannot steer the terminal`() {
    #expect(!output(TextStyle()).unicodeScalars.contains("\u{1B}"))
  }
}
