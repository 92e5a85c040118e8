internal import Contract
internal import ExactText
import JSONText
import ReferenceSDK
import StepProtocol

/// A set of rules over the one state of an app process.
///
/// Each set is one topic: ``ActDuties`` and the other duties are what the app does by itself, the managers are parts of the
/// SDK that work on the app's files and data. What concerns another topic is left to that one's rules.
protocol AppRules {
  /// The process.
  var host: AppHost { get }
}

extension AppRules {
  // MARK: The other rules

  /// What the app does when a person uses it.
  var acts: ActDuties { ActDuties(host: host) }
  /// Its accounts, their sign-in and their configuration.
  var accounts: AccountDuties { AccountDuties(host: host) }
  /// Files, items, Siri and notifications.
  var content: DataDuties { DataDuties(host: host) }
  /// Places at which data is saved and opened.
  var places: PlaceDuties { PlaceDuties(host: host) }
  /// What it does when its SDK tells or asks it something.
  var callbacks: CallbackDuties { CallbackDuties(host: host) }
  /// Files as the app works with them.
  var files: AppFiles { AppFiles(host: host) }
  /// Who owns them.
  var owners: FileOwners { FileOwners(host: host) }
  /// Owners and encryption of files.
  var fileManager: FileProtectionManager { FileProtectionManager(host: host) }
  /// Protection of data in buffers.
  var dataManager: DataProtectionManager { DataProtectionManager(host: host) }

  // MARK: What all of them look at

  /// What the app and its SDK decide.
  var behaviour: TracedBehaviour { host.behaviour }
  /// The SDK in this process.
  var sdk: ManagementSDK { host.sdk }
  /// The edition of its SDK.
  var edition: Edition { host.edition }
  /// Where the app's files lie.
  var folders: AppFolders { host.folders }
  /// What the app does by itself.
  var duties: AppDuties {
    get { host.duties }
    nonmutating _modify { yield &host.duties }
  }
  /// The reply being put together.
  var reply: StepReply {
    get { host.reply }
    nonmutating _modify { yield &host.reply }
  }
  /// What this process has done with files.
  var fileTraces: FileTraces {
    get { host.fileTraces }
    nonmutating _modify { yield &host.fileTraces }
  }

  // MARK: Arguments

  /// A string argument that must be there, under one of its names.
  func text(
    _ arguments: JSONObject, _ name: String, or other: String? = nil
  ) throws(HostError) -> String {
    if let text = arguments[name]?.string { return text }
    if let other, let text = arguments[other]?.string { return text }
    throw HostError(.badArguments, "the argument \"\(name)\" must be a string")
  }

  /// A word that must be there, under one of its names.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ arguments: JSONObject, _ name: String, or other: String? = nil
  ) throws(HostError) -> Word {
    let text = try text(arguments, name, or: other)
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw HostError(.badArguments, "\(name) must be one of \(known)")
    }
    return word
  }

  // MARK: Calls and deeds

  /// Calls the SDK as the app's own code does, and tells that it does.
  @discardableResult
  func callSDK(
    _ api: APIName, _ arguments: JSONObject, _ transport: any Transport
  ) throws(HostError) -> Int {
    duties.lastCall -= 1
    tell(api, arguments)
    let call = APICall(number: duties.lastCall, api: api, arguments: arguments)
    host.opened(call)
    try host.feed(.call(call), transport)
    return call.number
  }

  /// Tells that the app calls the SDK.
  func tell(_ api: APIName, _ arguments: JSONObject) {
    var fields: JSONObject = ["api": .string(api.rawValue)]
    for member in arguments.members { fields.append(member.name, member.value) }
    host.show(StepEvent(.appCalled, fields))
  }

  /// Asks the SDK something that it answers at once.
  func askSDK(
    _ api: APIName, _ arguments: JSONObject, _ transport: any Transport
  ) throws(HostError) -> JSON {
    let call = try callSDK(api, arguments, transport)
    return duties.take(call, .returned) ?? .null
  }

  /// Tells what the app has done.
  func did(
    _ deed: AppDeed, _ identity: String?, path: String? = nil, place: DataPlace? = nil,
    more: JSONObject = [:]
  ) {
    var fields: JSONObject = ["what": .string(deed.rawValue)]
    fields.append("identity", string: identity)
    fields.append("path", string: path)
    fields.append("place", string: place?.rawValue)
    for member in more.members { fields.append(member.name, member.value) }
    host.show(StepEvent(.appActed, fields))
  }
}
