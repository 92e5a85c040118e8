internal import CaseModel
import Conformance
internal import ExactText
internal import Wording
internal import Reporting

/// What the page says of the ledger of known failures, and of the set of checks to which the run is pinned.
extension HTMLReport {
  /// The set of checks, as one of the counts; empty if every check counts.
  var setEntry: String {
    guard let set = run.description.suiteVersion else { return "" }
    let later = run.results.flatMap(\.checks).filter(\.isLater)
    var text = "<div><dt>set of checks</dt><dd>\(Markup.text(set.name)) of \(Markup.text(set.date))"
    if !later.isEmpty {
      let found = later.count { $0.verdict == .later }
      text += "; later than it: \(later.count), of which <span class=\"later-than-set\">"
      text += "\(found == 0 ? "none" : "\(found)") found something</span>"
    }
    return text + "</dd></div>\n"
  }

  /// In what the ledger does not describe the run.
  var ledgerSection: String {
    guard let review = run.description.ledger, !review.findings.isEmpty else { return "" }
    var text =
      "<section aria-labelledby=\"ledger\">\n<h2 id=\"ledger\">Ledger of known failures</h2>\n"
    text += "<p>In this it does not describe the SDK; each makes the run fail.</p>\n<ul>\n"
    for finding in review.findings {
      text += "<li><strong class=\"fail\">\(finding.kind.rawValue)</strong> "
      text += "\(Markup.text(finding.diagnostic.description))"
      if let first = finding.cases.first { text += " (\(link(first)))" }
      text += "</li>\n"
    }
    return text + "</ul>\n</section>\n"
  }
}
