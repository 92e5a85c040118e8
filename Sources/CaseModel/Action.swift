internal import ExactText
package import JSONText
package import ServiceProtocol
package import StepProtocol
package import VirtualTime

/// What a step does.
package enum Action: Sendable, Equatable {
  /// Starts an app; settings, answers, delegates and version of the options stay for its later launches.
  case launch(app: String, mode: LaunchMode, options: LaunchOptions)
  /// Closes an app in good order.
  case stop(app: String)
  /// Kills an app with SIGKILL, now or at a cut point.
  case kill(app: String, at: KillPoint)
  /// Sends an operation of the step protocol to an app.
  case operation(app: String, AppOperation)
  /// Changes the state of a device.
  case device(name: String, change: DeviceChange)
  /// Cuts a device off the network, or connects it again.
  case network(device: String, isOnline: Bool)
  /// Adds a fault rule, with the app by its name in the case.
  case fault(FaultOrder)
  /// Removes every fault rule.
  case clearFaults
  /// Kills or starts the service.
  case service(ServiceAction)
  /// What an administrator does.
  case admin(AdminOrder)
  /// Lets virtual time pass.
  case advance(VirtualDuration)
  /// Lets virtual time pass up to an instant counted from the start of the case.
  case advanceTo(VirtualDuration)
}

/// How the state of a device changes.
package struct DeviceChange: Sendable, Equatable {
  /// Its management from now on, in full; nil to leave it as it is.
  package var management: DeviceManagementState?
  /// How far its own clock is ahead of virtual time from now on; nil to leave it as it is.
  package var clockShift: VirtualDuration?

  /// A change of management, clock or both.
  package init(management: DeviceManagementState? = nil, clockShift: VirtualDuration? = nil) {
    self.management = management
    self.clockShift = clockShift
  }

  /// The change as the case language writes it and a history keeps it; the clock in milliseconds.
  package var json: JSONObject {
    var object = JSONObject()
    if let management { object.append("managed", .object(management.json)) }
    if let clockShift { object.append("wallClock", .int(clockShift.milliseconds)) }
    return object
  }
}

/// How an app is started.
package enum LaunchMode: Sendable, Equatable {
  /// It must not run.
  case launch
  /// Nothing happens if it runs.
  case launchUnlessRunning
  /// Closed first if it runs.
  case relaunch
  /// As another version over the same data.
  case upgrade
  /// With an empty data folder; the device's keychain is kept or lost.
  case reinstall(keepsKeychain: Bool)
}

/// What a case does to the service.
package enum ServiceAction: String, Sendable, CaseIterable {
  /// SIGKILL.
  case kill
  /// Start again on the same ports and the same state file.
  case start
  /// Both.
  case restart
}

/// Where an app is killed; each is a state that is the same every time.
package enum KillPoint: Sendable, Equatable {
  /// At once: the app is idle.
  case idle
  /// At the n-th request to an endpoint (nil: any), which the service holds before or after it takes
  /// effect.
  case request(endpoint: Endpoint?, n: Int, point: HoldPoint)
  /// Inside a callback, in which the adapter stands still.
  case callback(Callback)
}
