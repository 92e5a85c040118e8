internal import ExactText
package import JSONText

/// What a case has an app do, with arguments of their types; on the wire it is an operation of the step protocol and a
/// JSON object.
///
///     let operation = AppOperation.call(AppCall(.registerAndEnrollAccount, [.text(.identity, "ana@contoso.com")]))
///     StepMessage(sequence: 7, now: now, operation: operation.name, arguments: operation.arguments)
package enum AppOperation: Sendable, Equatable {
  /// Calls an API of the contract.
  case call(AppCall)
  /// Brings the app to the foreground or background, or suspends it.
  case lifecycle(LifecycleState)
  /// Replaces scripted answers of the delegates; the others stay.
  case answers([ScriptedAnswer])
  /// Calls a handler that the app has kept, with a result from 0 to 3.
  case complete(KeptHandler, result: Int)
  /// A person answers a prompt; `identity` is what was typed, if anything. With `ifOpen` nothing happens without such a
  /// prompt, which the app is not told: it answers with the error `missing` as ever.
  case user(PromptKind, PromptAction, identity: String?, ifOpen: Bool = false)
  /// Changes the token cache.
  case tokens(TokenChange, identity: String)
  /// Works with a file.
  case file(FileRequest)
  /// Another app opens a URL or document in this one.
  case openURL(URLOpening)
  /// A person does something in the app.
  case act(ActRequest)

  /// The operation of the step protocol.
  package var name: StepOperation {
    switch self {
    case .call: .call
    case .lifecycle: .lifecycle
    case .answers: .answers
    case .complete: .complete
    case .user: .user
    case .tokens: .tokens
    case .file: .file
    case .openURL: .openURL
    case .act: .act
    }
  }

  /// True if an error says that what the operation is about is not there: a prompt, a handler, a file or a buffer, which is
  /// there only if the SDK has kept its contract.
  package func findsNothing(_ code: StepFailure.Code) -> Bool {
    switch self {
    // Adapters that were written before there was the code `missing` answer `failed`.
    case .user: code == .missing || code == .failed
    case .complete, .file: code == .missing
    case .call(let call):
      code == .missing
        && call.arguments.contains { argument in
          switch argument {
          case .value(.path, _), .value(.buffer, _): true
          default: false
          }
        }
    case .lifecycle, .answers, .tokens, .openURL, .act: false
    }
  }

  /// The arguments as the step protocol writes them.
  package var arguments: JSONObject {
    switch self {
    case .call(let call): return call.json
    case .lifecycle(let state): return ["to": .string(state.rawValue)]
    case .answers(let answers): return JSONObject(answers)
    case .complete(let handler, let result):
      return ["callback": .string(handler.rawValue), "result": .int(result)]
    case .user(let prompt, let action, let identity, _):
      var object: JSONObject = [
        "kind": .string(prompt.rawValue), "action": .string(action.rawValue),
      ]
      object.append("identity", string: identity)
      return object
    case .tokens(let change, let identity):
      return ["do": .string(change.rawValue), "identity": .string(identity)]
    case .file(let request): return request.json
    case .openURL(let opening): return opening.json
    case .act(let request): return request.json
    }
  }
}

/// A call of an API of the contract.
package struct AppCall: Sendable, Equatable {
  /// The API.
  package var api: APIName
  /// Its arguments, in the order in which they were written.
  package var arguments: [Argument]

  /// A call with the given arguments.
  package init(_ api: APIName, _ arguments: [Argument] = []) {
    self.api = api
    self.arguments = arguments
  }

  /// One argument of a call.
  package enum Argument: Sendable, Equatable {
    /// A string, or nil, which is a value of its own: no identity.
    case text(TextArgument, String?)
    /// A boolean.
    case flag(FlagArgument, Bool)
    /// A value whose type depends on the API.
    case value(ValueArgument, JSON)

    /// The argument's name in `args`.
    package var name: String {
      switch self {
      case .text(let name, _): name.rawValue
      case .flag(let name, _): name.rawValue
      case .value(let name, _): name.rawValue
      }
    }

    /// The argument's value on the wire.
    var json: JSON {
      switch self {
      case .text(_, let text): text.map(JSON.string) ?? .null
      case .flag(_, let flag): .bool(flag)
      case .value(_, let value): value
      }
    }
  }

  /// The arguments that are strings or null.
  package enum TextArgument: String, Sendable, CaseIterable {
    case identity, other, window, thread, queue, sets
  }

  /// The arguments that are booleans.
  package enum FlagArgument: String, Sendable, CaseIterable {
    case doWipe, silent, damaged
  }

  /// The arguments whose type depends on the API.
  package enum ValueArgument: String, Sendable, CaseIterable {
    case url, mode, path, value, delegate, location, account, key, queryType
    case data, buffer, to, folder, count, offset
    case className = "class"
  }

  /// The names of all arguments.
  package static let argumentNames =
    TextArgument.allCases.map(\.rawValue) + FlagArgument.allCases.map(\.rawValue)
    + ValueArgument.allCases.map(\.rawValue)

  var json: JSONObject {
    var object: JSONObject = ["api": .string(api.rawValue)]
    for argument in arguments { object.append(argument.name, argument.json) }
    return object
  }
}

/// What an app does with a file.
package struct FileRequest: Sendable, Equatable {
  /// What is done.
  package var operation: FileOperation
  /// The file, relative to its folder; nil for `list`.
  package var path: String?
  /// `data` or `group:NAME`; nil for `data`.
  package var folder: String?
  /// Where `copy` and `rename` lead.
  package var target: String?
  /// The folder of the target; nil for that of the file.
  package var targetFolder: String?
  /// The thread that does it; nil for `main`.
  package var thread: String?
  /// What is written; nil for the path and a line feed.
  package var content: String?

  /// Something done to a file.
  package init(_ operation: FileOperation, path: String? = nil) {
    self.operation = operation
    self.path = path
  }

  var json: JSONObject {
    var object: JSONObject = ["do": .string(operation.rawValue)]
    object.append("path", string: path)
    object.append("folder", string: folder)
    object.append("to", string: target)
    object.append("toFolder", string: targetFolder)
    object.append("thread", string: thread)
    object.append("content", string: content)
    return object
  }
}

/// A URL or document that another app opens in this one.
package struct URLOpening: Sendable, Equatable {
  /// The URL.
  package var url: String
  /// The sender's identity; nil if the sender is unmanaged.
  package var identity: String?
  /// True for an imported document; nil if nothing is said of it, which is false.
  package var isDocument: Bool?
  /// The window in which it opens; nil for the key window.
  package var window: String?

  /// The opening of a URL.
  package init(url: String, identity: String? = nil, isDocument: Bool? = nil, window: String? = nil)
  {
    self.url = url
    self.identity = identity
    self.isDocument = isDocument
    self.window = window
  }

  var json: JSONObject {
    var object: JSONObject = ["url": .string(url)]
    object.append("identity", string: identity)
    if let isDocument { object.append("document", .bool(isDocument)) }
    object.append("window", string: window)
    return object
  }
}
