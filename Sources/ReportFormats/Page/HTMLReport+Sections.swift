internal import CaseModel
internal import Conformance
internal import Contract
internal import ExactText
internal import Wording
internal import Reporting

extension HTMLReport {
  // MARK: Requirements

  /// A table for each area: what became of every requirement in every edition.
  var requirementSection: String {
    let editions = run.results.map(\.conformanceCase.edition)
    let columns = Edition.allCases.filter(editions.contains)
    let states = columns.map { edition in
      States(RunSummary(run.results.filter { $0.conformanceCase.edition == edition }))
    }
    let ids = run.results.flatMap { $0.checks.flatMap(\.check.requirements) }.distinct.sortedTexts
    var areas: [(name: String, ids: [String])] = []
    for id in ids {
      let area = String(id.prefix { $0 != "-" })
      if areas.last?.name != area { areas.append((area, [])) }
      areas[areas.count - 1].ids.append(id)
    }
    guard !areas.isEmpty else { return "" }
    var text =
      "<section aria-labelledby=\"requirements\">\n<h2 id=\"requirements\">Requirements</h2>\n"
    text +=
      "<p class=\"faint\">Those that the checks of this run are about, by edition of the guide: "
    text += "✓ kept, ✗ violated, ! warned of, ? undecided, – not applicable.</p>\n"
    for area in areas {
      let found = States.ofConcern.map { state in
        (state, area.ids.filter { States.worst(of: $0, states) == state.style })
      }
      let bad = found.flatMap(\.1)
      text += "<details class=\"area\"\(bad.isEmpty ? "" : " open")><summary><h3>\(area.name)</h3> "
      text += Counted.text(area.ids.count, "requirement")
      for (state, ids) in found where !ids.isEmpty {
        text += ", <span class=\"\(state.style)\">\(ids.count) \(state.word)</span>"
      }
      text += "</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      text += "aria-label=\"Requirements of \(area.name)\"><table>\n<thead><tr>"
      text +=
        "<th scope=\"col\">ID</th><th scope=\"col\">requirement</th><th scope=\"col\">level</th>"
      text += "<th scope=\"col\">section of the guide</th>"
      text += columns.map { "<th scope=\"col\">\($0.rawValue)</th>" }.joined()
      text += "</tr></thead>\n<tbody>\n"
      for id in bad + area.ids.filter({ !bad.contains($0) }) { text += row(id, states) }
      text += "</tbody></table></div></details>\n"
    }
    return text + "</section>\n"
  }

  private func row(_ id: String, _ states: [States]) -> String {
    let requirement = run.description.requirements[id]
    var text = "<tr id=\"req-\(Markup.text(id))\"><th scope=\"row\">\(Markup.text(id))</th>"
    text += "<td><strong>\(Markup.text(requirement?.title ?? ""))</strong> "
    text += "<span class=\"faint\">\(Markup.text(requirement?.statement ?? ""))</span></td>"
    text += "<td>\(Markup.text((requirement?.level ?? "").asciiUppercased()))</td>"
    text += "<td>\(Markup.text(requirement?.source ?? ""))</td>"
    for state in states {
      let (sign, word, style) = state.cell(id)
      text += "<td class=\"state \(style)\"><span aria-hidden=\"true\">\(sign)</span>"
      text += "<span class=\"hidden\">\(word)</span></td>"
    }
    return text + "</tr>\n"
  }

  /// What became of the requirements in one edition.
  private struct States {
    private var cells: [ExactString: (sign: String, word: String, style: String)] = [:]

    init(_ summary: RunSummary) {
      let lists = [
        (summary.kept, "✓", "kept", "pass"), (summary.violated, "✗", "violated", "fail"),
        (summary.neglected, "✗", "not kept by the app", "fail"),
        (summary.warned, "!", "warned of", "warning"),
        (summary.undecided, "?", "undecided", "inconclusive"),
        (summary.notApplicable, "–", "not applicable", "not-applicable"),
      ]
      for list in lists { for id in list.0 { cells[id] = (list.1, list.2, list.3) } }
    }

    func cell(_ id: String) -> (sign: String, word: String, style: String) {
      cells[id] ?? ("", "not spoken of", "")
    }

    /// The states that somebody has to look at, the worst first.
    static let ofConcern: [(word: String, style: String)] = [
      ("violated", "fail"), ("warned of", "warning"), ("undecided", "inconclusive"),
    ]

    /// The style of the worst state that a requirement has in any edition; nil if none is of concern.
    static func worst(of id: String, _ states: [States]) -> String? {
      let styles = states.map { $0.cell(id).style }
      return ofConcern.map(\.style).first { styles.contains($0) }
    }
  }

  // MARK: Cases

  /// Every case, those that did not pass with all their text.
  func caseSection(_ data: PageData) -> String {
    var text = "<section aria-labelledby=\"cases\">\n<h2 id=\"cases\">Cases</h2>\n"
    text += filterForm
    if data.withoutPicture > 0 {
      text +=
        "<p class=\"faint\">\(data.withoutPicture) cases that passed have no picture, because this page is full.</p>\n"
    }
    if data.recordsLeftOut > 0 {
      text +=
        "<p class=\"faint\">\(data.recordsLeftOut) records of long histories are left out, far from what failed.</p>\n"
    }
    var bad = 0
    for (index, result) in run.results.enumerated() {
      let isBad = result.outcome != .passed && result.outcome != .skipped
      let isTold =
        isBad || result.checks.contains { $0.verdict != .pass && $0.verdict != .notApplicable }
      if isTold { bad += 1 }
      text += element(result, index, place: isTold ? bad : nil)
    }
    let left = bad - HTMLReport.explainedCases
    if left > 0 {
      text +=
        "<noscript><p>The text of \(left) more cases that did not pass needs the script of this page, or another report.</p></noscript>\n"
    }
    return text + "</section>\n</main>\n"
  }

  /// - Parameter place: its place among the cases that have something to tell, from 1; nil for the others.
  private func element(_ result: CaseResult, _ index: Int, place: Int?) -> String {
    let item = result.conformanceCase
    let isOpen = place.map { $0 <= HTMLReport.openCases } ?? false
    var text =
      "<details class=\"case\" id=\"case-\(index)\" data-verdict=\"\(result.word)\" "
    text +=
      "data-area=\"\(Markup.text(item.area))\" data-edition=\"\(item.edition.rawValue)\"\(isOpen ? " open" : "")>"
    text +=
      "<summary><span class=\"verdict \(result.word)\">\(result.word)</span> "
    text += "<span class=\"name\">\(Markup.text(item.name))</span></summary>\n<div class=\"body\">"
    text +=
      "<p>\(Markup.text(item.title)) <span class=\"faint\">\(Markup.text(item.location.file)):\(item.location.line), "
    text += "\(result.virtualTime) of virtual time</span></p>\n"
    if let place, place <= HTMLReport.explainedCases {
      text += command(item.name)
      if place <= HTMLReport.drawnCases {
        text += "<div class=\"scroll picture\" tabindex=\"0\" role=\"region\" "
        text += "aria-label=\"Timeline of \(Markup.text(item.name))\">"
        text += "\(TimelinePicture(Timeline(result)).element)</div>\n"
      }
      // The title is there already, and the command has a place to itself.
      let lines = CaseExplanation(result, run.description).lines.dropFirst()
        .filter { $0.role != .command }
      text += "<pre tabindex=\"0\">"
      text += "\(Markup.text(lines.map(\.text).joined(separator: "\n")))</pre>\n"
    }
    return text + "</div></details>\n"
  }

  private var filterForm: String {
    func options(_ values: [String]) -> String {
      values.map { "<option>\(Markup.text($0))</option>" }.joined()
    }
    let verdicts =
      Verdict.allCases.filter { summary.cases[$0] != nil }.map(\.rawValue)
      + (summary.knownCases > 0 ? ["known"] : [])
    let areas = run.results.map(\.conformanceCase.area).distinct.sortedTexts
    let editions = run.results.map(\.conformanceCase.edition.rawValue).distinct.sortedTexts
    return """
      <form class="filter" role="search" aria-label="Cases">
      <label>Search <input type="search" id="search" placeholder="name, title, requirement, check"></label>
      <label>Verdict <select id="verdict"><option value="">all</option>\
      <option value="bad">did not pass</option>\(options(verdicts))</select></label>
      <label>Area <select id="area"><option value="">all</option>\(options(areas))</select></label>
      <label>Edition <select id="edition"><option value="">all</option>\(options(editions))</select></label>
      <output id="count"></output>
      <p class="faint">Keys: <kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> next and previous case, <kbd>n</kbd> \
      <kbd>p</kbd> next and previous that did not pass, <kbd>Enter</kbd> open or close, <kbd>Esc</kbd> clear.</p>
      </form>

      """
  }
}
