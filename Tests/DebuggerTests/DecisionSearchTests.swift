import CaseModel
import CaseYAML
import Contract
import Foundation
import JSONText
import Testing

@testable import Conformance
@testable import Debugger

/// What is promised of the decision that makes a check fail.
@Suite struct DecisionSearchTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A planted defect, a case that catches it, and which decision of that case it is about, or which several; see the file.
  struct Planted {
    let defect: String
    let caseName: String
    let check: String
    let kind: String
    let text: String
    let reason: String

    /// Kind and words of each decision that is right.
    var right: [(kind: String, text: String)] {
      zip(kind.components(separatedBy: " || "), text.components(separatedBy: " || ")).map {
        (kind: $0, text: $1)
      }
    }
  }

  static let planted = read("decisions.tsv")

  private static func read(_ name: String) -> [Planted] {
    let file = root.appending(path: "Tests/DebuggerTests/Fixtures/\(name)")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let cells = line.split(separator: "\t").map(String.init)
      guard cells.count == 6 else { return nil }
      return Planted(
        defect: cells[0], caseName: cells[1], check: cells[2], kind: cells[3], text: cells[4],
        reason: cells[5])
    }
  }

  private static func options(defects: [String], scratch: String) -> RunOptions {
    var options = RunOptions(adapter: [], serviceProgram: "", scratchFolder: scratch)
    options.isInProcess = true
    options.inProcessDefects = defects
    options.jobs = 1
    return options
  }

  private static func explain(
    _ item: ConformanceCase, defects: [String], check: String? = nil, milliseconds: Double = 60_000
  ) -> DecisionReport? {
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-test-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let options = options(defects: defects, scratch: scratch)
    guard let result = ConformanceRun(cases: [item], options: options).run().results.first else {
      return nil
    }
    var search = DecisionSearch(options)
    search.milliseconds = milliseconds
    return search.explain(result, check: check)
  }

  @Test func `as many planted defects are written down as each set says, each once`() {
    let sets =
      [Self.planted]
      + ([""] + (2...20).map { "-\($0)" }).map { Self.read("held-out\($0).tsv") }
    #expect(sets.map(\.count) == Array(repeating: 50, count: 16) + [30, 48, 50, 50, 50])
    #expect(Set(sets.flatMap(\.self).map(\.defect)).count == 1028)
    for planted in sets.flatMap(\.self) {
      let kinds = planted.kind.components(separatedBy: " || ")
      #expect(kinds.count == planted.text.components(separatedBy: " || ").count)
      #expect(kinds.allSatisfy { $0 == "-" || CaseDecision.Kind(rawValue: $0) != nil })
    }
  }

  /// All of them are looked at by `ci/decisions`, with a release build.
  @Test(arguments: CaseDecision.Kind.allCases)
  func `of each kind of decision the right one is named`(kind: CaseDecision.Kind) throws {
    guard let planted = Self.planted.first(where: { $0.kind == kind.rawValue }) else {
      #expect([.network, .service, .answer, .tokens, .file, .link, .given].contains(kind))
      return
    }
    #expect(try Self.wrong([planted]) == [])
  }

  @Test func `the defects with which the reference SDK does just the same are named`() throws {
    let item = try Cases.named("enr-time/relaunch-in-every-edition[hour=7]@2016-09")
    let report = try #require(Self.explain(item, defects: ["retry-at-launch"]))
    #expect(
      report.text().contains(
        """

        The SDK does just what the reference SDK does with this defect:
          retry-at-launch: retries a failed enrollment at every launch (ENR-009)

        """))
    let known = try #require(report.document["known"]?.array)
    #expect(known.count == 1)
    #expect(known.first?["defect"] == "retry-at-launch" && known.first?["same"] == true)
  }

  @Test(arguments: [
    ("grid-thr/tasks[life=registered,kind=addOperation]@2017-11", "tasks-run-at-once"),
    ("cfg-lookalikes/values-that-look-alike[order=rising]@2016-12", "numbers-compared-as-texts"),
  ])
  func `a defect is recognized by the order of events and by what calls return, too`(
    name: String, defect: String
  ) throws {
    let report = try #require(Self.explain(try Cases.named(name), defects: [defect]))
    let known = try #require(report.document["known"]?.array)
    #expect(known.contains { $0["defect"] == .string(defect) })
  }

  @Test func `an SDK that does something else besides is not taken for one with a defect`() throws {
    let item = try Cases.named("enr-time/relaunch-in-every-edition[hour=7]@2016-09")
    let both = ["retry-at-launch", "failure-with-empty-words"]
    let report = try #require(Self.explain(item, defects: both))
    #expect(!report.text().contains("does just what"))
    #expect(
      report.text().contains(
        """

        With this defect of the reference SDK the check finds the same:
          retry-at-launch: 
        """))
  }

  @Test func `what is asked at a check needs what makes it, where nothing else flips it`() throws {
    let item = try Cases.named("dat-protection/round-trip[text=sentence]@2016-09")
    let report = try #require(
      Self.explain(item, defects: ["last-byte-lost"], check: "managed-data-comes-back"))
    #expect(report.named?.strength == .needed)
    #expect(report.named?.decision.text.contains(#""api":"protect""#) == true)
  }

  @Test func `a change that only takes out of sight what the SDK does wrong is not named`() throws {
    let item = try Cases.named("drg-blocking/waits-for-the-token@2016-09")
    let report = try #require(
      Self.explain(item, defects: ["sign-out-stopped-by-a-screen"], check: "asks-for-a-token"))
    #expect(report.named?.decision.text.contains("deRegisterAndUnenrollAccount") == true)
    #expect(report.named?.isHiding == false)
    let hiding = report.flips.filter { $0.isHiding }
    #expect(hiding.first?.decision.kind == .fault)
    let lines = report.text(listsAll: true).split(separator: "\n").filter {
      $0.hasSuffix(", which only hides what the SDK does")
    }
    #expect(lines.count == hiding.count)
    #expect(lines.first?.hasPrefix("  \(hiding.first?.decision.text ?? "") (") == true)
  }

  @Test func `a restart comes before the call with which the case begins`() throws {
    let item = try Cases.named("auth-field/i290-one-result[meanwhile=nothing,silent=true]@2020-01")
    let report = try #require(
      Self.explain(
        item, defects: ["remediation-told-a-day-after-launch"], check: "told-once-and-not-again"))
    #expect(report.named?.decision.text == "relaunch mail")
  }

  @Test func `where no decision flips a check, the call that breaks it is said`() throws {
    let item = try Cases.named("loc-places/save[setting=nothing]@2016-09")
    let report = try #require(
      Self.explain(item, defects: ["consumer-places-unknown"], check: "box"))
    #expect(report.flips.isEmpty && report.set.isEmpty)
    let call = #"call mail {"api":"isSaveToAllowedForLocation","identity":"ana@contoso.com""#
    #expect(report.text().contains("No decision of the case flips it: \(call)"))
    #expect(report.text().contains(" breaks it by itself.\n"))
  }

  @Test func `a question is named itself if only an enrollment flips what it returns`() throws {
    let item = try Cases.named("enr-answers-again/what-policy-does-not-name[named=pin]@2017-11")
    let report = try #require(
      Self.explain(
        item, defects: ["managed-browser-always-required"], check: "after-a-relaunch"))
    #expect(report.flips.first?.decision.isEnrollment == true)
    #expect(report.named == nil && report.namedCount == 0)
    #expect(
      report.text().contains(
        """
        The checked call breaks it by itself:
          call mail {"api":"policyForIdentity","identity":"ana@contoso.com"}
        It also flips if one of these is changed:
          call mail {"api":"registerAndEnrollAccount"
        """))
  }

  @Test func `of the settings of a device the one that holds what is asked for comes first`() throws
  {
    let item = try Cases.named(
      "cfg-typed-values/types-of-the-device[when=at-launch,beside=service]@2020-01")
    let report = try #require(
      Self.explain(item, defects: ["booleans-are-numbers"], check: "nor-among-all"))
    #expect(report.named?.decision.text.hasPrefix("given device phone: configuration ") == true)
  }

  @Test func `an app that comes to the front is no happening, and others are told from the first`()
    throws
  {
    let item = try Cases.named("enr-failing-days/days-of-failures[around=other-app]@2017-11")
    let decisions = DecisionList(item).decisions
    #expect(decisions.contains { $0.comesToFront })
    #expect(
      decisions.allSatisfy {
        $0.comesToFront == ($0.text == #"lifecycle mail {"to":"foreground"}"#)
      })
    let others = decisions.filter { $0.isOfAnother }
    #expect(!others.isEmpty && others.allSatisfy { $0.text.hasPrefix("call docs ") })
  }

  @Test func `what is done several times is left out each time, where one time is enough`() throws {
    let item = try Cases.named(
      "tel-launches-alone/back-in-front[back=from-the-background,device=unmanaged]@2017-11")
    let report = try #require(
      Self.explain(
        item, defects: ["launch-recorded-at-each-return"], check: "none-for-coming-back"))
    let named = try #require(report.named)
    #expect(named.decision.text == #"lifecycle mail {"to":"foreground"}"#)
    #expect(named.change.isRepeated && named.strength == .passes)
  }

  @Test func `two calls of which each is as much of a condition are named together`() throws {
    let item = try Cases.named("auth-several-users/r9-0-11b-both-refused@2020-01")
    let report = try #require(
      Self.explain(
        item, defects: ["second-remediation-compliant"], check: "nobody-is-compliant"))
    #expect(report.namedCount == 2)
    #expect(report.flips.prefix(2).allSatisfy { $0.decision.text.contains("remediateCompliance") })
    #expect(report.text().contains("\nJust as likely:\n  call mail "))
  }

  @Test func `a decision is also found where an earlier check fails whatever is decided`() throws {
    let item = try Cases.named("lch-enroll/off-by-default[keys=none]@2017-11")
    let report = try #require(
      Self.explain(
        item, defects: ["credentials-asked-at-launch"], check: "no-prompt-at-launch"))
    let named = try #require(report.named)
    #expect(named.decision.kind == .restart && named.isPartial)
    #expect(report.text().contains("another one fails as it does without the change."))
  }

  @Test func `where only two decisions together flip a check, both are named`() throws {
    let item = try Cases.named("enr-every-way/wiped-beside-others@2016-09")
    let report = try #require(
      Self.explain(
        item, defects: ["refused-account-not-registered"], check: "others-stay"))
    #expect(report.flips.isEmpty && report.set.count == 2 && report.namedCount == 2)
    #expect(report.text().contains("No single decision flips it; these two together do:\n"))
  }

  @Test func `another call comes before the one that enrolls, if less changes without it`() throws {
    let item = try Cases.named("rst-policy-delegate/delegate-taken-away@2016-09")
    let report = try #require(
      Self.explain(item, defects: ["restart-asked-of-nobody"], check: "nobody-is-asked"))
    #expect(report.named?.decision.text.contains("setDelegate") == true)
    #expect(report.flips[1].decision.isEnrollment)
  }

  @Test func `what the title of a case names comes before a setting that only shows it`() throws {
    let item = try Cases.named("pol-exemptions/each-exempted-app[level=managedApps]@2016-09")
    let report = try #require(
      Self.explain(
        item, defects: ["first-exempted-app-only"], check: "in-the-middle-of-the-last"))
    #expect(report.named?.decision.text.contains("exemptedAppProtocols") == true)
  }

  @Test func `words that two texts share are found in names too, and whatever the letter case`() {
    let words = TopicWords("exemptedAppProtocols of ANA")
    #expect(words.meets(TopicWords("Protocols of an app")))
    #expect(words.meets(TopicWords("EXEMPTED")))
    #expect(!words.meets(TopicWords("an app of ana")))
    #expect(TopicWords("setUIPolicyIdentity").meets(TopicWords("identitys")))
  }

  @Test func `a decision with which a check passes as it should comes before an entry`() throws {
    let item = try Cases.named(
      "auth-screens/screen-of-the-next-user[next=another-afterwards]@2016-09")
    let report = try #require(
      Self.explain(
        item, defects: ["authorities-outlive-tokens"], check: "asked-where-the-settings-say"))
    let named = report.flips.prefix(report.namedCount)
    #expect(named.contains { $0.decision.kind == .tokens && $0.isForItsReason })
    #expect(!named.contains { $0.decision.isEntry })
    #expect(report.flips.contains { $0.decision.isEntry })
    #expect(report.flips.map(\.points) == report.flips.map(\.points).sorted(by: >))
  }

  @Test func `a check is explained by itself where others fail of the same defect`() throws {
    let item = try Cases.named("uix-colors/apart@2020-01")
    let report = try #require(
      Self.explain(item, defects: ["colors-not-kept"], check: "secondary-background"))
    let named = try #require(report.named)
    #expect(named.decision.text.contains(#""api":"secondaryBackgroundColor""#) && named.isPartial)
    #expect(report.set.isEmpty)
  }

  /// The defects of which another decision is named than the right one, with both.
  private static func wrong(_ all: [Planted]) throws -> [String] {
    var wrong: [String] = []
    for planted in all {
      let item = try #require(
        Cases.all.first { $0.name == planted.caseName }, "no case \(planted.caseName)")
      let check = planted.check == "-" ? nil : planted.check
      let report = explain(item, defects: [planted.defect], check: check)
      let named = report?.named?.decision
      let isRight = planted.right.contains { kind, text in
        kind == "-"
          ? report != nil && named == nil
          : named.map { $0.kind.rawValue == kind && $0.text.contains(text) } ?? false
      }
      if !isRight {
        let words = named.map { "\($0.kind.rawValue) \($0.text)" } ?? "nothing"
        let check = report?.check.check.id ?? "(no check fails)"
        wrong.append(
          "\(planted.defect) in \(planted.caseName), \(check): wanted \(planted.kind) \(planted.text), named \(words)"
        )
      }
    }
    return wrong
  }
}
