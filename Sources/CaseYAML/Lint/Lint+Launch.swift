internal import CaseModel
internal import ExactText
internal import JSONText
import Wording

/// Checks what an app is given at its launch and what a device says of itself.
extension Lint {
  /// An app's settings are free, because the contract says what happens to unknown ones; a name that
  /// is nearly a known one is probably misspelt.
  func appSettings(_ node: YAMLNode) {
    guard let members = node.members else {
      expected("a mapping", for: "settings", not: node)
      return
    }
    for member in members where !Vocabulary.appSettings.contains(member.name) {
      guard let near = Spelling.nearest(to: member.name, among: Vocabulary.appSettings) else {
        continue
      }
      warning(
        member.location, "'\(member.name)' is not a known setting",
        suggestion: "did you mean '\(near)'?")
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

  /// The value of something that a tenant or user can be: `enabled`, `licensed` and so on.
  func state(_ member: YAMLNode.Member) {
    switch member.name {
    case "accessTokenSeconds": _ = integer(member.value, for: member.name, in: 1...31_536_000)
    case "refreshTokenSeconds":
      if member.value.kind == "null" { return }
      _ = integer(member.value, for: member.name, in: 1...315_360_000)
    case "password":
      if member.value.kind == "null" { return }
      _ = text(member.value, for: member.name)
    default: _ = boolean(member.value, for: member.name)
    }
  }

  /// The state of device management.
  func managed(_ node: YAMLNode) {
    for member in members(node, of: "managed", keys: Vocabulary.managedKeys) ?? [] {
      if member.name == "mdmVendor" {
        _ = word(member.value, for: member.name, "vendor", among: ["intune", "other"])
      } else if member.value.kind != "null" {
        _ = text(member.value, for: member.name)
      }
    }
  }

  /// Which delegates an app sets.
  func delegates(_ node: YAMLNode) {
    for member in members(node, of: "delegates", keys: Vocabulary.delegates) ?? [] {
      if let methods = member.value.elements {
        for method in methods {
          _ = word(method, for: member.name, "callback", among: Vocabulary.callbacks)
        }
      } else if member.value.plainText.flatMap({ YAMLNode.typed($0).bool }) == nil {
        expected("true, false or a list of callbacks", for: member.name, not: member.value)
      }
    }
  }

  /// The scripted answers of an app's delegates.
  func answers(_ node: YAMLNode) {
    for member in members(node, of: "answers", keys: Vocabulary.answerKeys) ?? [] {
      answer(member)
    }
  }

  /// Checks one scripted answer; its name is known to be one.
  func answer(_ member: YAMLNode.Member) {
    let value = member.value
    switch member.name {
    case "restartApplication", "wipeDataForAccount":
      choice(value, for: member.name, [true, false, "unimplemented"])
    case "identitySwitchRequired":
      choice(value, for: member.name, [0, 1, 2, 3, "never", "unimplemented"])
    case "addIdentity": choice(value, for: member.name, [0, 1, "never", "unimplemented"])
    case "conditionalLaunch": choice(value, for: member.name, ["pass", "cancel", "ask", "fail"])
    case "failToClear", "internalError": _ = boolean(value, for: member.name)
    case "haltIn": _ = word(value, for: member.name, "callback", among: Vocabulary.callbacks)
    case "authLibrary":
      if value.kind == "null" { return }
      for member in members(value, of: member.name, keys: ["error", "version"]) ?? [] {
        _ = text(member.value, for: member.name)
      }
    default: return
    }
  }

  private func choice(_ node: YAMLNode, for name: String, _ known: [JSON]) {
    guard !known.contains(node.json()) else { return }
    let words = known.map { $0.string ?? $0.text }
    if let text = node.text, node.kind == "a text" {
      unknown("answer", text, at: node.location, known: words)
    } else {
      expected("one of \(Lint.list(words))", for: name, not: node)
    }
  }
}
