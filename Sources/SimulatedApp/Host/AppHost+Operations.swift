import Contract
internal import ExactText
import JSONText
import ReferenceSDK
package import StepProtocol
import Storage
import VirtualTime

/// The operations of the step protocol.
extension AppHost {
  /// What this adapter offers.
  package static let capabilities = Capability.allCases

  func perform(_ message: StepMessage, _ transport: any Transport) throws(HostError) {
    let arguments = message.arguments
    if message.operation != .hello, message.operation != .launch, message.operation != .stop,
      store == nil
    {
      throw HostError(.failed, "\"\(message.operation.rawValue)\" came before \"launch\"")
    }
    switch message.operation {
    case .hello: try hello(arguments)
    case .launch: try launch(arguments, transport)
    case .call: try call(message, transport)
    case .wake: try feed(.wake, transport)
    case .held: break  // The response came first.
    case .resume: try resume(try text(arguments, "request"), transport)
    case .lifecycle:
      let word = try text(arguments, "to")
      guard let state = LifecycleState(rawValue: word) else {
        throw HostError(.badArguments, "to must be foreground, background or suspended")
      }
      try feed(.lifecycle(state), transport)
    case .answers: try setAnswers(arguments, transport)
    case .complete: try complete(arguments, transport)
    case .user:
      try feed(
        .user(
          UserAction(
            prompt: try word(arguments, "prompt", or: "kind"),
            action: try word(arguments, "action"), identity: arguments["identity"]?.string)),
        transport)
    case .tokens:
      let identity = try text(arguments, "identity")
      switch TokenChange(rawValue: try text(arguments, "do")) {
      case .signIn: try feed(.signIn(identity: identity), transport)
      case .purge: try feed(.purgeTokens(identity: identity), transport)
      case nil: throw HostError(.badArguments, "do must be signIn or purge")
      }
    case .file:
      try followKeychain(transport)
      try files.file(arguments)
      if behaviour.app.identitiesShown == .inUpperCase, let operation = arguments["do"]?.string {
        reply.result = ShownIdentities.raised(reply.result, of: operation)
      }
    case .openURL:
      try feed(
        .openURL(
          OpenRequest(
            url: try text(arguments, "url"), sender: arguments["identity"]?.string,
            window: arguments["window"]?.string,
            isDocument: arguments["document"]?.bool ?? false)), transport)
    case .act: try acts.act(arguments, transport)
    case .device: try device(arguments, transport)
    case .stop: stop()
    }
  }

  private func hello(_ arguments: JSONObject) throws(HostError) {
    guard let version = arguments["protocol"]?.int, version >= stepProtocolVersion else {
      throw HostError(
        .failed, "the step protocol of version \(stepProtocolVersion) is spoken here")
    }
    mayBeReused = arguments["reuse"]?.bool ?? false
    reply.result = [
      "protocol": .int(stepProtocolVersion), "adapter": "mam-app",
      "version": .string(AppHost.version), "sdk": .string(sdkName),
      "capabilities": .array(
        AppHost.capabilities.filter { !missing.contains($0) }.map { .string($0.rawValue) }),
    ]
  }

  private var sdkName: String {
    var name = "reference SDK"
    let variations = sdk.variations
    if !variations.defects.isEmpty {
      name += " with the defect " + variations.defects.map(\.name).joined(separator: ", ")
    }
    if !variations.readings.isEmpty {
      name += " in the reading " + variations.readings.map(\.name).sorted().joined(separator: ", ")
    }
    return name
  }

  private func launch(_ arguments: JSONObject, _ transport: any Transport) throws(HostError) {
    guard store == nil else { throw HostError(.failed, "the app is already launched") }
    var context = try launchContext(arguments)
    edition = context.edition
    settings = context.settings
    isMultiIdentity = settings["MultiIdentity"]?.bool ?? false
    duties.decisions.bundleId = context.bundleId
    duties.decisions.tenant = String(context.authority.split(separator: "/").last ?? "")
    // The app's own delegate goes by the edition and the settings.
    let setsDelegate = arguments["delegates"]?[DelegateName.policy.rawValue]?.string != nil
    if setsDelegate { context.delegates.policy = callbacks.ownPolicyDelegate }
    try answers.update(arguments["answers"]?.object ?? [:])
    folders = try AppFolders(
      data: try text(arguments, "dataFolder"), shared: try text(arguments, "sharedFolder"),
      groups: context.settings["AppGroupIdentifiers"]?.array?.compactMap(\.string) ?? [],
      areMade: memory == nil)
    let saved: [(name: String, value: JSON)]
    var keychain: Keychain
    do throws(StorageError) {
      let opened = try AppStore(dataFolder: folders.data, memory: memory)
      var sharedStore = try SharedStore(sharedFolder: folders.shared, memory: memory)
      saved = try opened.load()
      keychain = try sharedStore.changedKeychain() ?? Keychain()
      store = opened
      shared = sharedStore
    } catch {
      throw HostError(.failed, error.description)
    }
    let users = (arguments["signedIn"]?.array ?? []).compactMap(\.string)
    duties.accounts = users
    if !users.isEmpty { keychain = try signIn(users, context, keychain, transport) }
    try feed(.hooks(answers.hooks), transport)
    if let clock = arguments["wallClock"]?.int {
      try feed(.wallClock(VirtualInstant(milliseconds: clock)), transport)
    }
    if setsDelegate { callbacks.tellOwnDelegate(context.delegates.policy) }
    try feed(.launch(context, saved: saved, keychain: keychain), transport)
  }

  /// What the SDK finds at a launch, as the operation says it.
  private func launchContext(_ arguments: JSONObject) throws(HostError) -> LaunchContext {
    var context = LaunchContext()
    if let word = arguments["edition"]?.string {
      guard let edition = Edition(rawValue: word) else {
        throw HostError(.badArguments, "\"\(word)\" is not an edition")
      }
      context.edition = edition
    }
    context.device = arguments["device"]?.string ?? ""
    context.bundleId = arguments["bundleId"]?.string ?? ""
    context.appVersion = arguments["appVersion"]?.string ?? ""
    context.location = try text(arguments, "location")
    context.authority = try text(arguments, "authority")
    context.appIdentifierPrefix = "MAMCONFORM."
    context.settings = arguments["settings"]?.object ?? [:]
    context.management = DeviceManagement(arguments["managed"])
    context.isExtension = arguments["extension"]?.bool ?? false
    context.libraries = arguments["libraries"]?.object ?? [:]
    context.isJudgedByTelemetry = arguments["telemetry"]?.bool ?? false
    context.delegates.enrollment = methods(
      arguments["delegates"]?[DelegateName.enrollment.rawValue])
    context.delegates.policy = methods(arguments["delegates"]?[DelegateName.policy.rawValue])
    if let word = arguments["state"]?.string {
      guard let state = LifecycleState(rawValue: word), state != .suspended else {
        throw HostError(.badArguments, "state must be foreground or background")
      }
      context.lifecycle = state
    }
    return context
  }

  /// Does what the app's authentication library has done before the SDK comes up: signs users in.
  ///
  /// The library is part of the reference SDK, so an instance without defect and launch settings is
  /// used for it and then forgotten; only the keychain stays.
  private func signIn(
    _ users: [String], _ context: LaunchContext, _ keychain: Keychain,
    _ transport: any Transport
  ) throws(HostError) -> Keychain {
    var quiet = context
    for setting in ["AutoEnrollOnLaunch", "MAMPolicyRequired", "MAMPolicyWarnAbsent"] {
      quiet.settings[setting] = nil
    }
    let actual = sdk
    sdk = ManagementSDK()
    try feed(.launch(quiet, saved: [], keychain: keychain), transport)
    for user in users { try feed(.signIn(identity: user), transport) }
    let signedIn = sdk.keychain
    let requests = sdk.requestCount
    sdk = actual
    sdk.requestCount = requests
    reply.events = []
    return signedIn
  }

  /// The methods a delegate implements: none, those of a list, or all, also if nothing is said of it.
  private func methods(_ value: JSON?) -> Delegates.Methods {
    switch value {
    case .bool(true): .all
    case .array(let names): .only(names.compactMap(\.string))
    case .bool(false): .none
    default: .all
    }
  }

  private func call(_ message: StepMessage, _ transport: any Transport) throws(HostError) {
    var arguments = message.arguments
    let name = try text(arguments, "api")
    guard let api = APIName(rawValue: name) else {
      throw HostError(.unsupported, "the API \"\(name)\" is not known")
    }
    let thread = arguments["thread"]?.string ?? "main"
    arguments["api"] = nil
    arguments["thread"] = nil
    let call = APICall(number: message.sequence, api: api, arguments: arguments, thread: thread)
    try followKeychain(transport)
    if try performByManagers(call) { return }
    opened(call)
    try feed(.call(call), transport)
    noteWhetherCallBlocks()
  }

  /// Performs a call of the SDK's managers of data and files, for which its rules are not needed; false if it is none of theirs.
  func performByManagers(_ call: APICall) throws(HostError) -> Bool {
    if try dataManager.dataCall(call) { return true }
    if try fileManager.fileCall(call) { return true }
    if try fileManager.encryptionCall(call) { return true }
    if try fileManager.itemCall(call) { return true }
    return try OpenFiles(host: self).openFileCall(call)
  }

  private func setAnswers(
    _ arguments: JSONObject, _ transport: any Transport
  ) throws(HostError) {
    // Hooks are used up by the SDK; only those that are named are set again.
    answers.hooks = sdk.testHooks
    try answers.update(arguments)
    try feed(.hooks(answers.hooks), transport)
  }

  private func complete(_ arguments: JSONObject, _ transport: any Transport) throws(HostError) {
    let callback = try text(arguments, "callback")
    guard KeptHandler(rawValue: callback) != nil else {
      throw HostError(.badArguments, "callback must be identitySwitchRequired or addIdentity")
    }
    guard let result = arguments["result"]?.int else {
      throw HostError(.badArguments, "result must be an integer")
    }
    guard let index = kept.firstIndex(where: { $0.method.rawValue == callback }) else {
      throw HostError(.missing, "no handler of \(callback) is kept")
    }
    try feed(.answered(kept.remove(at: index), .flag(result == 0)), transport)
  }

  private func device(_ arguments: JSONObject, _ transport: any Transport) throws(HostError) {
    if let managed = arguments["managed"] {
      try feed(.device(DeviceManagement(managed)), transport)
    }
    if let clock = arguments["wallClock"]?.int {
      try feed(.wallClock(VirtualInstant(milliseconds: clock)), transport)
    }
  }
}

extension DeviceManagement {
  /// Reads the argument `managed`; what is absent, empty or of another type counts as none.
  init(_ json: JSON?) {
    self.init()
    func user(_ member: ManagementMember) -> String? {
      json?[member.rawValue]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
    mdmUser = user(.mdmUser)
    mdmVendor = json?[ManagementMember.mdmVendor.rawValue]?.string
    emmUser = user(.emmUser)
    deviceUser = user(.deviceUser)
    configuredUPN = user(.configuredUser)
    allowsConfiguredUserOnly =
      json?[ManagementMember.allowedAccountsOnly.rawValue]?.string == "Enabled"
    configuration = json?[ManagementMember.configuration.rawValue]?.object
  }
}
