internal import ExactText
import JSONText
import MAMSignIn
import MAMWire

/// Strings that must not be seen anywhere, found in other strings in a time that does not grow with their
/// number.
///
/// Secrets are known by their last eight bytes, which are those that differ: signed tokens all begin
/// alike.
struct SecretTexts {
  /// The shortest secret that is looked for, in bytes: shorter ones would be found in ordinary words.
  static let shortest = 8

  /// Words of the protocols, which stay even if somebody has one of them as a password.
  private static let ordinary: Set<ExactString> = [
    "access_token", "authorization", "authorization_code", "client_credentials", "client_secret",
    "device_code", "password", "refresh_token",
  ]

  /// So many secrets may end alike; of more, every word with the ending is hidden, for whoever sends them
  /// wants the search to be slow.
  private static let mostOfAnEnding = 32
  /// So many bytes may be compared for each byte of a string; past that, every word with an ending is hidden.
  private static let mostCompared = 64

  private var secrets: [UInt64: [[UInt8]]] = [:]
  /// The longest secret of each ending that too many have.
  private var crowded: [UInt64: Int] = [:]
  /// A bit for each hash of an ending: most places of a string need no look into the table.
  private var filter: [UInt64]
  private let shift: UInt64

  /// No secrets, with room for about so many.
  init(capacity: Int = 0) {
    var bits: UInt64 = 10
    while bits < 24, 1 << bits < 16 * capacity { bits += 1 }
    shift = 64 - bits
    filter = capacity > 0 ? SecretTexts.emptyFilter(shift) : []
  }

  private static func emptyFilter(_ shift: UInt64) -> [UInt64] {
    Array(repeating: 0, count: 1 << (64 - shift - 6))
  }

  /// Adds a secret, also as it is written in URLs, in JSON and on pages.
  mutating func insert(_ secret: String) {
    insertOne(secret)
    let isPlain = secret.utf8.allSatisfy {
      SecretName.isPart($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "~")
    }
    guard !isPlain else { return }
    insertOne(PercentEncoding.encoded(secret, keeping: ""))
    insertOne(String(JSON.string(secret).text.dropFirst().dropLast()))
    insertOne(SignInPage.escaped(secret))
  }

  /// Adds a secret of letters and digits.
  mutating func insertOne(_ secret: String) {
    let bytes = Array(secret.utf8)
    guard bytes.count >= SecretTexts.shortest,
      !SecretTexts.ordinary.contains(secret.asciiLowercased()), secret != Redaction.mark
    else { return }
    let ending = bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if let longest = crowded[ending] {
      crowded[ending] = max(longest, bytes.count)
      return
    }
    let alike = secrets[ending] ?? []
    guard !alike.contains(bytes) else { return }
    guard alike.count < SecretTexts.mostOfAnEnding else {
      crowded[ending] = alike.reduce(bytes.count) { max($0, $1.count) }
      return
    }
    secrets[ending, default: []].append(bytes)
    if filter.isEmpty { filter = SecretTexts.emptyFilter(shift) }
    let bit = hash(ending)
    filter[bit >> 6] |= 1 << UInt64(bit & 63)
  }

  private func hash(_ ending: UInt64) -> Int {
    Int(truncatingIfNeeded: (ending &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }

  /// Adds the places of secrets in a string, in a time that grows with its length alone.
  func find(in text: UnsafeBufferPointer<UInt8>, _ places: inout [Range<Int>]) {
    guard !secrets.isEmpty, text.count >= SecretTexts.shortest else { return }
    var ending: UInt64 = 0
    // How many bytes may still be compared.
    var budget = SecretTexts.mostCompared * text.count
    // Where the word begins that reaches up to `seen`.
    var (wordStart, seen) = (0, 0)
    for place in text.indices {
      ending = ending << 8 | UInt64(text[place])
      let bit = hash(ending)
      guard filter[bit >> 6] & 1 << UInt64(bit & 63) != 0, let candidates = secrets[ending],
        place + 1 >= SecretTexts.shortest
      else { continue }
      if budget > 0, crowded[ending] == nil {
        for secret in candidates where place + 1 >= secret.count {
          budget -= secret.count
          let start = place + 1 - secret.count
          if text[start...place].elementsEqual(secret) { places.append(start..<place + 1) }
        }
        continue
      }
      let first = place + 1 - SecretTexts.shortest
      while seen < first {
        if !SecretName.isPart(text[seen]), text[seen] != UInt8(ascii: ".") { wordStart = seen + 1 }
        seen += 1
      }
      // A secret may be more than one word.
      let longest = crowded[ending] ?? candidates.reduce(0) { max($0, $1.count) }
      let start = max(0, min(wordStart, place + 1 - longest))
      if let last = places.last, last.lowerBound == start {
        places[places.count - 1] = start..<place + 1
      } else {
        places.append(start..<place + 1)
      }
    }
  }

  /// Adds the places of JSON Web Tokens (RFC 7519), whoever has given them out.
  static func findWebTokens(in text: UnsafeBufferPointer<UInt8>, _ places: inout [Range<Int>]) {
    var place = 0
    while place + 20 <= text.count {
      // `eyJ` is `{"` in Base64, as every header begins.
      guard text[place] == UInt8(ascii: "e"), text[place + 1] == UInt8(ascii: "y"),
        text[place + 2] == UInt8(ascii: "J")
      else {
        place += 1
        continue
      }
      let start = place
      var hasDot = false
      while place < text.count,
        SecretName.isPart(text[place]) || text[place] == UInt8(ascii: ".")
      {
        hasDot = hasDot || text[place] == UInt8(ascii: ".")
        place += 1
      }
      if hasDot, place - start >= 20 { places.append(start..<place) }
    }
  }
}
