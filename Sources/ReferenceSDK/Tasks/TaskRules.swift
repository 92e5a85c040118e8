internal import ExactText
import JSONText
internal import StepProtocol

/// A queue of tasks, which a thread of its name serves.
struct TaskQueue: Sendable {
  /// One task: what an app has dispatched or put into an operation queue.
  struct Task: Sendable {
    let api: APIName
    let call: Int
    /// The thread that has dispatched it, and the identity of that thread then; nil if it had none.
    let dispatcher: String
    let captured: String?
    /// The identity that the task sets while it runs; nil if it sets none.
    let sets: String?
  }

  let name: String
  var isSuspended = false
  var tasks: [Task] = []
  /// The identity that the last task with one was tied to.
  var lastCaptured: String?
  /// The identity that the last task that set one has set.
  var lastSet: String?
}

/// Tasks run under the identity of the thread that has dispatched them (THR-001 to THR-008).
struct TaskRules: SDKRules {
  let state: SDKState

  /// Performs a call about queues; false if the API is none.
  func perform(_ call: APICall) -> Bool {
    guard call.api.capability == .tasks else { return false }
    guard let name = call.arguments["queue"]?.string else {
      act(.refused(.badArguments, "\"\(call.api.rawValue)\" needs the name of a queue"))
      return true
    }
    let index = index(of: name)
    switch call.api {
    case .suspendQueue:
      state.queues[index].isSuspended = true
      returned(call)
    case .resumeQueue:
      state.queues[index].isSuspended = false
      returned(call)
      run(index)
    default:
      if !waits(call.api) { returned(call) }
      state.queues[index].tasks.append(
        TaskQueue.Task(
          api: call.api, call: call.number, dispatcher: call.thread,
          captured: ownIdentity(of: call.thread), sets: call.arguments["sets"]?.string))
      if !state.queues[index].isSuspended || !behaviour.tasks.waitForTheirQueue { run(index) }
    }
    return true
  }

  private func index(of name: String) -> Int {
    if let index = state.queues.firstIndex(where: { $0.name == name }) { return index }
    state.queues.append(TaskQueue(name: name))
    return state.queues.count - 1
  }

  /// Runs the tasks of a queue in the order in which they were dispatched.
  private func run(_ index: Int) {
    let queue = state.queues[index]
    state.queues[index].tasks = []
    for task in queue.tasks {
      run(task, on: queue.name, tiedTo: identity(of: task, index))
    }
  }

  private func run(_ task: TaskQueue.Task, on queue: String, tiedTo own: String?) {
    let before = ownIdentity(of: queue)
    let isCovered = covers(task)
    if isCovered { setIdentity(own, of: queue) }
    if let sets = task.sets, behaviour.tasks.tasksMayChangeIdentity || !isCovered,
      takes(sets)
    {
      setIdentity(sets, of: queue)
    }
    let identity = state.identityManager.currentThreadIdentity(thread: queue)
    emit(
      .task,
      [
        "queue": .string(queue), "api": .string(task.api.rawValue), "call": .int(task.call),
        "identity": identity.map(JSON.string) ?? .null,
      ])
    if isCovered { restore(before, after: task, tiedTo: own, on: queue) }
    if waits(task.api), task.api != .dispatchSync || behaviour.tasks.synchronousCallsReturn {
      act(.returned(call: task.call, result: .null))
    }
  }

  /// True if a call returns once its task has run.
  private func waits(_ api: APIName) -> Bool {
    switch api {
    case .dispatchSync: true
    case .dispatchAsync: !behaviour.tasks.asynchronousCallsReturnAtOnce
    default: false
    }
  }

  /// True if the SDK takes notice of a task.
  private func covers(_ task: TaskQueue.Task) -> Bool {
    switch task.api {
    case .dispatchSync: behaviour.tasks.coversSynchronous
    case .addOperation: behaviour.tasks.coversOperations
    default: behaviour.tasks.coversAsynchronous
    }
  }

  /// Gives the thread back the identity that it had before a task (THR-004, THR-007).
  private func restore(
    _ before: String?, after task: TaskQueue.Task, tiedTo own: String?, on queue: String
  ) {
    if let sets = task.sets, !behaviour.tasks.undoesChanges || outlastsItsTask(sets) { return }
    setIdentity(restored(before, tiedTo: own), of: queue)
  }

  /// The identity that was set on a thread; nil if none was.
  func ownIdentity(of thread: String) -> String? {
    state.identityManager.threads[state.identityManager.threadKey(thread)]
  }

  private func setIdentity(_ identity: String?, of thread: String) {
    let key = state.identityManager.threadKey(thread)
    state.identityManager.threads[key] = state.identityManager.slot(identity)
  }
}
