import Contract
internal import ExactText
import JSONText
internal import StepProtocol

/// The calls of `IntuneMAMSettings`, of diagnostics, and of allowed accounts.
extension CallRules {
  /// Performs one of these calls; false if the API is none of them.
  func performAppCall(_ call: APICall) -> Bool {
    switch call.api {
    case .allowedAccounts: returned(call, json(allowedAccounts))
    case .telemetryEnabled: telemetry.property(call)
    case .setUserDefault: tokens.setUserDefault(call)
    case .backgroundColor, .foregroundColor, .accentColor, .secondaryBackgroundColor,
      .secondaryForegroundColor:
      color(call)
    case .getDiagnosticInformation:
      returned(
        call,
        behaviour.diagnostics.hasInformation
          ? asReported([
            "sdkVersion": .string(context.edition.release), "isEnrolled": .bool(enrolled != nil),
          ]) : .null)
    case .getIntuneLogPaths:
      let diagnostic = behaviour.diagnostics.logsAreApart ? "diagnostic.log" : "sdk.log"
      returned(
        call, behaviour.diagnostics.hasLogPaths ? ["sdk.log", .string(diagnostic)] : .null)
    case .sdkVersion:
      let suffix = behaviour.diagnostics.versionIsNumeric ? "" : "b"
      returned(
        call,
        behaviour.diagnostics.hasVersion ? .string(context.edition.release + suffix) : .null)
    default: return false
    }
    return true
  }

  // MARK: Allowed accounts

  /// The accounts that an administrator allows; nil if all are (ACC-001, ACC-002).
  var allowedAccounts: [String]? {
    guard behaviour.allowedAccounts.areKnown else { return nil }
    let management = context.management
    switch behaviour.allowedAccounts.named {
    case .allowedUsers: return management.allowedAccounts ?? accountsOfNobody
    case .configuredUser: return management.configuredUPN.map { [$0] }
    case .enrolledUser:
      return management.allowedAccounts == nil ? nil : enrolled.map { [$0.identity] }
    case .nobody: return nil
    case .allowedUsersAtLaunch, .lastAllowedUsers: return formerAllowedAccounts
    }
  }

  private func json(_ accounts: [String]?) -> JSON {
    guard let accounts else { return behaviour.allowedAccounts.noneAreEmpty ? [] : .null }
    return .array(accounts.map(JSON.string))
  }

  /// Posts `IntuneMAMAllowedAccountsDidChangeNotification` if there is something to tell (ACC-005).
  ///
  /// - Parameter old: the accounts that were allowed before; they are none at a launch.
  func notifyOfAllowedAccounts(before old: [String]?, isLaunch: Bool) {
    let new = context.management.allowedAccounts
    guard behaviour.allowedAccounts.areKnown, !isLaunch || new != nil else { return }
    let isNotified =
      switch behaviour.allowedAccounts.notifiedOf {
      case .changes: !isLaunch && old != new
      case .additions: !isLaunch && old != new && new != nil
      case .everything: !isLaunch
      case .changesAndLaunch: old != new
      case .nothing: false
      }
    guard isNotified else { return }
    if context.lifecycle == .background, !behaviour.allowedAccounts.notifyInBackground { return }
    if context.lifecycle == .suspended, !behaviour.allowedAccounts.notifyWhileSuspended { return }
    guard postsAllowedAccounts() else { return }
    for _ in 0..<behaviour.allowedAccounts.notificationCount { postAllowedAccounts() }
  }

  /// Posts the notification with the accounts that are allowed now.
  func postAllowedAccounts() {
    let object: JSON =
      behaviour.allowedAccounts.notificationHasAccounts
      ? json(context.management.allowedAccounts) : "IntuneMAMEnrollmentManager"
    emit(
      .notification,
      [
        "name": "IntuneMAMAllowedAccountsDidChangeNotification",
        "object": object, "userInfo": nil,
      ])
  }

  // MARK: Colours

  /// A colour of the SDK's screens: read without `value`, else set (UIX-011 to UIX-014).
  private func color(_ call: APICall) {
    let name = behaviour.colors.areApart ? call.api.rawValue : "color"
    guard let value = call.arguments["value"] else {
      let none: JSON =
        switch behaviour.colors.defaultReads {
        case .asNil: .null
        case .asEmptyText: ""
        case .asName: "default"
        }
      return returned(call, shownColor(name).map(withItsSign) ?? none)
    }
    let text = value.string ?? ""
    if text.isEmpty {
      let isRestored =
        value.string == nil
        ? behaviour.colors.nilRestoresDefault : behaviour.colors.emptyTextRestoresDefault
      if isRestored { saved.colors[name] = nil }
    } else if isColor(text) {
      if behaviour.colors.areKept { saved.colors[name] = .string(text) }
    } else {
      switch behaviour.colors.invalid {
      case .ignored: break
      case .taken: saved.colors[name] = .string(text)
      case .restoresDefault: saved.colors[name] = nil
      case .takenIfLongEnough:
        if text.utf8.count == 6 { saved.colors[name] = .string(text) }
      }
    }
    keepColors()
    if behaviour.colors.settersReturn { returned(call) }
  }

  /// Six hexadecimal digits in capitals, with or without a hash sign (UIX-009).
  private func isColor(_ text: String) -> Bool {
    var digits = Array(text.utf8)
    if digits.first == UInt8(ascii: "#") {
      digits.removeFirst()
    } else if behaviour.colors.needHashSign {
      return false
    }
    return digits.count == 6
      && digits.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) && !behaviour.colors.needCapitals
      }
  }
}
