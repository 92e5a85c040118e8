internal import ExactText

/// What a record of a history is; the raw value is its `kind`.
package enum RecordKind: String, Sendable, CaseIterable {
  /// A message to an app; its name is that of the operation or API.
  case message
  /// Something an app saw; its name is that of the event.
  case event
  /// What an operation or API returned.
  case result
  /// A request to the service; its name is that of the endpoint.
  case request
  /// A response that was held back reaches its app.
  case delivered
  /// A response that was held back comes too late.
  case discarded
  /// A change in the life of an app or of the service: a ``LifeChange``.
  case life
  /// What an administrator has done.
  case admin
  /// A fault was ordered, or all of them ended.
  case fault
  /// A device has changed.
  case device
  /// A device was cut off the network, or connected again.
  case network
  /// The coordinator has noticed something: a ``Finding``.
  case finding

  /// The kinds that a check of a case can ask for.
  package static let ofChecks: [RecordKind] = [.event, .request, .life, .delivered, .discarded]
}

/// A change in the life of an app or of the service; the raw value is the name of its record.
package enum LifeChange: String, Sendable, CaseIterable {
  /// The app was deleted and installed again: its data folder is empty, with `keychain` `lost` the keychain too.
  case reinstalled
  /// The app's process runs.
  case launched
  /// The app was closed in good order.
  case stopped
  /// The app was killed.
  case killed
  /// The app's process has ended although it was not told to stop.
  case exited
  /// The app is to be killed at a cut point.
  case killArmed = "kill-armed"
  /// The service was killed.
  case serviceKilled = "service-kill"
  /// The service was started again.
  case serviceStarted = "service-start"
  /// The service was killed and started again.
  case serviceRestarted = "service-restart"

  /// The changes that a check of a case can ask for.
  package static let ofChecks: [LifeChange] = [.launched, .stopped, .killed, .exited]
}

/// What the coordinator notices of an adapter; the raw value is the name of its record.
package enum Finding: String, Sendable, CaseIterable {
  /// A request came though its app was idle.
  case requestWhenIdle = "request-when-idle"
  /// The case needs a capability that the adapter does not offer.
  case missingCapability = "missing-capability"
  /// The adapter does not have an operation or API.
  case unsupported
}
