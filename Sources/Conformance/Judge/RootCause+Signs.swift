internal import ExactText
internal import ServiceProtocol
internal import StepProtocol

/// What is seen at several places of one thing: the signs of one cause.
extension RootCause {
  /// Something that an SDK does or knows, of which checks see more than one side.
  enum Happening: Hashable, Sendable {
    /// An operation that does not come, or comes though it must not: its request is missing and so is its status.
    case operation(Operation, isMissing: Bool)
    /// How an operation ends: whether it succeeded, and with which status.
    case outcome(Operation)
    /// The management of a user, whichever API is asked.
    case management
    /// The policy that applies, whichever API is asked.
    case policy
    /// The settings of the app, whichever API is asked.
    case settings
    /// Whose a file is, and what follows for its protection, whichever API is asked.
    case fileOwner
    /// The identity of a thread, and of the tasks that it hands on.
    case threadIdentity
    /// The authority to which the SDK turns for a token, in a prompt as in an answer.
    case authority
    /// A death for which the case has asked, at a point that the SDK never comes to.
    case death
  }

  /// An operation with a request to the service and an event that reports its status.
  enum Operation: Hashable, Sendable {
    case enrollment, checkIn, unenrollment
  }

  /// The happening that a difference shows; nil for one that stands for itself.
  static func happening(_ difference: Difference) -> Happening? {
    switch difference.kind {
    case .missing, .unexpected:
      if difference.kind == .missing, deaths.contains(ExactString(difference.subject)) {
        return .death
      }
      return operations[difference.subject].map {
        .operation($0, isMissing: difference.kind == .missing)
      }
    case .value:
      return answers.first { answer in answer.questions.contains(difference.subject) }?.happening
    case .member:
      if difference.members.contains("authority") { return .authority }
      if let operation = operations[difference.subject],
        difference.members.contains(where: outcomes.contains)
      {
        return .outcome(operation)
      }
      let isTask = difference.subject == "event \(EventName.task.rawValue)"
      return isTask && difference.members.contains("identity") ? .threadIdentity : nil
    case .time, .order, .notReturned: return nil
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

  /// The members of a status event that say how its operation ended (STA-010).
  private static let outcomes = ["didSucceed", "statusCode"]

  /// What a case that asks for a kill at a point misses if the point never comes.
  private static let deaths: [ExactString] = [
    ExactString(Difference.killPoint), ExactString("life \(LifeChange.killed.rawValue)"),
  ]

  /// What several APIs, and operations on files, say of one thing.
  private static let answers: [(happening: Happening, questions: [String])] = [
    (
      .management,
      named([.isIdentityManaged, .primaryUser, .isManagementEnabled, .enrolledAccount])
    ),
    (
      .policy,
      named([
        .policy, .policyForIdentity, .mamPolicySource, .isURLAllowed, .isUniversalLinkAllowed,
        .isDocumentPickerAllowed, .isSaveToAllowedForLocation, .isOpenFromAllowedForLocation,
        .getSaveToLocationsForAccount, .getOpenFromLocationsForAccount,
      ])
    ),
    (
      .settings,
      named([
        .appConfigForIdentity, .allStringsForKey, .allNumbersForKey, .stringValueForKey,
        .numberValueForKey, .boolValueForKey, .allBoolsForKey, .fullData, .hasConflict,
      ])
    ),
    (
      .fileOwner,
      [FileOperation.owner.rawValue]
        + named([.protectionInfo, .protectionInfoForItemProvider, .fileProtectionLevel])
    ),
    (.threadIdentity, named([.getCurrentThreadIdentity])),
    (.authority, named([.aadAuthorityUrisForIdentity])),
  ]

  private static func named(_ apis: [APIName]) -> [String] { apis.map(\.rawValue) }
}
