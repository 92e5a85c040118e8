internal import ExactText
internal import StepProtocol

/// Something that a person is asked.
struct Prompt: Sendable, Equatable {
  enum Purpose: Sendable, Equatable {
    case credentials, userName
    /// Dialogs: the app has to restart; policy is missing.
    case restart, policyAbsent
    /// The app is kept from starting.
    case blocked

    /// The prompt's kind in the step protocol.
    var kind: PromptKind {
      switch self {
      case .credentials: .credentials
      case .userName: .userName
      case .restart, .policyAbsent: .dialog
      case .blocked: .blocked
      }
    }
  }
  var purpose: Purpose
  /// True if an answer of that kind is one to it; what is blocked shows as a dialog, too.
  func isAnswered(as kind: PromptKind) -> Bool {
    purpose.kind == kind || (kind == .dialog && purpose == .blocked)
  }
  /// The operation that waits for the answer.
  var operation: Int?
}
