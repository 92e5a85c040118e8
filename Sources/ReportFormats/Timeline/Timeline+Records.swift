internal import CaseModel
package import Conformance
internal import Contract
internal import ExactText
package import VirtualTime

extension Timeline {
  /// The picture of records alone, of which nothing was judged: one side of a comparison.
  ///
  /// - Parameter notes: what is to be said of records, by their places.
  package init(_ records: [Record], epoch: VirtualInstant, notes: [Int: String]) {
    var history = History(epoch: epoch)
    history.records = records
    let item = ConformanceCase(
      suite: "", id: "", title: "", area: "", edition: .latest, parameters: [],
      location: SourceLocation(file: ""), world: World(), steps: [], limit: .zero)
    self.init(
      CaseResult(
        conformanceCase: item, verdict: .inconclusive, checks: [], problem: nil, history: history,
        wallMilliseconds: 0, virtualTime: .zero), notes: notes)
  }
}
