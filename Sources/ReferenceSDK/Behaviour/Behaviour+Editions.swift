import Contract
internal import ExactText
internal import VirtualTime

extension Behaviour {
  /// Takes over the numbers of a vendor.
  mutating func follow(_ profile: Profile) {
    enrollment.retryInterval = profile.retry
    enrollment.brokenAttemptWaits = profile.retry
    if profile.sendsCheckIn {
      checkIn.followsService = true
    } else {
      checkIn.interval = profile.checkIn
    }
    requests.timeLimit = VirtualDuration(milliseconds: profile.timeout.milliseconds / 10)
  }

  /// Takes back what the editions after this one have brought.
  mutating func follow(_ edition: Edition) {
    status.codes = edition
    if edition < .e2017_11 {
      launch.knowsAutoEnrollment = false
      policy.notifiesOfConfiguration = false
      tokens.overridesEndWithEnrollment = false
      diagnostics.hasLogPaths = false
      diagnostics.testWipes = false
      protection.notifiesOfLevel = false
    }
    if edition < .e2020_01 {
      allowedAccounts.areKnown = false
      configuration.knowsDeviceSettings = false
      enrollment.knowsRemediation = false
      identity.knowsWindows = false
      identity.reasonOfImports = .openURL
      launch.includesEnrollment = false
      policy.hasSiriAndNotifications = false
      policy.opensFromLocations = false
      policy.savesToAccountDocument = false
      status.errorStringMayBeNil = false
      telemetry.tellsActions = false
      protection.encryption = .ofManagedUsers
      protection.levelIsCapped = false
    }
    if edition < .e2020_06 {
      diagnostics.logsVerbosely = false
      policy.hasFileEncryption = false
      policy.savesToCameraRoll = false
    }
  }
}
