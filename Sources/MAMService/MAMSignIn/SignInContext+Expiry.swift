internal import ExactText
import MAMDirectory
import VirtualTime

/// Forgetting what nobody can use any more, so that a service may run as long as it likes.
extension SignInContext {
  /// The most access tokens, refresh tokens, sessions and begun sign-ins, of each.
  static var mostSignedIn: Int { 100_000 }
  /// How many refresh tokens there are before all of them are looked at.
  private static var firstSweep: Int { 1000 }

  /// Forgets the oldest tokens that have expired; those behind a valid one wait their turn.
  func dropExpiredTokens(_ now: VirtualInstant) {
    while let (key, token) = state.accessTokens.oldest, isExpired(token, now) {
      state.accessTokens[key] = nil
    }
    while let (key, signIn) = state.signIns.oldest, signIn.expires + 600_000 < now.milliseconds {
      state.signIns[key] = nil
    }
    guard signer != nil else { return }
    while let (key, session) = state.sessions.oldest, session.expires <= now.milliseconds {
      state.sessions[key] = nil
    }
    while let (key, token) = state.refreshTokens.oldest, isExpired(token, now) {
      state.refreshTokens[key] = nil
    }
    // Those of pages are short-lived, and stand behind others that live for ever.
    if state.refreshTokens.count >= max(state.nextSweep, Self.firstSweep) {
      let instant = now.milliseconds
      state.refreshTokens.removeAll { !$0.isValid(at: instant) }
      state.nextSweep = 2 * state.refreshTokens.count
    }
    // On a clock that stands nothing expires.
    Self.makeRoom(in: state.accessTokens)
    Self.makeRoom(in: state.refreshTokens)
    Self.makeRoom(in: state.sessions)
    Self.makeRoom(in: state.signIns)
  }

  private func isExpired(_ token: Token, _ now: VirtualInstant) -> Bool {
    !token.isValid(at: now.milliseconds)
  }

  /// Forgets the oldest rows of a table that is full.
  private static func makeRoom<Row>(in table: Table<Row>) {
    while table.count >= mostSignedIn, let (key, _) = table.oldest { table[key] = nil }
  }
}
