internal import ExactText

/// The identities under which tasks of queues run (THR-001 to THR-008).
package struct TaskBehaviour: BehaviourArea {
  /// Which identity a task is tied to (THR-001, THR-005).
  package var capture = Capture.atDispatch
  /// Asynchronous dispatch is covered (THR-001, THR-002, THR-008).
  package var coversAsynchronous = true
  /// Synchronous dispatch is covered (THR-002).
  package var coversSynchronous = true
  /// Operations are covered (THR-005).
  package var coversOperations = true
  /// A task waits until its queue runs it (THR-001, THR-005).
  package var waitForTheirQueue = true
  /// What the thread has after a task (THR-004).
  package var restores = Restored.previous
  /// An identity that a task sets comes before the one that it is tied to (THR-006).
  package var tasksMayChangeIdentity = true
  /// An identity that a task sets ends with the task (THR-007).
  package var undoesChanges = true
  /// A task without an identity runs under none, whatever the one before it in its queue was tied to (THR-005, THR-007).
  package var tasksAreApart = true
  /// A task without an identity runs under none, whatever the one before it in its queue has set (THR-007, OQ-47).
  package var whatTasksSetEnds = true
  /// A call that waits for its task returns once that has run (THR-002).
  package var synchronousCallsReturn = true
  /// A call that does not wait for its task returns before that has run (THR-002).
  package var asynchronousCallsReturnAtOnce = true
  /// A task that is dispatched under the empty text runs under it, and not under nil (THR-001, OQ-40).
  package var captureNobody = true
  /// Nobody, set by a task, ends with the task like any other identity (THR-007).
  package var nobodySetByTasksEnds = true
  /// A task may set nobody like any other identity (THR-006).
  package var tasksMaySetNobody = true

  /// The contract of the latest edition.
  package init() {}
}

extension TaskBehaviour {
  /// Which identity a task is tied to.
  package enum Capture: Sendable {
    /// That of the thread that dispatches it.
    case atDispatch
    /// The one that this thread has when the task runs.
    case atRun
    /// That of the process.
    case ofProcess
    /// That of the screen, where the thread has none.
    case ofScreen
  }

  /// What the thread has after a task.
  package enum Restored: Sendable {
    case previous
    /// What the task was tied to.
    case captured
    case nothing
  }
}
