internal import CaseModel
internal import Contract
internal import ExactText

/// A file of cases that was read, before its cases are expanded.
struct SuiteDraft {
  let path: String
  /// What is wrong with the file, apart from its cases.
  let diagnostics: Diagnostics
  /// False if the file gives no case at all; that is reported here or with another file.
  var isReadable = false
  var cases: [CaseDraft] = []
}

/// A case that was read, before it is expanded.
///
/// It goes from the thread that reads to one that expands, and no two threads have it at the same time: that is why its
/// diagnostics, which are no value, can go along.
struct CaseDraft: @unchecked Sendable {
  /// Nil if the case cannot be expanded.
  let expansion: CaseExpansion?
  /// What is wrong with the case, all of it once it is expanded.
  let diagnostics: Diagnostics
  let base: CaseWorld?
  let standing: [Edition: StandingChecks]

  /// The cases in every combination and edition.
  func expanded() -> [ConformanceCase] {
    var cases = expansion?.cases(base: base) ?? []
    for index in cases.indices { cases[index].standing = standing[cases[index].edition] }
    return cases
  }
}
