import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// The reference SDK: the contract as a pure state machine.
///
/// Inputs go in one at a time with the virtual time at which they happen; out comes what the host has
/// to do, in order. Inside there is no I/O and no clock. After each input the host asks for `next`,
/// when the SDK wants to run again, and ``open``, the requests it waits for.
///
/// What an input does is decided by sets of rules over one state, one for each topic of the contract and each in a
/// folder; `SDKRules` lists them. Enrollment, say, and with it the retry after 24 hours, is in `EnrollmentRules`.
package final class ManagementSDK: SDKRules {
  /// Everything the SDK remembers.
  let state: SDKState
  /// Notes what it is told and asked; nil for nobody.
  let recording: SDKRecording?

  /// An SDK that has not been launched yet.
  ///
  /// - Parameters:
  ///   - variations: in what it differs from the contract's defaults.
  ///   - trace: notified of every field of its behaviour that is read; nil for nobody.
  ///   - mostActions: how many actions an input may lead to; a defect that would go on for ever stops there.
  package init(
    variations: Variations = Variations(), trace: BehaviourTrace? = nil, mostActions: Int = .max
  ) {
    recording = trace?.record(variations, mostActions: mostActions)
    state = SDKState(variations: variations, trace: recording?.trace ?? trace, ofHost: trace)
    state.mostActions = mostActions
  }

  /// Handles one input; what the host has to do is among the actions of the state then.
  func perform(_ input: SDKInput, now: VirtualInstant) -> [SDKAction] {
    state.now = now
    state.look()
    if state.behaviour.status.log == .everything {
      log("info", "the app, the device or the service has done something")
    }
    switch input {
    case .launch(let context, let saved, let keychain):
      launch.begin(context, saved: saved, keychain: keychain)
    case .call(let call): calls.perform(call)
    case .wake: operations.giveUpLateRequests()
    case .response(let request, let outcome): operations.received(outcome, for: request)
    case .answered(let question, let answer): delegates.answered(question, answer)
    case .lifecycle(let state): launch.changeLifecycle(to: state)
    case .user(let action): prompts.answer(action)
    case .signIn(let identity): operations.begin(.signIn, identity: identity)
    case .purgeTokens(let identity): tokens.purge(of: identity)
    case .device(let management): launch.changeDevice(management)
    case .wallClock(let clock): timers.setWallClock(clock)
    case .openURL(let request): identities.open(request)
    case .hooks(let hooks):
      state.hooks = hooks
      state.identityManager.conditionalLaunch = hooks.conditionalLaunch
    case .keychain(let keychain):
      let old = state.keychain
      if context.isExtension, !state.behaviour.accounts.extensionsFollowTheApp { break }
      state.keychain = keychain
      state.knownRevision = -1
      followOtherApps(before: old)
    }
    state.look()
    timers.runDueWork()
    state.look()
    identities.update()
    if !state.telemetry.isEmpty { telemetry.send() }
    defer { state.look() }
    return state.takeActions()
  }

  /// The requests that have no response yet.
  var openRequests: [String] {
    underWay.isEmpty && state.uploads.isEmpty ? [] : operations.openRequests
  }

  // MARK: What the host may look at

  /// In what this SDK differs from the contract's defaults.
  package var variations: Variations { state.variations }
  /// What it decides; that of the app's edition from the launch on.
  package var behaviour: TracedBehaviour { state.behaviourOfHost }
  /// The keychain as the SDK knows it.
  package var keychain: Keychain { noted { $0.state.keychain } }
  /// The test hooks that have not been used up.
  package var testHooks: TestHooks { noted { $0.state.hooks } }

  /// The user whose policy is in force; nil if there is none.
  package var managedUser: String? { noted { $0.state.identityManager.primary } }

  /// True if the identity is managed.
  package func isManaged(_ identity: String?) -> Bool {
    noted(of: identity) { $0.state.identityManager.isIdentityManaged(identity) }
  }

  /// True if the policy of an identity requires that its data is encrypted (DAT-015, FIL-024).
  package func requiresEncryption(of identity: String?) -> Bool {
    noted(of: identity) { $0.state.identityManager.policy(for: identity).requiresEncryption }
  }

  /// The encryption that the policy of an identity asks for, by its Graph name; nil if it asks for none (FIL-030).
  package func encryptionType(of identity: String?) -> String? {
    noted(of: identity) {
      $0.state.identityManager.policy(for: identity).text("appDataEncryptionType")
    }
  }

  /// The user who has enrolled the app.
  package var enrolledIdentity: String? { noted { $0.state.saved.enrollment?.identity } }

  /// The version of the app.
  package var appVersion: String { noted { $0.state.context.appVersion } }

  /// A value of the settings dictionary that is a string.
  package func setting(_ name: String) -> String? {
    noted(of: name) { $0.state.context.settings[name]?.string }
  }

  /// The app works with the data-protection manager, which reports changes from then on (DAT-011).
  package func observeDataProtection() {
    _ = noted { sdk in
      if sdk.state.protectionLevel == nil {
        sdk.state.protectionLevel = sdk.identities.protectionLevel
      }
      return true
    }
  }

  /// The identity that owns what a thread does with files (FIL-001); nil for nobody.
  package func fileIdentity(thread: String) -> String? {
    noted(of: thread) { sdk in
      let identity = sdk.state.identityManager.fileIdentity(thread: thread)
      return sdk.ownsFiles(identity) ? identity : nil
    }
  }
}
