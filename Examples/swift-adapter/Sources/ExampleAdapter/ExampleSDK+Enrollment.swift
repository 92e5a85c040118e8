import AdapterKit

/// One attempt to enroll.
struct Attempt {
  var identity: String?
  var isLogin: Bool
  /// The enrollment that the service has asked to renew.
  var replaces: String?

  init(_ identity: String?, isLogin: Bool = false, replaces: String? = nil) {
    self.identity = identity
    self.isLogin = isLogin
    self.replaces = replaces
  }
}

extension ExampleSDK {
  /// Attempts of registered accounts wait for each other: at most one is under way.
  func enqueue(_ identity: String, isRetry: Bool) {
    waiting.append { [self] in
      guard account(identity) != nil, !(isRetry && state.enrollment != nil) else {
        return nextAttempt()
      }
      enroll(Attempt(identity)) { [self] in nextAttempt() }
    }
    guard !isEnrolling else { return }
    isEnrolling = true
    host.later { [self] in nextAttempt() }
  }

  private func nextAttempt() {
    if waiting.isEmpty { isEnrolling = false } else { waiting.removeFirst()() }
  }

  /// One attempt and its one status callback.
  func enroll(_ attempt: Attempt, done: @escaping () -> Void) {
    func fail(_ code: Int64) {
      if let index = account(attempt.identity) {
        // The interval counts from the end of the attempt.
        state.accounts[index].retryAt = host.now + Self.retryInterval
        save()
      }
      report("enrollmentRequest", attempt.identity, code)
      done()
    }
    if state.enrollment != nil, attempt.replaces == nil {
      return fail(state.departure == nil ? 208 : 218)
    }
    locate(attempt) { [self] hosts in
      guard case .success(let hosts) = hosts else { return fail(hosts.code) }
      token(attempt, hosts) { [self] token in
        guard case .success(let token) = token else { return fail(token.code) }
        obtain(attempt, hosts, token) { [self] code in
          guard code == 0, let enrollment = state.enrollment else { return fail(code) }
          isCheckingIn = true
          requestPolicy(enrollment, token) { [self] news in
            isCheckingIn = false
            report("enrollmentRequest", attempt.identity, news.code == 100 ? 100 : 103)
            finish(news)
            done()
          }
        }
      }
    }
  }

  private func locate(
    _ attempt: Attempt, then: @escaping (Result<SavedState.Hosts, Failed>) -> Void
  ) {
    ask(
      "\(settings.location)/locate", ["identity": .text(attempt.identity)], or: 204,
      needs: ["enrollment", "policy", "authority"]
    ) { answer in
      then(
        answer.map {
          SavedState.Hosts(
            enrollment: $0["enrollment"]?.string ?? "", policy: $0["policy"]?.string ?? "",
            authority: $0["authority"]?.string ?? "")
        })
    }
  }

  /// A token; a person is asked at most once, and only for a login.
  private func token(
    _ attempt: Attempt, _ hosts: SavedState.Hosts,
    then: @escaping (Result<String, Failed>) -> Void
  ) {
    let identity = attempt.identity ?? ""
    accessToken(identity, hosts) { [self] token in
      guard attempt.isLogin, token.code == 203 else { return then(token) }
      ask(
        "prompt", "credentials",
        ["identity": .text(attempt.identity), "authority": .string(hosts.authority)]
      ) { [self] hasEntered, entered in
        guard hasEntered else { return then(.failure(Failed(code: 219))) }
        signIn(entered ?? identity, hosts.authority) { [self] result in
          guard case .success = result else { return then(result) }
          accessToken(identity, hosts, then: then)
        }
      }
    }
  }

  /// Enrolls at the service, and notes the user unless that is not wanted any more; 0 for success.
  private func obtain(
    _ attempt: Attempt, _ hosts: SavedState.Hosts, _ token: String,
    then: @escaping (Int64) -> Void
  ) {
    var body = settings.app
    body["identity"] = .text(attempt.identity)
    ask("\(hosts.enrollment)/enroll", body, token: token, or: 205, needs: ["enrollmentId"]) {
      [self] answer in
      guard case .success(let answer) = answer else { return then(answer.code) }
      let id = answer["enrollmentId"]?.string ?? ""
      // Much may have happened while the response was on its way; at most one user may be enrolled.
      let current = state.enrollment?.id
      let isWanted = attempt.isLogin || account(attempt.identity) != nil
      guard current == attempt.replaces, isWanted, state.departure == nil else {
        let code: Int64 = attempt.replaces != nil ? 221 : current != nil ? 208 : 214
        return unenroll(hosts, id, token, "deregister", nil) { _ in then(code) }
      }
      let identity = attempt.identity ?? ""
      if account(identity) == nil {
        state.accounts.append(.init(identity: identity, retryAt: host.now))
      }
      state.enrollment = SavedState.Enrollment(
        identity: identity, id: id, hosts: hosts, policy: state.enrollment?.policy,
        policyVersion: nil, checkInAt: host.now)
      save()
      then(0)
    }
  }
}
