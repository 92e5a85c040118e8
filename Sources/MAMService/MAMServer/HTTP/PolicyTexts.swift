internal import ExactText
import JSONText

/// The JSON strings of large objects that are sent again and again: the policies of check-ins.
///
/// An object is known by the place of its members in memory. That is sound because the object is kept
/// here: nobody else can get its place, and whoever changes the object gets a copy.
struct PolicyTexts {
  /// Objects with fewer members are written faster than found.
  private static let leastMembers = 16
  /// How many strings are kept before all are forgotten.
  private static let capacity = 64

  private var texts: [UnsafeRawPointer: (object: JSONObject, text: [UInt8])] = [:]

  /// Appends the text of a value, whose large members may be known.
  mutating func write(_ value: JSON, to bytes: inout [UInt8]) {
    guard case .object(let object) = value else { return value.write(to: &bytes) }
    var separator = UInt8(ascii: "{")
    for member in object.members {
      bytes.append(separator)
      separator = UInt8(ascii: ",")
      JSON.write(member.name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      if case .object(let inner) = member.value, inner.members.count >= PolicyTexts.leastMembers {
        bytes.append(contentsOf: text(of: inner))
      } else {
        member.value.write(to: &bytes)
      }
    }
    if object.isEmpty { bytes.append(separator) }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func text(of object: JSONObject) -> [UInt8] {
    let place = object.members.withUnsafeBytes { $0.baseAddress! }
    if let known = texts[place] { return known.text }
    var text: [UInt8] = []
    object.write(to: &text)
    if texts.count == PolicyTexts.capacity { texts = [:] }
    texts[place] = (object, text)
    return text
  }
}
