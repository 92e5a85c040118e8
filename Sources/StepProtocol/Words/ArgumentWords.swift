internal import ExactText

/// Where an app is in its life: `to` of `lifecycle`, and `state` of `launch`.
package enum LifecycleState: String, Sendable, CaseIterable {
  case foreground, background, suspended
}

/// How the checks of conditional launch end: an answer that a case scripts.
package enum ConditionalLaunchAnswer: String, Sendable, CaseIterable {
  /// Every check passes by itself.
  case pass
  /// The person cancels the first check.
  case cancel
  /// Each check shows a prompt and waits for a person.
  case ask
  /// The first check fails.
  case fail
}

/// What a person is asked: `kind` of a prompt and of `user`.
package enum PromptKind: String, Sendable, CaseIterable {
  case credentials, userName, pin, dialog, blocked
}

/// What a person does with a prompt: `action` of `user`.
package enum PromptAction: String, Sendable, CaseIterable {
  /// What was asked for is given.
  case enter
  /// It is refused.
  case cancel
  /// It is refused, or a mere notice is closed.
  case dismiss
  /// What was blocked is tried again.
  case retry
}

/// What an app does with its token cache: `do` of `tokens`.
package enum TokenChange: String, Sendable, CaseIterable {
  /// Puts a refresh token of the user into the cache, by a sign-in.
  case signIn
  /// Removes every token of the user.
  case purge
}

/// What an app does with a file: `do` of `file`.
package enum FileOperation: String, Sendable, CaseIterable {
  case create, truncate, append, read, exists, list, copy, rename, delete, owner
  /// Looks at the bytes on the disk; the coordinator does it, without the app.
  case onDisk

  /// What an adapter can be asked for.
  package static let ofAdapters = allCases.filter { $0 != .onDisk }
}

/// A delegate that an app sets: a member of `delegates`, and `delegate` of `setDelegate`.
package enum DelegateName: String, Sendable, CaseIterable {
  case enrollment, policy
}

/// What a device says of its management: the members of `managed`.
package enum ManagementMember: String, Sendable, CaseIterable {
  case mdmUser, mdmVendor, emmUser, deviceUser
  /// The user of the managed app configuration.
  case configuredUser = "IntuneMAMUPN"
  /// `Enabled` if only the user of the managed app configuration may use the app.
  case allowedAccountsOnly = "IntuneMAMAllowedAccountsOnly"
  /// The other settings of the managed app configuration, an object.
  case configuration
}

/// Who manages a device: `mdmVendor` of `managed`.
package enum ManagementVendor: String, Sendable, CaseIterable {
  case intune, other
}
