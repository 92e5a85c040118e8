import Foundation
import Testing

/// What decision 13 promises: in `Sources`, strings are compared, hashed and cut by their bytes.
@Suite("Strings in the sources")
struct TextRuleTests {
  /// Files that may have a string as the key of a dictionary or set, and why nothing foreign can melt together there.
  private static let textKeys: Set = [
    // IDs of requirements, which the loader has held to capitals, a hyphen and three digits of ASCII.
    "Sources/Contract/Contract.swift", "Sources/CaseYAML/Contract/ContractLoader.swift",
    "Sources/Conformance/Run/RunOptions.swift", "Sources/Conformance/Judge/Judge.swift",
    "Sources/mamconform/Suites/Suites.swift", "Sources/Reporting/CaseReport.swift",
    // The same, and names of cases, which are of the characters that a case may have in its name.
    "Sources/Reporting/RunDescription.swift",
    // Names of variables that this program itself sets for its children.
    "Sources/Participants/ChildProcess.swift", "Sources/Participants/AdapterProcess.swift",
    "Sources/Participants/Devices/DeviceStarter.swift",
    // The same, and names of defects and checks.
    "Sources/mamconform/Commands/ProveCommand.swift", "Sources/Conformance/Proof/ProofReport.swift",
    "Sources/Conformance/Proof/DefectProof.swift", "Sources/Conformance/Proof/ProofOrder.swift",
    "Sources/mamconform/Run/ReportFiles.swift",
  ]

  @Test
  func `every source sees strings as ExactText does`() throws {
    let exactText = /^(public |package |internal )?import ExactText$/
    for file in try sources() {
      #expect(
        file.lines.contains { $0.contains(exactText) },
        "\(file.path): add 'internal import ExactText', so that == compares bytes")
    }
  }

  @Test
  func `no text is a key of a dictionary or set but where it is known to be harmless`() throws {
    let key =
      /\[(String|Substring|Character)\?? ?:|(Set|Dictionary)<\[?(String|Substring|Character)\b|: Set = \[("|$)/
    var found: Set<String> = []
    for file in try sources() {
      for (index, line) in file.lines.enumerated() where !line.isComment {
        guard line.contains(key) else { continue }
        found.insert(file.path)
        #expect(
          TextRuleTests.textKeys.contains(file.path),
          "\(file.path):\(index + 1): use ExactString as the key: \(line)")
      }
    }
    // A name that is not needed any more would let something in unseen.
    #expect(found == TextRuleTests.textKeys)
  }

  /// What makes a set without a word about its elements, with what is in it: nothing of it is a string that is foreign.
  private static let plainSets: [String: Int] = [
    // Editions and verdicts.
    "Sources/CaseYAML/Language/EditionSet.swift": 3, "Sources/CaseYAML/Steps/StepReader.swift": 1,
    "Sources/CaseYAML/Ledger/LedgerReader.swift": 1,
    "Sources/CaseYAML/Suites/CaseDefinition.swift": 1,
    "Sources/CaseModel/Verdict.swift": 1, "Sources/CaseYAML/Versions/SuiteVersionReader.swift": 3,
    // Editions, and exact strings.
    "Sources/Conformance/SuiteVersions/SuiteVersionDraft.swift": 3,
    "Sources/Conformance/SuiteVersions/SuiteVersionPlan.swift": 4,
    // Lines and steps.
    "Sources/DebugAdapter/Adapter/CaseSource.swift": 1,
    "Sources/DebugAdapter/Adapter/DebugAdapter+Breakpoints.swift": 1,
    "Sources/Debugger/Why/Departure.swift": 1,
    "Sources/Conformance/Run/ConformanceRun.swift": 1,
    // Places in a list.
    "Sources/Conformance/Judge/RootCause.swift": 1,
    "Sources/Conformance/Proof/RequirementProof+Formats.swift": 1,
    // Capabilities.
    "Sources/Conformance/Coordinator/Coordinator+Replies.swift": 1,
    "Sources/SimulatedAppProcess/AppCommand.swift": 1,
    // IDs of requirements.
    "Sources/Contract/Contract.swift": 2,
    "Sources/Conformance/Proof/ProofReport.swift": 2,
    "Sources/Conformance/Proof/DefectProof.swift": 2,
    // IDs of requirements, and places in a list.
    "Sources/Conformance/Proof/SituationProof.swift": 2,
    "Sources/Conformance/Proof/ProofOrder.swift": 1,
    // Process IDs.
    "Sources/Participants/Descendants.swift": 2,
    // Strings that become an exact set.
    "Sources/MAMService/MAMDirectory/Rows/Directory.swift": 1,
  ]

  @Test
  func `sets whose elements the compiler finds out are not of strings; 'distinct' makes those`()
    throws
  {
    let set = /(^|[^a-zA-Z])Set\(/
    var found: [String: Int] = [:]
    for file in try sources() {
      let count = file.lines.filter { !$0.isComment && $0.contains(set) }.count
      if count > 0 { found[file.path] = count }
    }
    for (path, count) in found.sorted(by: { $0.key < $1.key }) {
      #expect(
        TextRuleTests.plainSets[path, default: 0] >= count, "\(path): use 'distinct' for strings")
    }
  }

  @Test
  func
    `letter case is that of ASCII or of identities, and nothing asks the standard library for it`()
    throws
  {
    // Defects that take the standard library's letter case for that of identities.
    let defects = [
      "Sources/ReferenceSDK/Calls/CallRules+Variations.swift",
      "Sources/ReferenceSDK/Identity/IdentityName.swift",
      "Sources/SimulatedApp/Files/FileOwners.swift",
    ]
    let standard = /\.(lowercased|uppercased)\(\)|localized|caseInsensitiveCompare/
    for file in try sources() where !defects.contains(file.path) {
      for (index, line) in file.lines.enumerated() where !line.isComment {
        #expect(
          !line.contains(standard),
          "\(file.path):\(index + 1): use foldedCase() for identities, asciiLowercased() for words")
      }
    }
  }

  @Test
  func `no value of an enumeration has a letter that another character is equivalent to`() throws {
    let (enumeration, textual) = (/\benum \w+\b/, /\benum \w+: String\b/)
    let (value, other, twin) = (/^ +case [a-z`]/, /:$|: |\.|\(/, /[K;]/)
    // The standard library finds the case of a raw value by canonical equivalence. Of ASCII, only these three have a
    // twin: KELVIN SIGN, GREEK QUESTION MARK and GREEK VARIA.
    for file in try sources() {
      var isTextual = false
      // Cases that are found by their bytes.
      if file.lines.contains(where: { $0.contains("init?(rawValue: String)") }) { continue }
      for (index, line) in file.lines.enumerated() where !line.isComment {
        if line.contains(enumeration) { isTextual = line.contains(textual) }
        guard isTextual, line.contains(value), !line.contains(other) else {
          continue
        }
        // A value that is given counts, else the name.
        let text = line.firstIndex(of: "\"").map { line[$0...] } ?? line
        #expect(!text.contains(twin), "\(file.path):\(index + 1): \(line)")
      }
    }
  }

  @Test
  func `the rules find what they forbid`() {
    #expect("var a: [String: Int]".contains(/\[(String|Substring|Character)\?? ?:/))
    #expect("var a: [String?: Int]".contains(/\[(String|Substring|Character)\?? ?:/))
    #expect("var a: Set<[String]> = []".contains(/Set<\[?(String|Substring|Character)\b/))
    #expect(!"let a: [ExactString: Int]".contains(/\[(String|Substring|Character)\?? ?:/))
  }

  // MARK: Files

  private struct SourceFile {
    let path: String
    let lines: [Substring]
  }

  /// The Swift files of all targets but that which defines the rules.
  private func sources() throws -> [SourceFile] {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let folder = root.appending(path: "Sources")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("ExactText/") }
    #expect(names.count > 100)
    return try names.sorted().map { name in
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      return SourceFile(
        path: "Sources/\(name)",
        lines: text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }
}
