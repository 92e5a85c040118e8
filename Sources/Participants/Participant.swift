internal import ExactText
package import StepProtocol

/// An app under the coordinator, whether it lives in a process of its own or in this one.
package protocol AppParticipant: AnyObject {
  /// The app's name in the case.
  var name: String { get }
  /// True once the adapter has said in `hello` that it understands `held` and `resume`.
  var understandsHeld: Bool { get set }
  /// The process that hosts the app; 0 if it has none of its own.
  var processIdentifier: Int32 { get }
  /// The pipes over which the app is driven; nil if it has none.
  var pipes: AdapterPipes? { get }
  /// A person puts a debugger on the app: from now on no real time counts against it.
  ///
  /// - Returns: false if it has no process of its own.
  func expectDebugger() -> Bool
  /// Hands over one message and waits until the app is idle, blocked, or at a kill point.
  ///
  /// - Parameter service: where the app's requests go; their records are collected there meanwhile.
  func activate(_ message: StepMessage, service: (any ServiceLink)?)
    throws(ParticipantFailure) -> ActivationOutcome
  /// Ends the app as SIGKILL does: nothing of it runs any more when this returns.
  func kill()
  /// Waits for the end of an app that has answered `stop`; kills it if it does not end.
  ///
  /// - Throws: `ignored-stop` if it had to be killed, `exited` if its status is not 0.
  func finish() throws(ParticipantFailure)
}

extension AppParticipant {
  package var pipes: AdapterPipes? { nil }
  package func expectDebugger() -> Bool { false }
}

/// How an activation ended.
package enum ActivationOutcome: Sendable {
  /// The app is idle.
  case reply(StepReply)
  /// The app waits for a response that the service holds back, and cannot be notified of it: it does not understand `held`.
  case blocked(ServiceRecord)
  /// The service holds the request at which the app is to be killed.
  case killPoint(ServiceRecord)
}

/// The coordinator's descriptors of an adapter's pipes.
package struct AdapterPipes: Sendable, Equatable {
  /// Where the coordinator writes messages.
  package let input: Int32
  /// Where it reads replies.
  package let output: Int32
}
