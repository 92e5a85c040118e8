internal import ExactText
import JSONText

/// What other SDKs than the contract's make of their own registration and of tokens that are renewed; by the contract each
/// answers as its first line says.
extension TokenRules {
  /// The SDK's own client, whatever the app has set and removed before (AUTH-009, AUTH-028).
  var ownClientId: String {
    memory.hasRemovedClient && !behaviour.tokens.ownClientComesBack
      ? "" : TokenRules.defaultClientId
  }

  /// The item itself: what a refresh brings lies in the group of the settings (AUTH-021).
  func place(_ item: KeychainItem, isRenewal: Bool) -> KeychainItem {
    guard isRenewal, context.settings["ADALCacheKeychainGroupOverride"] != nil,
      !behaviour.tokens.renewalsStayInTheGroup
    else { return item }
    return KeychainItem(
      group: context.appIdentifierPrefix + "com.microsoft.adalcache", account: item.account)
  }
}
