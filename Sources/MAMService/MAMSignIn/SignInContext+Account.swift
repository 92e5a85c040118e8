internal import ExactText
import JSONText
import MAMCrypto
import MAMDirectory
import MAMWire
import VirtualTime

/// Whether a user may have tokens: as a password is given, and whenever something else is redeemed.
extension SignInContext {
  /// The key of a user whose password is right, and who counts as signed in from now on.
  func checkPassword(
    _ name: String, _ password: String, _ authority: Authority
  ) throws(Refusal) -> String {
    let key = userKey(name)
    let user = try usableUser(key, name)
    guard user.password.map({ Secret.isSame(password, $0) }) ?? true else {
      throw Refusal(.invalidGrant, 50_126, "the user name or the password is wrong")
    }
    try checkPasswordAge(key, name)
    guard authority == .any || authority == .tenant(user.tenant) else {
      throw Refusal(.invalidGrant, 50_020, "the user is not in the tenant in the path")
    }
    countAsSignedIn(key)
    return key
  }

  /// Refuses a user to whom something has happened since they proved who they are.
  ///
  /// Every grant comes by here, so that a code that was approved in good time is not a way around it.
  func checkAccount(_ grant: SignInGrant) throws(Refusal) {
    guard let key = grant.user else { return }
    let name = state.users[key]?.upn ?? key
    let user = try usableUser(key, name)
    // Before the age of the password: a new one ends the sessions, whether or not it is to be changed.
    if grant.authentication?.isRevoked(by: state.accounts[key]) == true {
      throw Refusal(
        .invalidGrant, 50_173, "the sessions of \(name) have been revoked since",
        suberror: "bad_token")
    }
    try checkPasswordAge(key, name)
    guard grant.refreshToken == nil || !user.isSignInRequired else {
      throw Refusal(
        .interactionRequired, 50_078, "the user must sign in", suberror: "basic_action")
    }
  }

  /// The user of a key, whose account is open.
  func usableUser(_ key: String, _ name: String) throws(Refusal) -> User {
    guard let user = state.users[key], !user.isDeleted else {
      throw Refusal(.invalidGrant, 50_034, "there is no user \(name)")
    }
    switch state.accounts[key]?.condition ?? .enabled {
    case .disabled: throw Refusal(.invalidGrant, 50_057, "the account \(name) is disabled")
    case .locked: throw Refusal(.invalidGrant, 50_053, "the account \(name) is locked")
    case .enabled, .passwordExpired: return user
    }
  }

  /// Refuses a user who has to choose another password first.
  func checkPasswordAge(_ key: String, _ name: String) throws(Refusal) {
    guard state.accounts[key]?.needsNewPassword != true else {
      throw Refusal(
        .invalidGrant, 50_055, "the password of \(name) has expired",
        suberror: "user_password_expired")
    }
  }

  /// Notes that a user has signed in, who then need not any more.
  func countAsSignedIn(_ key: String) {
    guard var user = state.users[key], user.isSignInRequired else { return }
    user.isSignInRequired = false
    state.users[key] = user
  }

  /// What a user has proven just now.
  func authentication(of key: String, _ now: VirtualInstant) -> Authentication {
    let account = state.accounts[key]
    return Authentication(
      instant: now.milliseconds, revocations: account?.revocations ?? 0,
      demands: account?.demands ?? 0)
  }
}
