internal import ExactText
import JSONText
import MAMCrypto
import MAMDirectory
import MAMEngine

/// Rows of a snapshot without secrets that anybody could read.
///
/// Tokens and codes are sealed with everything about them, passwords and secrets of clients alone. The
/// service that has sealed them opens them again; another one drops tokens and codes, and keeps the
/// passwords that it has itself.
struct SealedRows {
  let sealer: Sealer
  /// The rows that are there, for what cannot be opened.
  let running: [RowChange]
  let random: RandomBytes

  /// What is sealed is an object with this one member.
  private static let mark = "sealed"

  /// The tables whose keys and other members are not secrets; a table that is not named here is sealed.
  private static let open: Set<ExactString> = [
    "tenant", "user", "group", "app", "policy", "enrollment", "wipe", "counter", "account",
    "client",
    "operation", "sku", "licence", "profile", "device", "mobileAppConfiguration", "deliveredPolicy",
  ]

  /// A row as a snapshot without secrets shows it; nil if nothing can be sealed.
  func sealed(_ row: RowChange) -> JSON? {
    let value = row.value ?? .null
    guard SealedRows.open.contains(row.kind) else {
      let whole: JSON = [.string(row.key), value]
      return seal(whole.text, row.kind).map {
        [.string(row.kind), $0, .int(row.sequence), .null]
      }
    }
    var shown = value
    if let object = value.object {
      var members = JSONObject()
      for member in object.members {
        guard SealedRows.isSecret(member) else {
          members.append(member.name, member.value)
          continue
        }
        let place = "\(row.kind) \(row.key) \(member.name)"
        guard let sealed = seal(member.value.text, place) else { return nil }
        members.append(member.name, sealed)
      }
      shown = .object(members)
    }
    return [.string(row.kind), .string(row.key), .int(row.sequence), shown]
  }

  private static func isSecret(_ member: JSONObject.Member) -> Bool {
    // What looks like something sealed has to be sealed too, or it would be opened.
    (member.value.string != nil || text(member.value) != nil) && SecretName.matches(member.name)
  }

  private func seal(_ text: String, _ place: String) -> JSON? {
    sealer.sealed(text, at: place).map { [SealedRows.mark: .string($0)] }
  }

  /// The lines of a snapshot as they were before they were sealed.
  ///
  /// - Throws: an error if there are no random bytes for a password that nobody knows.
  func opened(_ lines: [JSON]) throws(ControlError) -> [JSON] {
    var opened: [JSON] = []
    for line in lines {
      guard let parts = line.array, parts.count == 4, let kind = parts[0].string else {
        opened.append(line)
        continue
      }
      if let text = SealedRows.text(parts[1]) {
        guard let whole = value(text, kind)?.array, whole.count == 2 else { continue }
        opened.append([parts[0], whole[0], parts[2], whole[1]])
      } else {
        opened.append([parts[0], parts[1], parts[2], try members(parts[3], kind, parts[1].string)])
      }
    }
    return opened
  }

  private func members(
    _ value: JSON, _ kind: String, _ key: String?
  ) throws(ControlError) -> JSON {
    guard let object = value.object, let key,
      object.members.contains(where: { SealedRows.sealedText(of: $0) != nil })
    else { return value }
    var members = JSONObject()
    for member in object.members {
      guard let text = SealedRows.sealedText(of: member) else {
        members.append(member.name, member.value)
        continue
      }
      let known = self.value(text, "\(kind) \(key) \(member.name)")
      if let known {
        members.append(member.name, known)
      } else {
        members.append(member.name, try kept(kind, key, member.name))
      }
    }
    return .object(members)
  }

  /// What the service has itself at the place of a secret that it cannot open; a secret that nobody knows
  /// if it has nothing.
  private func kept(_ kind: String, _ key: String, _ name: String) throws(ControlError) -> JSON {
    if let row = running.first(where: { $0.kind == kind && $0.key == key }) {
      return row.value?[name] ?? .null
    }
    guard let bytes = random.bytes(16) else {
      throw ControlError(
        status: 503, code: "ServiceUnavailable", message: "the machine provides no random bytes")
    }
    return .string(Base64URL.text(bytes))
  }

  private func value(_ text: String, _ place: String) -> JSON? {
    sealer.opened(text, at: place).flatMap { try? JSON(parsing: Array($0.utf8)[...]) }
  }

  /// The sealed text of a member whose name says that it is secret; other members may look as they like.
  private static func sealedText(of member: JSONObject.Member) -> String? {
    SecretName.matches(member.name) ? text(member.value) : nil
  }

  private static func text(_ value: JSON) -> String? {
    guard let object = value.object, object.members.count == 1 else { return nil }
    return object[mark]?.string
  }
}
