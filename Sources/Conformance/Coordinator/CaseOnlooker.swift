internal import ExactText

/// Stops a case nowhere and looks at it everywhere, as a person does who steps through all of it in the debugger.
///
/// A round of ``Verification`` is watched by one, which shows that whoever looks changes nothing.
package final class CaseOnlooker: CaseWatch {
  /// How many things were seen, so that looking is not nothing.
  package private(set) var seen = 0

  /// Somebody who has seen nothing yet.
  package init() {}

  package func reached(_ point: CasePoint, _ view: CaseView) throws(CaseEnd) {
    look(view)
    if case .afterStep = point { seen += view.judged().checks.count }
  }

  package func recorded(_ view: CaseView) { look(view) }

  private func look(_ view: CaseView) {
    seen += view.deadlines.count + view.apps.count + view.held.count + view.recordCount
  }
}
