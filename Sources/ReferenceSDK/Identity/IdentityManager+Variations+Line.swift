internal import ExactText
internal import StepProtocol

/// What other SDKs than the contract's make of switches behind others, and of links into new windows; by the contract each
/// answers as its first line says.
extension IdentityManager {
  /// False: a switch that is not allowed is refused, whatever it has waited for (IDN-032, IDN-033, OQ-42).
  func isLetThrough(_ begun: IdentitySwitch) -> Bool {
    guard begun.isBehindAnother else { return false }
    let isOfColleague = isColleague(begun.target, of: primary)
    return switch rules.switchesInLine {
    case .asEver: false
    case .withoutTheMainThread: !isOfColleague
    case .withoutTheOrganisation: isOfColleague
    }
  }

  /// What a switch to nil makes the window fall back to, and is judged by: the process identity (IDN-033, IDN-037).
  var fallback: String? {
    guard let shown = windows[IdentityManager.keyWindow], !rules.nilIsJudgedByTheProcess else {
      return process
    }
    return shown
  }

  /// The identity of the window, which falls back to that of the process, whoever is in the key window (IDN-042, IDN-043).
  func activeIdentity(for request: OpenRequest, under target: String) -> String? {
    let own = uiIdentity(window: request.window)
    let key = uiIdentity(window: nil)
    guard key != own, windows[windowKey(request.window)] == nil else { return own }
    let isFollowed =
      isIdentityManaged(target)
      ? rules.linksOfTheUserKnowNewWindows : rules.otherLinksKnowNewWindows
    return isFollowed ? own : key
  }
}
