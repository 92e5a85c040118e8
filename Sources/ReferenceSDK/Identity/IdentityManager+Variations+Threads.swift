internal import ExactText

/// What other SDKs than the contract's make of the identities of threads; by the contract each answers as its first line says.
extension IdentityManager {
  /// Nothing: threads keep what the app has set, whoever enrolls (IDN-016, IDN-039).
  mutating func clearThreads(for primary: String?) {
    guard let primary, !threads.isEmpty, !same(self.primary, primary),
      !rules.threadsOutlastEnrollments
    else { return }
    threads = [:]
  }
}
