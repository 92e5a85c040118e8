internal import ExactText
package import JSONText

/// What is other in one state than in an earlier one.
package struct StateDifference: Sendable, Equatable {
  /// Where, such as `apps.mail.deadline`.
  package var path: String
  /// What was there; nil for nothing.
  package var before: JSON?
  /// What is there; nil for nothing.
  package var after: JSON?

  /// Everything that differs between two trees, in the order of the later one; what is gone comes last.
  package static func between(_ before: JSON, _ after: JSON) -> [StateDifference] {
    var found: [StateDifference] = []
    compare(before, after, at: "", &found)
    return found
  }

  private static func compare(
    _ before: JSON?, _ after: JSON?, at path: String, _ found: inout [StateDifference]
  ) {
    if before == after { return }
    func inner(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
    switch (before, after) {
    case (.object(let before), .object(let after)):
      for member in after.members {
        compare(before[member.name], member.value, at: inner(member.name), &found)
      }
      for member in before.members where after[member.name] == nil {
        compare(member.value, nil, at: inner(member.name), &found)
      }
    case (.array(let before), .array(let after)) where !before.isEmpty && !after.isEmpty:
      for index in 0..<max(before.count, after.count) {
        compare(
          index < before.count ? before[index] : nil, index < after.count ? after[index] : nil,
          at: inner("\(index)"), &found)
      }
    default: found.append(StateDifference(path: path, before: before, after: after))
    }
  }
}
