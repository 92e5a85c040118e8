internal import ExactText
package import JSONText

/// An answer that a case scripts: of a delegate of the app, or a condition that only a case can ask for.
package enum ScriptedAnswer: Sendable, Equatable {
  /// What the delegate answers to `restartApplication`.
  case restartApplication(MethodAnswer)
  /// What the delegate answers to `wipeDataForAccount`.
  case wipeDataForAccount(MethodAnswer)
  /// What the delegate's handler is called with (`IntuneMAMSwitchIdentityResult`, 0 to 3).
  case identitySwitchRequired(HandlerAnswer)
  /// What the delegate's handler is called with (`IntuneMAMAddIdentityResult`, 0 or 1).
  case addIdentity(HandlerAnswer)
  /// How the checks of conditional launch end.
  case conditionalLaunch(ConditionalLaunchAnswer)
  /// If true, the SDK's own store cannot be cleared for the next unenrollment.
  case failToClear(Bool)
  /// If true, the next operation of the SDK meets an internal error.
  case internalError(Bool)
  /// How the linked authentication library behaves; nil for as it should.
  case authLibrary(LibraryBehaviour?)
  /// The callback in which the adapter stands still.
  case haltIn(Callback)

  /// The answer of a method that returns a boolean.
  package enum MethodAnswer: Sendable, Equatable {
    /// It returns this.
    case returns(Bool)
    /// The delegate does not implement the method.
    case unimplemented
  }

  /// The answer of a method with a handler.
  package enum HandlerAnswer: Sendable, Equatable {
    /// The handler is called with this result, of which 0 is success.
    case result(Int)
    /// The handler is kept, and not called before `complete`.
    case never
    /// The delegate does not implement the method.
    case unimplemented
  }

  /// How the linked authentication library behaves.
  package struct LibraryBehaviour: Sendable, Equatable {
    /// It fails with this error.
    package var error: String?
    /// It has this version.
    package var version: String?

    /// A library that fails so, or has that version.
    package init(error: String? = nil, version: String? = nil) {
      self.error = error
      self.version = version
    }
  }

  /// The answers by name; the raw value is the member of `answers`.
  package enum Name: String, Sendable, CaseIterable {
    case restartApplication, wipeDataForAccount, identitySwitchRequired, addIdentity
    case conditionalLaunch, failToClear, internalError, authLibrary, haltIn
  }

  /// Which answer it is.
  package var name: Name {
    switch self {
    case .restartApplication: .restartApplication
    case .wipeDataForAccount: .wipeDataForAccount
    case .identitySwitchRequired: .identitySwitchRequired
    case .addIdentity: .addIdentity
    case .conditionalLaunch: .conditionalLaunch
    case .failToClear: .failToClear
    case .internalError: .internalError
    case .authLibrary: .authLibrary
    case .haltIn: .haltIn
    }
  }

  /// The member's value on the wire.
  var json: JSON {
    switch self {
    case .restartApplication(let answer), .wipeDataForAccount(let answer):
      switch answer {
      case .returns(let flag): .bool(flag)
      case .unimplemented: "unimplemented"
      }
    case .identitySwitchRequired(let answer), .addIdentity(let answer):
      switch answer {
      case .result(let number): .int(number)
      case .never: "never"
      case .unimplemented: "unimplemented"
      }
    case .conditionalLaunch(let answer): .string(answer.rawValue)
    case .failToClear(let flag), .internalError(let flag): .bool(flag)
    case .authLibrary(let library): library.map(\.json) ?? .null
    case .haltIn(let callback): .string(callback.rawValue)
    }
  }
}

extension ScriptedAnswer.LibraryBehaviour {
  fileprivate var json: JSON {
    var object = JSONObject()
    object.append("error", string: error)
    object.append("version", string: version)
    return .object(object)
  }
}

extension JSONObject {
  /// The object `answers` of the step protocol, in the order of the answers.
  package init(_ answers: [ScriptedAnswer]) {
    self.init()
    for answer in answers { self[answer.name.rawValue] = answer.json }
  }
}
