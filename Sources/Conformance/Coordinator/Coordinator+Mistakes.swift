internal import CaseModel
internal import ExactText
internal import JSONText
internal import Participants
internal import ServiceProtocol
internal import StepProtocol

extension Coordinator {
  /// Notes a mistake of the adapter, unless the case has a note of it already.
  func note(_ mistake: AdapterMistake) {
    guard notedMistakes.count < Coordinator.mostMistakes,
      notedMistakes.insert(ExactString(mistake.place)).inserted
    else { return }
    notes.append("the adapter is wrong, and its SDK may be blamed: \(mistake.text)")
  }

  /// Notes what is wrong with an event.
  func noteMistakes(in event: StepEvent, of app: AppState) {
    let mistake =
      AdapterMistake.first(in: event) ?? AdapterMistake.inCall(of: event, among: app.calls)
    if let mistake { note(mistake) }
  }

  /// Notes what is wrong with `sent` of the events of one activation.
  func noteCounts(of events: [StepEvent], requests: Int) {
    if let mistake = AdapterMistake.inCounts(of: events, requests: requests) { note(mistake) }
  }

  /// Notes a request that cannot be told from another one of its process.
  func noteName(of request: ServiceRecord, _ app: AppState) {
    // What the network repeats the app has sent once.
    guard !request.isRepeated else { return }
    let isNew = app.clients.insert(ExactString(request.client)).inserted
    if let mistake = AdapterMistake.inName(of: request, isNew: isNew) { note(mistake) }
  }

  /// Notes what is wrong with the reply to the `stop` that closes an app at the end of its case: nothing of it is in the
  /// history, and no check looks at it.
  func noteMistakes(inLast reply: StepReply, of app: AppState) {
    if let failure = reply.failure { note(AdapterMistake.inLastStop(failure)) }
    if let mistake = AdapterMistake.inReply(reply, to: .stop) { note(mistake) }
    for event in reply.events { noteMistakes(in: event, of: app) }
  }

  /// The end of a case in which an app has sent a request though it was idle.
  func unasked(_ request: ServiceRecord, while active: AppState? = nil) -> CaseEnd {
    let name = apps.first { $0.instance == request.instance }?.name ?? request.instance
    record(.requestWhenIdle, name, request.fields)
    let others = active.map {
      $0.name == name ? "before the message was sent" : "while \($0.name) was active"
    }
    return .problem(
      ParticipantFailure(
        .requestWhenIdle, name,
        "a request of \(name) (\(request.endpoint)) reached the service "
          + "\(others ?? "while every app was idle"); an "
          + "adapter must do nothing between its reply and the next message"
          + (active.map { $0.name == name ? "" : hint(wrongPort: request.instance, of: $0) } ?? ""))
    )
  }

  /// What else a request to an app's port can mean while another app is active: the active app took its URL from
  /// what the apps of a device share.
  ///
  /// - Parameters:
  ///   - instance: `device/app` of the port.
  ///   - app: the app that is active.
  private func hint(wrongPort instance: String, of app: AppState) -> String {
    "; if it is a request of \(app.name), it came to the port of \(instance): a shared token cache must not "
      + "carry another app's URLs"
  }
}
