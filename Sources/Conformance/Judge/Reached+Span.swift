internal import CaseModel
internal import ExactText

extension History.Reached {
  /// The step with the records that a check looks at instead of those of its window.
  func looking(
    over span: CheckSpan, of conformanceCase: ConformanceCase, _ history: History
  ) -> History.Reached {
    /// How many records there were when a step began; one that was not taken would have begun there.
    func beginning(of name: String) -> Int {
      let place = conformanceCase.steps.firstIndex { $0.name == name } ?? 0
      return history.reached.last { $0.step < place }?.window.upperBound ?? 0
    }
    var looking = self
    switch span {
    case .window: break
    case .wholeCase: looking.window = 0..<window.upperBound
    case .between(let from, let to):
      let start = from.map(beginning) ?? 0
      looking.window = start..<max(start, to.map(beginning) ?? window.upperBound)
    }
    return looking
  }
}
