internal import ExactText

extension CaseState {
  /// Refuses a path that the state of a case never has: another part of it, an app or a device that the case does not have, and
  /// parts that none of them has. What is below may come later.
  package static func check(_ path: String, _ moment: Moment) throws(ConsoleError) {
    let parts = path.split(separator: ".").map(String.init)
    let first = parts.first ?? path
    guard sections.contains(first) else {
      throw ConsoleError(unknown: "part of the state", first, among: sections)
    }
    guard ["apps", "devices"].contains(first) else { return }
    var above = first
    for part in parts.dropFirst().prefix(2) {
      let known = names(below: above, moment)
      guard known.contains(part) else {
        throw ConsoleError(unknown: "part of \(above)", part, among: known)
      }
      above += ".\(part)"
    }
  }
}
