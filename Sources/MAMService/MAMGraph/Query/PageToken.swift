internal import ExactText
import JSONText

/// The place of an entity in a sorted collection: where a page ends and the next one begins.
///
/// It holds what the entity was sorted by, not a count, so that entities that join or leave between
/// two pages are neither shown twice nor push others out.
struct PageToken {
  /// The values of the properties of `$orderby`.
  let values: [FilterValue]
  /// The entity's ``Resource/sequence``, which decides among equals.
  let sequence: Int

  init(values: [FilterValue], sequence: Int) {
    self.values = values
    self.sequence = sequence
  }

  /// Reads a token that was given out; nil if it is none, or of another `$orderby`.
  init?(_ text: String, values count: Int) {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while !rest.isEmpty {
      guard let byte = UInt8(Substring(rest.prefix(2)), radix: 16) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    guard let items = (try? JSON(parsing: bytes[...]))?.array, items.count == count + 1,
      let sequence = items[count].int
    else { return nil }
    var values: [FilterValue] = []
    for item in items.dropLast() {
      guard let value = FilterValue(token: item) else { return nil }
      values.append(value)
    }
    self.init(values: values, sequence: sequence)
  }

  /// The token as it stands in a link: opaque to clients, letters and digits only.
  var text: String {
    let json = JSON.array(values.map(\.token) + [.int(sequence)])
    return json.text.utf8.map {
      let digits = String($0, radix: 16)
      return digits.utf8.count == 1 ? "0\(digits)" : digits
    }.joined()
  }

  /// True if an entity at this place comes before one at another.
  func isBefore(_ other: PageToken, _ order: [OrderItem]) -> Bool {
    // As long as each other: one value for each item of the order.
    for ((left, right), item) in zip(zip(values, other.values), order) {
      let sign = left.order(against: right) ?? 0
      if sign != 0 { return item.isDescending ? sign > 0 : sign < 0 }
    }
    return sequence < other.sequence
  }
}

extension FilterValue {
  /// The value in a token.
  fileprivate var token: JSON {
    switch self {
    case .null: .null
    case .boolean(let value): .bool(value)
    case .number(let value): .double(value)
    case .text(let text): .string(text)
    case .instant(let value): ["i": .int(value)]
    case .duration(let value): ["d": .int(value)]
    }
  }

  fileprivate init?(token: JSON) {
    switch token {
    case .null: self = .null
    case .bool(let value): self = .boolean(value)
    case .int(let value): self = .number(Double(value))
    case .double(let value): self = .number(value)
    case .string(let text): self = .text(text)
    case .object(let members):
      if let value = members["i"]?.int {
        self = .instant(value)
      } else if let value = members["d"]?.int {
        self = .duration(value)
      } else {
        return nil
      }
    case .array: return nil
    }
  }
}
