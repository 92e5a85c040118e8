import Contract
internal import ExactText
import JSONText
internal import StepProtocol

/// The choice between authentication libraries, where the app links some (AUTH-040 to AUTH-043).
extension TokenRules {
  /// The user default by which an app prefers MSAL.
  static let librarySwitch = "IntuneMAMUseMSALOnNextLaunch"

  /// The app sets one of its user defaults, which it keeps.
  func setUserDefault(_ call: APICall) {
    guard let key = call.arguments["key"]?.string else {
      return act(.refused(.badArguments, "\"setUserDefault\" needs a key"))
    }
    saved.userDefaults[key] = call.arguments["value"]
    returned(call)
  }

  /// Chooses a library at the first authentication of a process (OQ-70).
  func chooseLibrary() {
    guard !context.libraries.isEmpty else { return }
    if state.library != nil, behaviour.tokens.libraryStaysForTheProcess { return }
    let library = chosenLibrary
    guard library != state.library else { return }
    state.library = library
    useUpLibrarySwitch()
    emit(.authLibrary, ["name": .string(library.rawValue)])
  }

  private var chosenLibrary: TokenBehaviour.Library {
    guard context.libraries["MSAL"] != nil else { return .adal }
    guard context.libraries["ADAL"] != nil else { return .msal }
    let value = saved.userDefaults[TokenRules.librarySwitch]
    if value == true, behaviour.tokens.followsLibrarySwitch {
      noteChoice()
      return .msal
    }
    if let earlierChoice { return earlierChoice }
    if value == false, !behaviour.tokens.librarySwitchHasToBeTrue { return .msal }
    return behaviour.tokens.preferredLibrary
  }
}
