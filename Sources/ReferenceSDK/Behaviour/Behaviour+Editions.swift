import Contract
internal import ExactText

extension Behaviour {
  /// Takes back what the editions after this one have brought.
  mutating func follow(_ edition: Edition) {
    if edition < .e2017_11 {
      tokens.overridesEndWithEnrollment = false
    }
    if edition < .e2020_01 {
      policy.hasSiriAndNotifications = false
      policy.savesToAccountDocument = false
      policy.opensFromLocations = false
    }
    if edition < .e2020_06 {
      policy.hasFileEncryption = false
      policy.savesToCameraRoll = false
    }
  }
}
