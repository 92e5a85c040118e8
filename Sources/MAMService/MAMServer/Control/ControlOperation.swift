internal import ExactText
import MAMEngine
import MAMWire

/// One operation of the control API: a method at a path, in which `{}` stands for a name.
struct ControlOperation: Sendable {
  let method: String
  let path: String
  let summary: String
  /// The names of the members that the body may have; nil if carrying it out tells.
  var members: [String]? = []
  /// The names of the parameters that the query may have.
  var query: [String] = []
  /// True if a body that is not JSON is read too.
  var takesText = false
  /// Answers, or returns what waits for the answer.
  let carryOut:
    @Sendable (ControlAPI, ControlRequest, @escaping ControlAPI.Respond) throws(ControlError) ->
      JournalWaiter?

  /// The segments that stand at `{}`, if the path fits; else nil.
  func names(in segments: [String]) -> [String]? {
    let wanted = path.split(separator: "/")
    guard wanted.count == segments.count else { return nil }
    var names: [String] = []
    for (segment, part) in zip(segments, wanted) {
      if part == "{}" { names.append(segment) } else if segment != part { return nil }
    }
    return names
  }

  /// The path for people: a name instead of each `{}`.
  var pathForPeople: String {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0 == "{}" ? "{name}" : $0 }.joined(separator: "/")
  }
}
