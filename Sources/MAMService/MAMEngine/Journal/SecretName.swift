internal import ExactText

/// Which names stand for values that must not be shown.
///
/// A name is judged by its letters alone, without regard to their case: `client_secret`,
/// `clientSecret`, `Client-Secret` and `form[client_secret]` are one.
package enum SecretName {
  /// What makes a name secret wherever it stands in it: RFC 6749, 7521, 7636 and 8628, and what headers,
  /// directories and clouds call their own.
  private static let parts = [
    "accesskey", "apikey", "assertion", "authorization", "bearer", "cookie", "credential",
    "functionskey", "passcode", "passphrase", "passwd", "password", "privatekey", "secret",
    "subscriptionkey", "token", "verifier",
  ]
  /// What is secret by itself only: within others these are ordinary.
  private static let words: Set<ExactString> = [
    "authcode", "authentication", "code", "devicecode", "jwt", "otc", "otp", "pass", "pw", "pwd",
    "samlresponse", "sig", "usercode", "xauth",
  ]
  /// How names end that only tell something about a secret.
  private static let harmlessEnds = [
    "count", "datetime", "disabled", "enabled", "endpoint", "expired", "expires", "expiresin",
    "expireson", "length", "required", "seconds", "supported", "type", "typehint", "uri", "url",
    "use",
  ]
  /// What has the letters of a secret and is none: the place in a paged collection.
  private static let harmless: Set<ExactString> = ["skiptoken", "deltatoken"]
  private static let finder = LetterFinder(parts)
  private static let longestWord = words.map(\.text.utf8.count).max() ?? 0
  /// The words by their first letter.
  private static let wordsByLetter: [[[UInt8]]] = {
    var words = [[[UInt8]]](repeating: [], count: 26)
    for word in SecretName.words {
      words[Int(word.text.utf8.first! - 97)].append(Array(word.text.utf8))
    }
    return words
  }()

  /// True if values of that name must not be shown.
  package static func matches(_ name: some StringProtocol) -> Bool {
    var letters: [UInt8] = []
    for byte in name.utf8 {
      if let letter = letter(byte) {
        letters.append(letter)
      } else if !isJoint(byte), !letters.isEmpty {
        if isSecret(letters) { return true }
        letters.removeAll(keepingCapacity: true)
      }
    }
    return isSecret(letters)
  }

  /// True if the letters of a string, whatever stands between them, have those of a secret name in them.
  ///
  /// Takes one look at every byte.
  ///
  /// - Parameter withMark: true if an `x` in front of a word makes no other word of it, as in names of
  ///   headers.
  static func isMentioned(in text: some StringProtocol, withMark: Bool = false) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { isMentioned(in: $0, withMark) }
      ?? Array(text.utf8).withUnsafeBufferPointer { isMentioned(in: $0, withMark) }
  }

  private static func isMentioned(
    in text: UnsafeBufferPointer<UInt8>, _ withMark: Bool
  ) -> Bool {
    var search = finder.search()
    var word: [UInt8] = []
    word.reserveCapacity(longestWord + 2)
    for byte in text {
      if let letter = letter(byte) {
        if search.finds(letter) { return true }
        if word.count <= longestWord + 1 { word.append(letter) }
      } else if !isJoint(byte), !word.isEmpty {
        if isWord(word[...], withMark) { return true }
        word.removeAll(keepingCapacity: true)
      }
    }
    return isWord(word[...], withMark)
  }

  private static func isWord(_ word: ArraySlice<UInt8>, _ withMark: Bool) -> Bool {
    guard let first = word.first else { return false }
    if wordsByLetter[Int(first - 97)].contains(where: { word.elementsEqual($0) }) { return true }
    return withMark && first == UInt8(ascii: "x") && isWord(word.dropFirst(), false)
  }

  private static func isSecret(_ letters: [UInt8]) -> Bool {
    guard letters.count > 1 else { return false }
    if hasPart(letters) {
      let name = String(decoding: letters, as: UTF8.self)
      return !harmless.contains(name) && !harmlessEnds.contains { name.hasSuffix($0) }
    }
    guard letters.count <= 14 else { return false }
    // Headers of one's own begin with X-.
    return words.contains(String(decoding: letters, as: UTF8.self))
      || letters[0] == UInt8(ascii: "x")
        && words.contains(String(decoding: letters.dropFirst(), as: UTF8.self))
  }

  private static func hasPart(_ letters: [UInt8]) -> Bool {
    var search = finder.search()
    return letters.contains { search.finds($0) }
  }

  /// A letter in lower case; nil for anything else.
  private static func letter(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: nil
    }
  }

  /// True for what may stand within one name.
  static func isJoint(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  /// True for what a name is made of.
  static func isPart(_ byte: UInt8) -> Bool { letter(byte) != nil || isJoint(byte) }
}
