internal import CaseModel
internal import Conformance
internal import Contract
internal import ExactText
internal import JSONText
internal import Reporting

/// `needs.json` of sphinx-needs: every requirement that the run speaks of, and every check with links to what it proves.
///
/// An ID is that of the requirement or check in capitals, with `_` for what sphinx-needs does not take in one. A check counts
/// once for all editions and combinations of its case; its status is the worst of them.
struct NeedsReport {
  private let run: FinishedRun

  init(_ run: FinishedRun) { self.run = run }

  private struct CheckNeed {
    var title: String
    var text: String
    var place: SourceLocation
    var links: [String] = []
    var verdicts: [Verdict] = []
    var editions: [String] = []
  }

  /// The file. `created` is the machine's time, which the format demands.
  var bytes: [UInt8] {
    let (order, checks) = self.checks()
    let linked = checks.values.flatMap(\.links).distinct.sortedTexts
    let summary = RunSummary(run.results, run.description.ledger)
    var needs: [(String, JSON)] = linked.map { id in
      let key = NeedsReport.identifier(id)
      let requirement = run.description.requirements[id]
      return (
        key,
        need(
          key, type: "req", title: "\(id) \(requirement?.title ?? "")",
          content: content(requirement), status: NeedsReport.status(of: id, summary),
          tags: [String(id.prefix { $0 != "-" }), requirement?.level ?? ""].filter { !$0.isEmpty },
          more: [:])
      )
    }
    for key in order {
      guard let check = checks[key] else { continue }
      needs.append(
        (
          key.text,
          need(
            key.text, type: "test", title: check.title, content: check.text,
            status: Verdict.worst(check.verdicts).rawValue,
            tags: check.editions.distinct.sortedTexts,
            more: [
              "links": .array(
                check.links.distinct.sortedTexts.map { .string(NeedsReport.identifier($0)) }),
              "docname": .string(run.place(of: check.place.file)),
              "lineno": .int(check.place.line),
            ])
        ))
    }
    let version = run.description.version
    let document: JSON = [
      "project": "mamconform", "current_version": .string(version),
      "versions": [
        version: [
          "created": .string(
            WallTime.timestamp(run.description.startedMilliseconds, run.times)),
          "needs_amount": .int(needs.count), "needs": .object(JSONObject(needs)),
        ]
      ],
    ]
    return document.fileBytes
  }

  private func checks() -> (order: [ExactString], checks: [ExactString: CheckNeed]) {
    var order: [ExactString] = []
    var checks: [ExactString: CheckNeed] = [:]
    for result in run.results {
      let item = result.conformanceCase
      for check in result.checks {
        let key = ExactString(
          NeedsReport.identifier("\(item.suite)/\(item.id)/\(check.check.id)"))
        if checks[key] == nil {
          order.append(key)
          checks[key] = CheckNeed(
            title: "\(item.suite)/\(item.id): \(check.check.id)", text: check.check.demand.text,
            place: check.check.location)
        }
        checks[key]?.links += check.check.requirements
        checks[key]?.verdicts.append(check.verdict)
        checks[key]?.editions.append(item.edition.rawValue)
      }
    }
    return (order, checks)
  }

  /// The sentence and its place in the guide; a member of its own would be foreign to the reader.
  private func content(_ requirement: Requirement?) -> String {
    guard let requirement else { return "" }
    let source = requirement.source.isEmpty ? "" : "\n\nSection of the guide: \(requirement.source)"
    return requirement.statement + source
  }

  private func need(
    _ key: String, type: String, title: String, content: String, status: String, tags: [String],
    more: JSONObject
  ) -> JSON {
    var need: JSONObject = [
      "id": .string(key), "type": .string(type), "title": .string(title),
      "content": .string(content), "status": .string(status),
      "tags": .array(tags.map(JSON.string)),
    ]
    for member in more.members { need.append(member.name, member.value) }
    return .object(need)
  }

  private static func status(of id: String, _ summary: RunSummary) -> String {
    if summary.violated.contains(id) || summary.neglected.contains(id) { return "violated" }
    if summary.warned.contains(id) { return "warned" }
    if summary.undecided.contains(id) { return "undecided" }
    return summary.kept.contains(id) ? "kept" : "not-applicable"
  }

  /// A name as sphinx-needs takes it by default: capitals, digits and `_`; a `/` becomes two of them.
  static func identifier(_ name: String) -> String {
    var text = ""
    for byte in name.asciiUppercased().utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "/"): text += "__"
      default: text += "_"
      }
    }
    return text
  }
}
