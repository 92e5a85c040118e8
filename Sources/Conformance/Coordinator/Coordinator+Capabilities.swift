internal import CaseModel
internal import Contract
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import StepProtocol

/// What a case asks of an adapter that need not offer it: there the case ends, and nobody is blamed.
///
/// An adapter answers a whole message that it does not understand with `unsupported`. What is asked for here is a part of a message, which it
/// would pass over, or comes from somebody else, such as a wipe; without it the SDK would seem to violate something.
extension Coordinator {
  /// Ends the case if an adapter does not offer an API or operation, or what something else belongs to.
  func demand(
    _ capability: Capability, of app: AppState, for word: String
  ) throws(CaseEnd) {
    guard app.participant != nil, !app.capabilities.contains(capability) else { return }
    record(.missingCapability, app.name, ["capability": .string(capability.rawValue)])
    throw .missing("the capability \(capability.rawValue), to which \(word) belongs")
  }

  /// Ends the case before a call for which the adapter lacks something.
  func demandCapabilities(of call: AppCall, _ app: AppState) throws(CaseEnd) {
    if let capability = call.capability {
      try demand(capability, of: app, for: call.api.rawValue)
    }
    if call.namesWindow { try demand(.windows, of: app, for: call.api.rawValue) }
  }

  /// Ends the case after `hello` if the adapter lacks what the launch is going to say, or an event for which a check waits.
  func demandCapabilities(
    ofLaunch launch: LaunchOptions, _ app: AppState
  ) throws(CaseEnd) {
    if app.settings["ADALCacheKeychainGroupOverride"] != nil {
      try demand(.keychain, of: app, for: "the setting ADALCacheKeychainGroupOverride")
    }
    for name in ["AutoEnrollOnLaunch", "MAMPolicyRequired", "MAMPolicyWarnAbsent"]
    where app.settings[name] != nil {
      try demand(.launchSettings, of: app, for: "the setting \(name)")
    }
    if app.delegates.members.contains(where: { $0.value.string == DelegateSetting.ownWord }) {
      try demand(.ownDecisions, of: app, for: "a delegate that the app sets itself")
    }
    if launch.isExtension == true {
      try demand(.appExtension, of: app, for: "a launch as an extension")
    }
    if app.lifecycle != .foreground {
      try demand(.lifecycle, of: app, for: "a launch in the \(app.lifecycle.rawValue)")
    }
    if devices[app.device]?.managed.object?.isEmpty == false {
      try demand(.device, of: app, for: "the management of the device")
    }
    if let shift = devices[app.device]?.shift, shift != 0 {
      try demand(.device, of: app, for: "a clock that has been set")
    }
    if !app.libraries.isEmpty {
      try demand(.authLibraries, of: app, for: "the choice of a library")
    }
    if app.answers["haltIn"] != nil { try demand(.halt, of: app, for: "a kill in a callback") }
    try demandEvents(of: app)
  }

  /// Ends the case if a check waits for an event of an app that its adapter does not offer.
  private func demandEvents(of app: AppState) throws(CaseEnd) {
    for check in conformanceCase.steps.compactMap(\.check) where !check.isAdvisory {
      for name in check.demand.awaitedEvents(of: app.name) {
        guard let capability = name.capability else { continue }
        try demand(capability, of: app, for: "the event \(name.rawValue)")
      }
    }
  }
}
