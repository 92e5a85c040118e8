internal import CaseModel
internal import Conformance
internal import ExactText

/// The names that a check asks for: keys, settings and values, other than accounts, between the quotation marks of the checked
/// call and of what is expected.
struct AskedNames {
  private let names: Set<ExactString>

  /// The names in some texts.
  init(_ texts: [String]) {
    var names: Set<ExactString> = []
    for text in texts { names.formUnion(AskedNames.quoted(text)) }
    self.names = names
  }

  /// What a failed check asks for.
  init(_ result: CaseResult, _ check: CheckResult) {
    let step = result.conformanceCase.steps.first { $0.check == check.check }
    var texts = [check.expected]
    if case .returns = check.check.demand, let call = step?.action { texts.append(call.words) }
    self.init(texts)
  }

  /// True if another text has one of them.
  func meet(_ text: String) -> Bool { !names.isDisjoint(with: AskedNames.quoted(text)) }

  /// Members that every call has.
  private static let usual: Set<ExactString> = ["api", "identity", "key"]

  private static func quoted(_ text: String) -> Set<ExactString> {
    let mark = UInt8(ascii: "\"")
    let parts = text.utf8.split(separator: mark, omittingEmptySubsequences: false)
    var names: Set<ExactString> = []
    for index in parts.indices where index % 2 == 1 && index < parts.count - 1 {
      let part = parts[index]
      if part.count > 1, !part.contains(UInt8(ascii: "@")) {
        names.insert(ExactString(String(decoding: part, as: UTF8.self)))
      }
    }
    return names.subtracting(usual)
  }
}
