internal import Conformance
internal import ExactText
internal import VirtualTime

extension DebugSession {
  /// The deadlines that hold where the case stands, with who asked for them, a line each.
  ///
  /// - Parameter isWhole: true for those before, too, and what became of them.
  package func deadlineList(isWhole: Bool) -> String {
    let epoch = view.epoch
    let valid = view.deadlines
    var text = valid.isEmpty ? "no deadline: time moves only as the case asks\n" : ""
    for deadline in valid {
      let trace = deadlines.last { $0.deadline == deadline }
      let what = deadline.kind == .wake ? "wakes" : "releases a response to"
      text += "+\(deadline.instant - epoch)  \(what) \(view.owner(of: deadline))"
      text += ", in \(deadline.instant - view.now)\(trace.map { ", \(cause(of: $0))" } ?? "")\n"
    }
    guard isWhole else { return text }
    for trace in deadlines {
      guard let end = trace.end else { continue }
      let time = positions[end.at].time
      text += "  was +\(trace.deadline.instant - epoch) of \(trace.app), \(cause(of: trace))"
      text += ": \(end.kind.text) at +\(time - epoch)\n"
    }
    return text
  }

  /// Why a deadline is there.
  func cause(of trace: DeadlineTrace) -> String {
    var words =
      trace.deadline.kind == .wake ? "asked for in '\(trace.setBy)'" : "for \(trace.setBy)"
    words += " at +\(trace.time - view.epoch)"
    if let step = trace.step { words += ", step \(step + 1)" }
    return words
  }
}

extension DeadlineTrace.End {
  /// What became of it, in words.
  var text: String {
    switch self {
    case .fired: "its time came"
    case .replaced: "another one took its place"
    case .withdrawn: "the app asked for none any more"
    case .dropped: "dropped with its process"
    }
  }
}
