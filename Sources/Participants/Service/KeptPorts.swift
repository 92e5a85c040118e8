internal import CProcess
internal import ExactText
internal import Glibc

/// Sockets that keep the ports of apps while the service is started again: apps know them, and other programs of the machine
/// would otherwise be given them meanwhile. Nobody listens there, so connections are refused.
final class KeptPorts {
  /// The ports that the service has opened for each app.
  private var opened: [ExactString: [Int]] = [:]
  /// The sockets of those that are kept.
  private var descriptors: [ExactString: [Int32]] = [:]

  deinit {
    for descriptor in descriptors.values.joined() { close(descriptor) }
  }

  /// Notes the ports that the service has opened for an app, and no longer keeps them.
  func note(_ ports: [Int], of instance: String) {
    opened[ExactString(instance)] = ports
    for descriptor in descriptors.removeValue(forKey: ExactString(instance)) ?? [] {
      close(descriptor)
    }
  }

  /// Keeps every port that the service has open, before it ends. One that cannot be kept is left: the service says so if
  /// it cannot open it again.
  ///
  /// - Parameter address: where the service listens.
  func keep(at address: String) {
    for (instance, ports) in opened where descriptors[instance] == nil {
      descriptors[instance] = ports.compactMap { port in
        var port = UInt16(port)
        // Not reused: a program that reuses ports, as servers do, must not be given this one.
        let descriptor = mam_bind_port(address, &port, 0, 1)
        return descriptor >= 0 ? descriptor : nil
      }
    }
  }
}
