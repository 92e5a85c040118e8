internal import ExactText
import JSONText

extension JSON {
  /// About how many bytes the value takes beside its own place.
  package var weight: Int {
    switch self {
    case .string(let text): JSON.weight(text: text)
    case .array(let elements):
      elements.reduce(JSON.weight(elements: elements.count)) { $0 + $1.weight }
    case .object(let object):
      object.members.reduce(JSON.weight(members: object.members.count)) {
        $0 + JSON.weight(text: $1.name) + $1.value.weight
      }
    default: 0
    }
  }

  /// A string of up to 15 bytes stands in its own place.
  package static func weight(text: String) -> Int {
    let count = text.utf8.count
    return count > 15 ? 32 + count : 0
  }

  /// Lists that have grown have room for more: half as much again on average.
  package static func weight(elements count: Int) -> Int {
    32 + MemoryLayout<JSON>.stride * (count + count / 2)
  }

  package static func weight(members count: Int) -> Int {
    32 + MemoryLayout<JSONObject.Member>.stride * (count + count / 2)
  }
}
