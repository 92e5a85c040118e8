internal import ExactText

/// What other SDKs than the contract's make of tasks; by the contract each answers as its first line says.
extension TaskRules {
  /// The identity that the dispatching thread had; none if it had none, and none of another task.
  func identity(of task: TaskQueue.Task, _ index: Int) -> String? {
    let last = state.queues[index].lastCaptured
    let lastSet = state.queues[index].lastSet
    if let sets = task.sets { state.queues[index].lastSet = sets }
    if let own = captured(task), !own.isEmpty || behaviour.tasks.captureNobody {
      state.queues[index].lastCaptured = own
      return own
    }
    if lastSet != nil, !behaviour.tasks.whatTasksSetEnds { return lastSet }
    return last == nil || behaviour.tasks.tasksAreApart ? nil : last
  }

  private func captured(_ task: TaskQueue.Task) -> String? {
    switch behaviour.tasks.capture {
    case .atDispatch: state.isIn(behaviour.lapses.waitingTasks) ? nil : task.captured
    case .atRun: ownIdentity(of: task.dispatcher)
    case .ofProcess: state.identityManager.processIdentity
    case .ofScreen: task.captured ?? state.identityManager.shownUIPolicyIdentity(window: nil)
    }
  }

  /// True: a task may set whomever it likes, nobody included (THR-006).
  func takes(_ identity: String) -> Bool { !identity.isEmpty || behaviour.tasks.tasksMaySetNobody }

  /// False: whoever is set by a task ends with it, nobody included (THR-007).
  func outlastsItsTask(_ identity: String) -> Bool {
    identity.isEmpty && !behaviour.tasks.nobodySetByTasksEnds
  }

  /// What the thread has after a task: the identity that it had before.
  func restored(_ before: String?, tiedTo own: String?) -> String? {
    switch behaviour.tasks.restores {
    case .previous: before
    case .captured: own
    case .nothing: nil
    }
  }
}
