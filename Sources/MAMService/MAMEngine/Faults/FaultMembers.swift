internal import ExactText
import JSONText
import MAMDirectory
import MAMWire
import ServiceProtocol

/// The members of a fault, read with errors in words.
struct FaultMembers {
  let kind: FaultKind
  let json: JSON

  /// Refuses members that the kind does not have.
  func check() throws(CommandError) {
    let names = kind.members
    for member in json.object?.members ?? []
    where member.name != "kind" && !names.contains(member.name) {
      throw CommandError(
        "the fault \"\(kind.rawValue)\" has no member \"\(member.name)\""
          + (names.isEmpty ? ": it takes none" : CommandError.choice(member.name, names)))
    }
  }

  func number(_ name: String, _ range: ClosedRange<Int>) throws(CommandError) -> Int? {
    guard let value = json[name], !value.isNull else { return nil }
    guard let number = value.int, range.contains(number) else {
      throw CommandError(
        "\"\(name)\" must be an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// How long the answer takes; nil for no time.
  func delay() throws(CommandError) -> Delay? {
    guard let value = json["milliseconds"], !value.isNull else { return nil }
    return try Delay(json: value, FaultMembers.century)
  }

  /// 100 years, in milliseconds.
  private static let century = 0...3_153_600_000_000

  func required(_ name: String, _ range: ClosedRange<Int>) throws(CommandError) -> Int {
    guard let number = try number(name, range) else {
      throw CommandError(
        "the fault \"\(kind.rawValue)\" needs \(kind.rawValue == name ? "a " : "")\"\(name)\"")
    }
    return number
  }

  func text(_ name: String) throws(CommandError) -> String? {
    guard let value = json[name], !value.isNull else { return nil }
    guard let text = value.string, !text.isEmpty else {
      throw CommandError("\"\(name)\" must be a string")
    }
    return text
  }

  /// Reads `mediaType`, a type with its parameters (RFC 9110, section 8.3.1).
  func mediaType() throws(CommandError) -> String? {
    guard let text = try text("mediaType") else { return nil }
    let type = text.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
    let parts = type.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard FaultMembers.isOfField(text), parts.count == 2,
      parts.allSatisfy({ HeaderField.isToken($0) })
    else { throw CommandError("\"mediaType\" must be a media type such as text/html") }
    return text
  }

  /// Reads `headers`, an object of strings; empty if there is none.
  ///
  /// Names are tokens, values visible characters of ASCII with spaces between them (RFC 9110, sections
  /// 5.1 and 5.5).
  func headers() throws(CommandError) -> [HeaderField] {
    guard let value = json["headers"], !value.isNull else { return [] }
    guard let object = value.object else {
      throw CommandError(
        "\"headers\" must be an object of strings, with the names of header fields")
    }
    guard object.members.count <= FaultMembers.maximumHeaders else {
      throw CommandError("\"headers\" has at most \(FaultMembers.maximumHeaders) fields")
    }
    var names: Set<ExactString> = []
    var fields: [HeaderField] = []
    for member in object.members {
      let name = member.name.asciiLowercased()
      guard HeaderField.isToken(member.name.utf8) else {
        throw CommandError(
          "\"\(member.name)\" is not the name of a header field: use letters, digits and !#$%&'*+-.^_`|~"
        )
      }
      guard !FaultMembers.ownHeaders.contains(name) else {
        throw CommandError("the header field \"\(member.name)\" is written by the service")
      }
      guard names.insert(name).inserted else {
        throw CommandError("\"headers\" has the field \"\(member.name)\" twice")
      }
      guard let text = member.value.string, FaultMembers.isOfField(text) else {
        throw CommandError(
          "the header field \"\(member.name)\" must be a string of visible ASCII characters, with "
            + "spaces only between them")
      }
      fields.append(HeaderField(member.name, text))
    }
    guard fields.reduce(0, { $0 + $1.size }) <= FaultMembers.maximumHeadersSize else {
      throw CommandError(
        "\"headers\" is too long: names and values have at most about "
          + "\(FaultMembers.maximumHeadersSize) bytes together")
    }
    return fields
  }

  /// The most header fields that a fault adds.
  private static let maximumHeaders = 20
  /// How long they are at most together, in bytes: libmicrohttpd writes a header into 16 KiB, of which
  /// the request has a part.
  private static let maximumHeadersSize = 4096
  /// What HTTP itself needs, the service's clock and the mark of the rule.
  private static let ownHeaders = [
    "content-length", "transfer-encoding", "connection", "date", "x-mamconform-fault",
  ]

  private static func isOfField(_ value: String) -> Bool {
    let bytes = value.utf8
    let space = UInt8(ascii: " ")
    return !value.isEmpty && bytes.first != space && bytes.last != space
      && bytes.allSatisfy { space...UInt8(ascii: "~") ~= $0 }
  }
}
