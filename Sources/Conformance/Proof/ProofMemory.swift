package import CaseModel
internal import ExactText
package import JSONText
internal import Participants
internal import VirtualTime

/// What earlier proofs have found, so that only what has changed since is run again.
///
/// A finding holds for one build of the program, which has the reference SDK and its defects in it, for one defect with
/// what it says of itself, and for one content of a case. With another build nothing is known. Where a case stands in
/// its file is no part of its content, so that lines may move.
package struct ProofMemory {
  /// What a defect was found to do.
  private struct Entry {
    /// The contents of the cases that pass with it.
    var passed: Set<ExactString> = []
    /// Those that broke down or failed.
    var others: [ExactString: (isError: Bool, failures: [CaseFinding.Failure])] = [:]
    /// How many root causes a run of all cases showed; nil if it was not a single run.
    var causeCount: Int?
    /// The number of cases of that run.
    var causeCases = 0
  }

  private let build: String
  private let digest: ([UInt8]) -> String
  /// The contents of the cases, by their place.
  private var contents: [ExactString] = []
  private var entries: [ExactString: Entry] = [:]
  /// How many findings were taken over, and how many were made.
  package private(set) var counts = (reused: 0, run: 0)
  /// True if the memory that was read is of another build, or none.
  package private(set) var isOfAnotherBuild = true

  private static let format = "mamconform-matrix-cache"
  private static let version = 1

  /// True if a document is what ``document`` has written, of whatever build and version.
  package static func isMemory(_ document: JSON) -> Bool {
    document["format"]?.string == format
  }

  /// What a file remembers; nothing if it is of another build or cannot be understood.
  ///
  /// - Parameters:
  ///   - document: what ``document`` wrote earlier; nil for nothing.
  ///   - build: names the program as it was built.
  ///   - digest: a hash without collisions.
  package init(_ document: JSON?, build: String, digest: @escaping ([UInt8]) -> String) {
    self.build = build
    self.digest = digest
    guard let document, document["format"]?.string == ProofMemory.format,
      document["version"]?.int == ProofMemory.version, document["build"]?.string == build
    else { return }
    isOfAnotherBuild = false
    let names = (document["contents"]?.array ?? []).compactMap { $0.string.map { ExactString($0) } }
    for item in document["defects"]?.array ?? [] {
      guard let key = item["key"]?.string else { continue }
      var entry = Entry()
      entry.causeCount = item["causes"]?.int
      entry.causeCases = item["cases"]?.int ?? 0
      for place in item["passed"]?.array ?? [] {
        guard let place = place.int, names.indices.contains(place) else { continue }
        entry.passed.insert(names[place])
      }
      for other in item["others"]?.array ?? [] {
        guard let place = other["case"]?.int, names.indices.contains(place) else { continue }
        let failures = (other["failures"]?.array ?? []).compactMap(ProofMemory.failure)
        entry.others[names[place]] = (other["error"]?.bool ?? false, failures)
      }
      entries[ExactString(key)] = entry
    }
  }

  /// Takes in the cases of a proof; findings name them by their place.
  package mutating func take(_ cases: [ConformanceCase]) {
    var standing: [ObjectIdentifier: String] = [:]
    var texts = CaseTexts()
    contents = cases.map { item in
      var content = texts.content(item)
      if let checks = item.standing {
        let known = standing[ObjectIdentifier(checks)] ?? ProofMemory.content(checks)
        standing[ObjectIdentifier(checks)] = known
        content += known
      }
      return ExactString(digest(Array(content.utf8)))
    }
  }

  /// What is known of some cases with a defect, by their place; counts them.
  mutating func findings(
    of defect: KnownDefect, _ cases: [ConformanceCase], at places: [Int]
  ) -> [Int: CaseFinding] {
    guard let entry = entries[key(defect)] else { return [:] }
    var found: [Int: CaseFinding] = [:]
    for place in places {
      if entry.passed.contains(contents[place]) {
        found[place] = CaseFinding(cases[place], isError: false, failures: [])
      } else if let other = entry.others[contents[place]] {
        found[place] = CaseFinding(
          cases[place], isError: other.isError, failures: other.failures)
      }
    }
    counts.reused += found.count
    return found
  }

  /// The root causes of a defect in a run of so many cases that were all taken over; 0 if that is not known.
  func causeCount(of defect: KnownDefect, cases: Int) -> Int {
    guard let entry = entries[key(defect)], entry.causeCases == cases else { return 0 }
    return entry.causeCount ?? 0
  }

  /// Keeps what was found of some cases with a defect.
  ///
  /// - Parameter causeCount: its root causes; nil if these are not all of its cases.
  mutating func keep(
    _ findings: [(place: Int, finding: CaseFinding)], of defect: KnownDefect, causeCount: Int?
  ) {
    counts.run += findings.count
    var entry = entries[key(defect)] ?? Entry()
    for (place, finding) in findings {
      if finding.failures.isEmpty, !finding.isError {
        entry.passed.insert(contents[place])
      } else {
        entry.others[contents[place]] = (finding.isError, finding.failures)
      }
    }
    entry.causeCount = causeCount
    entry.causeCases = findings.count
    entries[key(defect)] = entry
  }

  /// What is to be remembered of the cases of this proof; those that are gone are forgotten.
  package var document: JSON {
    var places: [ExactString: Int] = [:]
    for (place, content) in contents.enumerated() where places[content] == nil {
      places[content] = place
    }
    return [
      "format": .string(ProofMemory.format), "version": .int(ProofMemory.version),
      "build": .string(build), "contents": .array(contents.map { .string($0.text) }),
      "defects": .array(
        entries.keys.sorted().map { key in
          let entry = entries[key] ?? Entry()
          var item: JSONObject = ["key": .string(key.text), "cases": .int(entry.causeCases)]
          if let count = entry.causeCount { item["causes"] = .int(count) }
          item["passed"] = .array(entry.passed.compactMap { places[$0] }.sorted().map(JSON.int))
          let others = entry.others.compactMap { content, other in
            places[content].map { ($0, other) }
          }
          item["others"] = .array(
            others.sorted { $0.0 < $1.0 }.map { place, other in
              [
                "case": .int(place), "error": .bool(other.isError),
                "failures": .array(other.failures.map(ProofMemory.document)),
              ]
            })
          return .object(item)
        }),
    ]
  }

  private static func document(_ failure: CaseFinding.Failure) -> JSON {
    [
      "check": .string(failure.check),
      "requirements": .array(failure.requirements.map(JSON.string)),
    ]
  }

  private static func failure(_ json: JSON) -> CaseFinding.Failure? {
    guard let check = json["check"]?.string else { return nil }
    return CaseFinding.Failure(
      check: check, requirements: (json["requirements"]?.array ?? []).compactMap(\.string))
  }

  /// Everything by which a defect is known: what it changes is in the build.
  private func key(_ defect: KnownDefect) -> ExactString {
    ExactString("\(defect.name) \(defect.requirements.joined(separator: " "))")
  }

  /// Everything that decides how every case of an edition is judged.
  private static func content(_ standing: StandingChecks) -> String {
    String(
      reflecting: standing.checks.map { check in
        var check = check
        check.location = SourceLocation(file: "")
        return check
      })
  }
}
