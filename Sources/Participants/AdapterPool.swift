internal import ExactText

/// Adapter processes whose app was closed in good order and that can host another one.
///
/// Starting a process costs more than most cases; an adapter that offers the capability `reuse` is
/// therefore kept. Processes that were killed, or broke down, are never used again.
public final class AdapterPool {
  private var idle: [AdapterProcess] = []

  /// An empty pool.
  public init() {}

  /// A process for an app: one that is idle, or a new one.
  public func process(
    name: String, instance: String, command: [String], watchdogMilliseconds: Int
  ) throws(ParticipantFailure) -> AdapterProcess {
    if let process = idle.popLast() {
      process.host(name: name, instance: instance)
      return process
    }
    return try AdapterProcess(
      name: name, instance: instance, command: command, folder: nil,
      watchdogMilliseconds: watchdogMilliseconds)
  }

  /// Keeps a process whose app was closed in good order.
  public func keep(_ process: AdapterProcess) { idle.append(process) }

  /// Ends all processes of the pool.
  public func close() {
    for process in idle { process.kill() }
    idle = []
  }
}
