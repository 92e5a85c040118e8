internal import ExactText

/// The identities under which tasks of queues run (THR-001 to THR-008).
public struct TaskBehaviour: BehaviourArea {
  /// Which identity a task is tied to (THR-001, THR-005).
  public var capture = Capture.atDispatch
  /// Asynchronous dispatch is covered (THR-001, THR-002, THR-008).
  public var coversAsynchronous = true
  /// Synchronous dispatch is covered (THR-002).
  public var coversSynchronous = true
  /// Operations are covered (THR-005).
  public var coversOperations = true
  /// What the thread has after a task (THR-004).
  public var restores = Restored.previous
  /// An identity that a task sets comes before the one that it is tied to (THR-006).
  public var tasksMayChangeIdentity = true
  /// An identity that a task sets ends with the task (THR-007).
  public var undoesChanges = true

  /// The contract of the latest edition.
  public init() {}
}

extension TaskBehaviour {
  /// Which identity a task is tied to.
  public enum Capture: Sendable {
    /// That of the thread that dispatches it.
    case atDispatch
    /// The one that this thread has when the task runs.
    case atRun
    /// That of the process.
    case ofProcess
  }

  /// What the thread has after a task.
  public enum Restored: Sendable {
    case previous
    /// What the task was tied to.
    case captured
    case nothing
  }
}
