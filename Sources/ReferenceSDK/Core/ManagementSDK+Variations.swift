internal import ExactText
import VirtualTime

/// What other SDKs than the contract's make of other apps of the device, and what their hosts look at.
extension ManagementSDK {
  /// Nothing: another app's enrollment is that app's.
  func followOtherApps(before old: Keychain) {
    checkIns.followOtherApps(old)
    leaving.followOtherApps(old)
    leaving.followOtherAppsIn(old)
    leaving.hastenRetries(old)
    if saved.checkInDue != nil, !context.isExtension, !state.behaviour.checkIn.othersMoveNothing {
      saved.checkInDue = state.now + checkIns.interval
    }
  }

  /// True once an enrolled user of this process has left.
  package var hasLeavers: Bool { noted { $0.memory.lastLeaver != nil } }

  /// How many enrollments of this process the service has asked for.
  package var reEnrollments: Int { noted { $0.memory.reEnrollmentCount } }

  /// True once a check-in of this process has brought another policy than the first.
  package var hasChangedPolicy: Bool { noted { $0.memory.hasChangedPolicy } }

  /// True in an extension with its own identifier, while somebody has enrolled its app.
  package var isBesideItsApp: Bool {
    noted { sdk in
      let accounts = sdk.accounts
      return sdk.context.isExtension && accounts.published == nil
        && accounts.sharedEnrollment != nil
    }
  }

  /// True in an extension.
  package var isExtension: Bool { noted { $0.context.isExtension } }

  /// The identity of the screen, in which files have no part (IDN-015); nil for nobody.
  package var screenIdentity: String? {
    noted { $0.state.identityManager.uiPolicyIdentity() }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The process identity of an app of one identity; nil in an app of several, and for nobody.
  package var onlyIdentity: String? {
    noted { sdk in
      let identities = sdk.state.identityManager
      return identities.isMultiIdentity ? nil : identities.process
    }
  }

  /// The process identity behind a thread that works for nobody; nil if it works for somebody, or there is none.
  package func processBehindNobody(thread: String) -> String? {
    noted(of: thread) { sdk in
      let identities = sdk.state.identityManager
      return identities.fileIdentity(thread: thread) == "" ? identities.processIdentity : nil
    }
  }

  /// True if an account is registered and has not enrolled the app.
  package func isWaiting(_ identity: String) -> Bool {
    noted(of: identity) { sdk in
      let state = sdk.state
      return state.saved.accounts.contains { IdentityName($0.identity) == IdentityName(identity) }
        && !state.identityManager.isIdentityManaged(identity)
    }
  }

  /// True: whoever works in the app owns what it writes, managed or not (FIL-001).
  func ownsFiles(_ identity: String?) -> Bool {
    state.identityManager.isIdentityManaged(identity)
      || state.behaviour.identity.unmanagedUsersOwnFiles
  }
}
