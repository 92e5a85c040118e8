package import ExactText

/// The participants of a worker's cases: one service, and the apps that talk to it.
///
/// Either all of them are processes, or all are objects of this process. Whoever makes one decides which; nobody else
/// has to know.
package protocol ParticipantSet: AnyObject {
  /// The service, which goes from case to case until it takes part in a breakdown.
  var service: any ServiceLink { get }
  /// Where the apps of the next case come from. What those of the case before have saved is not theirs.
  func beginCase() -> any ParticipantFactory
  /// Has the apps that are launched from now on note which defects would make a difference to them, if they can.
  func traceDefects(_ trace: DefectTrace)
  /// The names of the defects noted since ``traceDefects(_:)``.
  var tracedDefects: Set<ExactString> { get }
}

/// A service process, and apps in processes of an adapter.
package final class ProcessParticipants: ParticipantSet {
  package let service: any ServiceLink
  private let apps: AdapterProcesses

  /// The participants of one worker; the service is not started yet.
  ///
  /// - Parameters:
  ///   - service: the service behind its control channel.
  ///   - apps: where its apps come from.
  package init(service: ServiceProcessLink, apps: AdapterProcesses) {
    self.service = service
    self.apps = apps
  }

  package func beginCase() -> any ParticipantFactory { apps }

  /// What an adapter decides cannot be seen from outside.
  package func traceDefects(_ trace: DefectTrace) {}
  package var tracedDefects: Set<ExactString> { [] }
}
