internal import CaseModel
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import StepProtocol
import Wording

/// Reads what an app is given at its launch and what a device says of itself.
extension Diagnostics {
  /// An app's settings are free, because the contract says what happens to unknown ones; a name that
  /// is nearly a known one is probably misspelt, unless it is in quotes.
  func appSettings(_ node: YAMLNode) {
    guard let members = node.members else {
      expected("a mapping", for: "settings", not: node)
      return
    }
    for member in members
    where !member.isQuoted && !Vocabulary.appSettings.contains(member.name) {
      guard let near = Spelling.nearest(to: member.name, among: Vocabulary.appSettings) else {
        continue
      }
      warning(
        member.location, "'\(member.name)' is not a known setting",
        suggestion: "did you mean '\(near)'? Write it in quotes if not")
    }
  }

  /// The settings of a policy; the service knows no others.
  func policySettings(_ node: YAMLNode, for key: String) {
    guard let members = node.members else {
      expected("a mapping", for: key, not: node)
      return
    }
    for member in members where !Vocabulary.policySettings.contains(member.name) {
      error(
        member.location, "unknown policy setting '\(member.name)'",
        suggestion: Spelling.suggestion(for: member.name, among: Vocabulary.policySettings))
    }
  }

  /// Something that a user can be, such as `licensed`; nil, and reported, if it cannot be read.
  func userChange(_ member: YAMLNode.Member) -> UserChange? {
    guard let name = UserChange.Name(rawValue: member.name) else { return nil }
    func flag() -> Bool? { boolean(member.value, for: member.name) }
    switch name {
    case .licensed: return flag().map { .licensed($0) }
    case .deleted: return flag().map { .deleted($0) }
    case .signInRequired: return flag().map { .signInRequired($0) }
    case .password:
      if member.value.kind == "null" { return .password(nil) }
      return text(member.value, for: member.name).map { .password($0) }
    }
  }

  /// Something that a tenant can be, such as `enabled`; nil, and reported, if it cannot be read.
  func tenantChange(_ member: YAMLNode.Member) -> TenantChange? {
    guard let name = TenantChange.Name(rawValue: member.name) else { return nil }
    switch name {
    case .enabled: return boolean(member.value, for: member.name).map { .enabled($0) }
    case .migrating: return boolean(member.value, for: member.name).map { .migrating($0) }
    case .accessTokenSeconds:
      return integer(member.value, for: member.name, in: TenantChange.tokenSeconds)
        .map { .accessTokenSeconds($0) }
    case .refreshTokenSeconds:
      if member.value.kind == "null" { return .refreshTokenSeconds(nil) }
      return integer(member.value, for: member.name, in: TenantChange.tokenSeconds)
        .map { .refreshTokenSeconds($0) }
    case .checkInSeconds:
      if member.value.kind == "null" { return .checkInSeconds(nil) }
      return integer(member.value, for: member.name, in: TenantChange.checkInSeconds)
        .map { .checkInSeconds($0) }
    case .renewsRefreshTokens:
      return boolean(member.value, for: member.name).map { .renewsRefreshTokens($0) }
    }
  }

  /// The state of device management.
  ///
  /// - Parameter upn: the UPN for the name of a user; nil for any other text.
  @discardableResult
  func managed(_ node: YAMLNode, upn: (String) -> String? = { _ in nil }) -> DeviceManagementState {
    var state = DeviceManagementState()
    for member in members(node, of: "managed", keys: Vocabulary.managedKeys) ?? [] {
      guard let name = ManagementMember(rawValue: member.name) else { continue }
      if name == .mdmVendor {
        state.vendor = word(
          member.value, for: member.name, "vendor", among: ManagementVendor.allCases)
        continue
      }
      guard member.value.kind != "null" else { continue }
      if name == .configuration {
        if member.value.members == nil {
          expected("a mapping", for: member.name, not: member.value)
        }
        state.configuration = member.value.json(replacing: upn).object
        continue
      }
      let user = text(member.value, for: member.name).map { member.value.name(upn) ?? $0 }
      switch name {
      case .mdmUser: state.mdmUser = user
      case .emmUser: state.emmUser = user
      case .deviceUser: state.deviceUser = user
      case .configuredUser: state.configuredUser = user
      case .allowedAccountsOnly: state.allowedAccountsOnly = user
      case .mdmVendor, .configuration: continue
      }
    }
    return state
  }

  /// Which delegates an app sets.
  @discardableResult
  func delegates(_ node: YAMLNode) -> [DelegateSetting] {
    var settings: [DelegateSetting] = []
    for member in members(node, of: "delegates", keys: Vocabulary.delegates) ?? [] {
      guard let name = DelegateName(rawValue: member.name) else { continue }
      if let methods = member.value.elements {
        settings.append(
          .methods(
            name,
            methods.compactMap {
              word($0, for: member.name, "callback", among: Callback.allCases)
            }))
      } else if let flag = member.value.plainText.flatMap({ YAMLNode.typed($0).bool }) {
        settings.append(.all(name, flag))
      } else if member.value.text == DelegateSetting.ownWord {
        settings.append(.own(name))
      } else {
        expected("true, false, own or a list of callbacks", for: member.name, not: member.value)
      }
    }
    return settings
  }
}

extension YAMLNode {
  /// What `replace` substitutes for a plain string; nil for what it leaves.
  func name(_ replace: (String) -> String?) -> String? { plainText.flatMap(replace) }
}
