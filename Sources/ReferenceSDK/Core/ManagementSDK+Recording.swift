internal import ExactText
package import VirtualTime

/// What the host tells the SDK and asks it, each of which is noted if somebody records it (``BehaviourTrace``).
extension ManagementSDK {
  /// Handles one input and returns what the host has to do for it.
  package func handle(_ input: SDKInput, now: VirtualInstant) -> [SDKAction] {
    let actions = perform(input, now: now)
    recording?.note { hasher in
      input.add(to: &hasher)
      hasher.combine(now)
    } step: {
      $0.perform(input, now: now) == actions
    }
    return actions
  }

  /// The earliest instant at which the SDK wants to run again; nil if it only waits for others.
  package var next: VirtualInstant? {
    recording == nil ? timers.next : noted { $0.timers.next }
  }

  /// The IDs of the requests that have no response yet, in the order in which they were sent.
  package var open: [String] { recording == nil ? openRequests : noted(\.openRequests) }

  /// How many requests have been sent.
  package var requestCount: Int {
    get { noted { $0.state.requestCount } }
    set {
      state.requestCount = newValue
      recording?.note { hasher in
        hasher.combine(newValue)
      } step: {
        $0.state.requestCount = newValue
        return true
      }
    }
  }

  /// Notes an answer that the host was given, and how to ask for it again.
  ///
  /// - Parameters:
  ///   - argument: what is asked about; nil for nothing.
  ///   - question: the member that asks.
  ///   - ask: asks it.
  func noted<Answer: Equatable & Sendable>(
    of argument: String? = nil, by question: String = #function,
    _ ask: @escaping @Sendable (ManagementSDK) -> Answer
  ) -> Answer {
    let answer = ask(self)
    recording?.note { hasher in
      hasher.combine(question)
      hasher.combine(argument.map { ExactString($0) })
    } step: {
      ask($0) == answer
    }
    return answer
  }
}
