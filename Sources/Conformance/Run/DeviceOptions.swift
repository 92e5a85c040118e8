internal import ExactText
package import Participants

/// How a run drives apps that connect to it, such as those of a simulator or a device.
package struct DeviceOptions: Sendable {
  /// Where they connect; one for all workers.
  package var listener: DeviceListener
  /// What launches, kills and wipes them.
  package var commands: DeviceCommands
  /// Real time that an app may take to connect, in milliseconds.
  package var connectMilliseconds = 30_000

  /// Apps that connect to a listener.
  package init(listener: DeviceListener, commands: DeviceCommands) {
    self.listener = listener
    self.commands = commands
  }
}
