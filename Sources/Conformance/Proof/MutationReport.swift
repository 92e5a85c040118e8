internal import ExactText
package import JSONText
internal import SystemFiles
internal import Wording

/// What a ``MutationProof`` has found, put together for people and for programs.
package struct MutationReport: Sendable {
  /// A part of the histories at which no check has to look.
  package struct Unjudged: Sendable {
    /// The patterns of its records.
    package var records: [String]
    /// The pattern of its members; nil for every one, and for the records themselves.
    package var member: String?
    /// What is done to it that need not be noticed; empty for everything.
    package var changes: [String]
    /// Why.
    package var reason: String
    /// The line at which it is written.
    package var line: Int

    /// A part with its reason.
    package init(records: [String], member: String?, changes: [String], reason: String, line: Int) {
      self.records = records
      self.member = member
      self.changes = changes
      self.reason = reason
      self.line = line
    }

    fileprivate func covers(_ mutation: HistoryMutation) -> Bool {
      guard records.contains(where: { Glob($0).matches(mutation.place.text) }) else { return false }
      if let member {
        guard let path = mutation.path, Glob(member).matches(path.text) else { return false }
      }
      return changes.isEmpty || changes.contains(mutation.change.rawValue)
    }
  }

  /// A change that goes unnoticed, with the editions in which it does.
  package struct Gap: Sendable {
    /// What was changed.
    package var mutation: HistoryMutation
    /// Where nothing notices it.
    package var editions: [String]
    /// In how many cases it was tried there.
    package var caseCount: Int
    /// One of them.
    package var example: String
    /// Why that is all right; nil if nobody has said so.
    package var reason: String?
  }

  /// How many changes were tried, counted separately in each edition.
  package let tried: Int
  /// How many nothing has noticed, counted separately in each edition.
  package let unnoticed: Int
  /// What goes unnoticed. A change of later records is left out where that of every record goes unnoticed too.
  package let gaps: [Gap]
  /// The entries of the list that are about nothing that goes unnoticed.
  package let idle: [Unjudged]

  /// The report of a proof.
  ///
  /// - Parameter accepted: what need not be judged.
  package init(_ findings: MutationProof.Findings, accepted: [Unjudged]) {
    tried = findings.tried
    unnoticed = findings.unnoticed.count
    var gaps: [Gap] = []
    var used: Set<Int> = []
    var whole: Set<ExactString> = []
    for found in findings.unnoticed {
      let part = "\(found.mutation.place.text)\t\(found.mutation.path?.text ?? "")"
      let key = ExactString("\(part)\t\(found.mutation.change)\t\(found.edition)")
      let entry = accepted.firstIndex { $0.covers(found.mutation) }
      if let entry { used.insert(entry) }
      if found.mutation.occurrence == .every {
        whole.insert(key)
      } else if whole.contains(key) {
        continue
      }
      if let last = gaps.indices.last, gaps[last].mutation == found.mutation {
        gaps[last].editions.append(found.edition)
        gaps[last].caseCount += found.cases.count
      } else {
        gaps.append(
          Gap(
            mutation: found.mutation, editions: [found.edition], caseCount: found.cases.count,
            example: found.cases[0], reason: entry.map { accepted[$0].reason }))
      }
    }
    self.gaps = gaps
    idle = accepted.indices.filter { !used.contains($0) }.map { accepted[$0] }
  }

  /// What goes unnoticed without a reason.
  package var open: [Gap] { gaps.filter { $0.reason == nil } }

  /// The open gaps by their records, then the sums.
  ///
  /// - Parameter listsAccepted: true to show also those with a reason.
  package func text(listsAccepted: Bool) -> String {
    var text = ""
    var place: ExactString?
    for gap in listsAccepted ? gaps : open {
      if gap.mutation.place != place {
        place = gap.mutation.place
        text += "\(gap.mutation.place.text)\n"
      }
      let part = gap.mutation.path?.text ?? "the record"
      text += "  \(part) \(gap.mutation.change.rawValue)\(gap.mutation.occurrence.text)"
      text += "  \(gap.editions.joined(separator: ", "))"
      text +=
        "  \(Counted.text(gap.caseCount, "case")), such as \(gap.example)\n"
      if let reason = gap.reason { text += "    \(reason)\n" }
    }
    if !text.isEmpty { text += "\n" }
    text += "changes  \(tried) tried: \(tried - unnoticed) noticed, \(unnoticed) not\n"
    text +=
      "gaps     \(gaps.count): \(gaps.count - open.count) accepted with a reason, \(open.count) not\n"
    return text
  }

  /// The report as a value: format 1 of `mamconform-mutations`, which `suites/schemas/mutations.schema.json` describes.
  package func document(program: String) -> JSON {
    [
      "format": "mamconform-mutations", "version": 1, "program": .string(program),
      "tried": .int(tried), "unnoticed": .int(unnoticed),
      "gaps": .array(
        gaps.map { gap in
          var object: JSONObject = ["record": .string(gap.mutation.place.text)]
          object.append("member", string: gap.mutation.path?.text)
          object["change"] = .string(gap.mutation.change.rawValue)
          object["occurrence"] = .string(gap.mutation.occurrence.rawValue)
          object["editions"] = .array(gap.editions.map(JSON.string))
          object["cases"] = .int(gap.caseCount)
          object["example"] = .string(gap.example)
          object.append("reason", string: gap.reason)
          return .object(object)
        }),
    ]
  }
}

extension HistoryMutation.Occurrence {
  /// In which records, in words behind the change.
  fileprivate var text: String {
    switch self {
    case .every: ""
    case .later: " from the second on"
    case .relaunched: " after a relaunch"
    }
  }
}
