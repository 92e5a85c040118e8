/// An app with the SDK in it: the one type that the author of an adapter implements. What it leaves out is not offered.
///
/// Everything happens on one thread, one operation at a time. Each function does all that can be done at this instant,
/// which is `host.now`; nothing else may be asked for the time. A value that is returned is the result of the operation.
///
///     final class MyApp: HostedApp {
///       static let description = AdapterDescription(adapter: "my-adapter", version: "1.0", sdk: "my SDK 3.2")
///       ...
///     }
///     Adapter<MyApp>.main()
public protocol HostedApp: AnyObject {
  /// What the adapter says of itself.
  static var description: AdapterDescription { get }

  /// The app starts: start the SDK, with the arguments of the operation `launch`.
  init(host: AppHost, arguments: JSONValue) throws
  /// Called right after ``init(host:arguments:)``; ends with the event `appStarted`.
  func launched() throws
  /// Calls an API of the SDK by the vendor's name.
  func call(_ api: String, _ arguments: JSONValue) throws -> CallResult
  /// The earliest instant at which the SDK wants to run again, in milliseconds; nil for none.
  var nextInstant: Int64? { get }
  /// That instant has come.
  func wake()
  /// The app goes to the `foreground`, to the `background`, or is `suspended`.
  func lifecycle(to state: String) throws
  /// A person answers the oldest prompt of a kind.
  func user(kind: String, action: String, identity: String?) throws
  /// The app puts a token of a user into the cache (`signIn`) or removes it (`purge`).
  func tokens(_ action: String, identity: String) throws
  /// Any other operation: `file`, `device`, `openURL`, `complete`.
  func perform(_ operation: String, _ arguments: JSONValue) throws -> JSONValue
}

extension HostedApp {
  public func launched() throws {}
  public func lifecycle(to state: String) throws { throw Refusal.unsupported("lifecycle") }
  public func user(kind: String, action: String, identity: String?) throws {
    throw Refusal.unsupported("user")
  }
  public func tokens(_ action: String, identity: String) throws {
    throw Refusal.unsupported("tokens")
  }
  public func perform(_ operation: String, _ arguments: JSONValue) throws -> JSONValue {
    throw Refusal.unsupported(operation)
  }
}

/// What an adapter says of itself in `hello`.
public struct AdapterDescription {
  public var adapter: String, version: String, sdk: String
  /// Such as `held`; name one only when the operations behind it work.
  public var capabilities: [String]

  public init(adapter: String, version: String, sdk: String, capabilities: [String] = []) {
    self.adapter = adapter
    self.version = version
    self.sdk = sdk
    self.capabilities = capabilities
  }
}

/// How a call of an API ends.
public enum CallResult {
  /// It has returned a value.
  case returned(JSONValue)
  /// It blocks, until the ``PendingCall`` is finished.
  case blocks(PendingCall)
}

/// The adapter cannot do what a message says.
public struct Refusal: Error {
  /// One of the protocol's codes: `unsupported`, `badArguments`, `missing` or `failed`.
  public var code: String
  public var message: String

  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  public static func unsupported(_ what: String) -> Refusal {
    Refusal(code: "unsupported", message: "\(what) is not offered")
  }
  public static func missing(_ argument: String) -> Refusal {
    Refusal(code: "badArguments", message: "the argument \(argument) is missing")
  }
}

/// A call that has not returned yet.
public final class PendingCall {
  let api: String
  let sequence: Int64
  private let host: AppHost
  private(set) var result: JSONValue?

  init(_ api: String, _ host: AppHost) {
    self.api = api
    self.host = host
    sequence = host.sequence
  }

  /// The call returns: at once, or with the event `callReturned`.
  public func finish(_ value: JSONValue = .null) {
    result = value
    guard sequence != host.sequence else { return }
    host.event("callReturned", ["api": .string(api), "call": .int(sequence), "result": value])
  }
}
