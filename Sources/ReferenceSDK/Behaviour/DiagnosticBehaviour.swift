internal import ExactText

/// Diagnostic information and the log (DBG-019 to DBG-025).
package struct DiagnosticBehaviour: BehaviourArea {
  /// There is diagnostic information (DBG-019).
  package var hasInformation = true
  /// The paths of the log files are known: from the edition of 2017-11 on (DBG-020).
  package var hasLogPaths = true
  /// The SDK tells its version (DBG-025).
  package var hasVersion = true
  /// Messages have their level (DBG-022).
  package var messagesHaveLevels = true
  /// Messages above verbose are free of personal data (DBG-023).
  package var hidesUsers = true
  /// With `VerboseLoggingEnabled` calls are logged: from the edition of 2020-06 on (DBG-024).
  package var logsVerbosely = true

  /// The contract of the latest edition.
  package init() {}
}
