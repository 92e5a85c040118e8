internal import ExactText
internal import ServiceProtocol
internal import StepProtocol

/// What is seen at several places of one thing: the signs of one cause.
extension RootCause {
  /// Something that an SDK does or knows, of which checks see more than one side.
  enum Happening: Hashable, Sendable {
    /// An operation that does not come, or comes though it must not: its request is missing and so is its status.
    case operation(Operation, isMissing: Bool)
    /// The management of a user, whichever API is asked.
    case management
    /// The policy that applies, whichever API is asked.
    case policy
  }

  /// An operation with a request to the service and an event that reports its status.
  enum Operation: Hashable, Sendable {
    case enrollment, checkIn, unenrollment
  }

  /// The happening that a difference shows; nil for one that stands for itself.
  static func happening(_ difference: Difference) -> Happening? {
    switch difference.kind {
    case .missing, .unexpected:
      operations[difference.subject].map {
        .operation($0, isMissing: difference.kind == .missing)
      }
    case .value:
      managementAPIs.contains { $0.rawValue == difference.subject }
        ? .management : policyAPIs.contains { $0.rawValue == difference.subject } ? .policy : nil
    case .member, .time, .order, .notReturned: nil
    }
  }

  private static let operations: [ExactString: Operation] = {
    var operations: [ExactString: Operation] = [:]
    for (endpoint, event, operation) in [
      (Endpoint.enroll, EventName.enrollmentRequest, Operation.enrollment),
      (.checkin, .policyRequest, .checkIn), (.unenroll, .unenrollRequest, .unenrollment),
    ] {
      for subject: String in ["request \(endpoint.rawValue)", "event \(event.rawValue)"] {
        operations[subject] = operation
      }
    }
    return operations
  }()

  /// The APIs that say whether a user is managed, and which.
  private static let managementAPIs: [APIName] = [
    .isIdentityManaged, .primaryUser, .isManagementEnabled,
  ]

  /// The APIs that say what policy is in force.
  private static let policyAPIs: [APIName] = [
    .policy, .policyForIdentity, .isURLAllowed, .isUniversalLinkAllowed, .isDocumentPickerAllowed,
    .isSaveToAllowedForLocation,
  ]
}
