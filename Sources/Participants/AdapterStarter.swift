internal import ExactText

/// Where adapters come from: a command that is started, or a socket to which apps connect.
package protocol AdapterStarter: AnyObject {
  /// An adapter that has not been sent anything yet.
  ///
  /// - Parameters:
  ///   - name: the app's name in the case.
  ///   - instance: `device/app`.
  ///   - budget: what the case may take; nil without a case.
  func start(
    name: String, instance: String, budget: CaseBudget?
  ) throws(ParticipantFailure) -> AdapterProcess
  /// Makes ready for the launch of an app.
  func prepare(_ installation: AppInstallation) throws(ParticipantFailure)
  /// What has happened that is nobody's fault, in words, since the last call.
  func takeNotes() -> [String]
}

extension AdapterStarter {
  package func prepare(_ installation: AppInstallation) throws(ParticipantFailure) {}
  package func takeNotes() -> [String] { [] }
}

/// Starts the processes of a command.
package final class CommandStarter: AdapterStarter {
  private let command: [String]
  private let watchdogMilliseconds: Int

  /// Starts processes of a command.
  ///
  /// - Parameters:
  ///   - command: program and arguments.
  ///   - watchdogMilliseconds: real time that one activation may take; 0 for no bound.
  package init(_ command: [String], watchdogMilliseconds: Int) {
    self.command = command
    self.watchdogMilliseconds = watchdogMilliseconds
  }

  package func start(
    name: String, instance: String, budget: CaseBudget?
  ) throws(ParticipantFailure) -> AdapterProcess {
    try AdapterProcess(
      name: name, instance: instance, command: command, folder: nil,
      watchdogMilliseconds: watchdogMilliseconds)
  }
}
