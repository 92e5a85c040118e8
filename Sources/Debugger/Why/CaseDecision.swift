package import CaseModel
internal import ExactText

/// Something that a case decides and could have decided otherwise: a kill, a fault, an answer, an administrator's order,
/// how much time passes.
package struct CaseDecision: Sendable {
  /// What is decided.
  package enum Kind: String, Sendable, CaseIterable {
    /// An app is killed.
    case kill
    /// An app is closed or started again in good order, upgraded or installed again.
    case restart
    /// The service fails on purpose, or a fault ends.
    case fault
    /// A device goes off the network, or comes back.
    case network
    /// The service is killed or started.
    case service
    /// What an administrator orders.
    case administrator
    /// The state of a device.
    case device
    /// What the app's delegates answer, or a condition that only a case can ask for.
    case answer
    /// An app goes to the foreground or background, or is suspended.
    case lifecycle
    /// A person answers a prompt.
    case person
    /// The token cache.
    case tokens
    /// Work with a file.
    case file
    /// A link or document is opened.
    case link
    /// A call of the app.
    case call
    /// What the world of the case has before the first step.
    case given
    /// How much time passes: whether an instant is reached.
    case instant
  }

  /// What is decided.
  package var kind: Kind
  /// The index of the step that decides it; nil for the world of the case.
  package var step: Int?
  /// Where it is written.
  package var location: SourceLocation
  /// The decision in words, such as `kill mail now`.
  package var text: String
  /// True if it is part of the usual world, which other cases have too.
  package var isUsual = false
  /// True if it is a call that has an account enrolled, with which nearly every case begins.
  package var isEnrollment = false
  /// True if it is a person who enters what a prompt asks for, as in nearly every sign-in.
  package var isEntry = false
  /// True if it is a call that says whose identity counts from then on.
  package var setsIdentity = false
  /// True if an app only comes to the front, which lets happen what waits for that.
  package var comesToFront = false
  /// True if it is a call about another account, or of another app, than the first call of the case with an account.
  package var isOfAnother = false
  /// True if it is one of the settings of a device's management, and not all of them.
  package var isDeviceSetting = false
  /// True if it is a setting that only makes something possible, such as several identities in an app.
  package var isMeans = false
  /// True if it only looks at something, or only lets go on what waits: a question, the end of the faults.
  package var isAside = false
  /// What could be decided instead, the smallest change first.
  package var changes: [CaseChange]
}

/// A case with one decision changed.
package struct CaseChange: Sendable {
  /// What is changed, in words that follow the decision's, such as `is left out`.
  package var text: String
  /// True if the decision is made, but at another place.
  package var isMove = false
  /// True if the same is not decided before either.
  package var isRepeated = false
  /// The steps that replace those of the case.
  package var steps: [Step]
  /// The world that replaces that of the case.
  package var world: World

  /// The case with the change.
  package func applied(to item: ConformanceCase) -> ConformanceCase {
    var changed = item
    changed.steps = steps
    changed.world = world
    return changed
  }
}
