internal import ExactText
import JSONText
import MAMWire

/// What the answers in the journal take in memory.
///
/// Check-ins share the strings and settings of their policies with each other: what is shared is weighed
/// once, as long as any entry has it. It is known by its place in memory, which nothing else can get
/// while an entry keeps it.
struct JournalWeights {
  /// Objects with fewer members and shorter strings are weighed faster than found.
  private static let leastMembers = 16
  private static let leastBytes = 256
  /// What a place in the table takes.
  private static let placeSize = 64

  private var shared: [UnsafeRawPointer: (uses: Int, bytes: Int)] = [:]

  /// Takes in a value that is kept from now on; how many bytes it adds.
  mutating func add(_ value: JSON) -> Int {
    weigh(value) { shared, place, value in
      guard shared[place] == nil else {
        shared[place]!.uses += 1
        return 0
      }
      let bytes = value.weight + JournalWeights.placeSize
      shared[place] = (1, bytes)
      return bytes
    }
  }

  /// Lets go of a value that was taken in; how many bytes that frees.
  mutating func remove(_ value: JSON) -> Int {
    weigh(value) { shared, place, _ in
      guard let known = shared[place] else { return 0 }
      guard known.uses == 1 else {
        shared[place]!.uses -= 1
        return 0
      }
      shared[place] = nil
      return known.bytes
    }
  }

  private mutating func weigh(
    _ value: JSON,
    _ piece: (inout [UnsafeRawPointer: (uses: Int, bytes: Int)], UnsafeRawPointer, JSON) -> Int
  ) -> Int {
    switch value {
    case .string(let text):
      guard text.utf8.count >= JournalWeights.leastBytes,
        let place = text.utf8.withContiguousStorageIfAvailable({ $0.baseAddress }), let place
      else { return value.weight }
      return piece(&shared, UnsafeRawPointer(place), value)
    case .array(let elements):
      var weight = JSON.weight(elements: elements.count)
      for element in elements { weight += weigh(element, piece) }
      return weight
    case .object(let object):
      guard object.members.count < JournalWeights.leastMembers else {
        return piece(&shared, object.members.withUnsafeBytes { $0.baseAddress! }, value)
      }
      var weight = JSON.weight(members: object.members.count)
      for member in object.members {
        weight += JSON.weight(text: member.name) + weigh(member.value, piece)
      }
      return weight
    default: return 0
    }
  }
}
