import Contract
internal import ExactText

extension Behaviour {
  /// Takes back what the editions after this one have brought.
  mutating func follow(_ edition: Edition) {
    if edition < .e2017_11 { tokens.overridesEndWithEnrollment = false }
  }
}
