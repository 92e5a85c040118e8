internal import ExactText
package import JSONText
package import ServiceProtocol
package import StepProtocol

/// What the host has to do for the reference SDK, in the order in which it is told.
///
/// A value is always saved before the effect that depends on it can be seen, so that a process which
/// is killed between two actions finds at its next launch what it needs to go on.
package enum SDKAction: Sendable, Equatable {
  /// Save values of this installation, all or none of them.
  case save([SavedValue])
  /// Save an item in the keychain that the apps of the device share, or remove it if nil.
  case keychain(KeychainItem, JSON?)
  /// Send a request and feed back how it ended.
  case send(SDKRequest)
  /// Give up an open request: nobody waits for its response any more.
  case cancel(request: String)
  /// Tell the app.
  case event(SDKEvent)
  /// Ask a delegate and feed back its answer.
  case ask(DelegateQuestion)
  /// Delete every file that the identity owns, in the data folder and in the app groups (WIP-007);
  /// nil is every file.
  case deleteFiles(owner: String?)
  /// A called API, or another operation of the app, returns.
  case returned(call: Int, result: JSON)
  /// The operation cannot be done.
  case refused(StepFailure.Code, String)
}

/// One value to save.
package struct SavedValue: Sendable, Equatable {
  /// Under which name.
  package var name: String
  /// The value; nil to remove it.
  package var value: JSON?
}

/// Something the app sees.
package struct SDKEvent: Sendable, Equatable {
  /// Which event.
  package var name: EventName
  /// Its members.
  package var fields: JSONObject

  /// An event of that name.
  package init(_ name: EventName, _ fields: JSONObject = [:]) {
    self.name = name
    self.fields = fields
  }
}

/// One HTTP POST to the service.
package struct SDKRequest: Sendable, Equatable {
  /// The `client-request-id`, unique within the process: `r1`, `r2`, ...
  package var id: String
  /// What is asked for.
  package var endpoint: Endpoint
  /// Where to.
  package var url: String
  /// Header fields beside the length, such as `Content-Type`.
  package var headers: [String]
  /// The body.
  package var body: RequestBody

  /// A request with all its parts.
  package init(id: String, endpoint: Endpoint, url: String, headers: [String], body: RequestBody) {
    self.id = id
    self.endpoint = endpoint
    self.url = url
    self.headers = headers
    self.body = body
  }
}
