internal import ExactText

/// Reads a binary property list (`bplist00`), with the offset of each value in bytes.
///
/// Every offset is checked before it is followed; values that hold themselves, and a small file that comes to a
/// million values by naming the same ones again and again, are refused.
struct BinaryPropertyListReader {
  private let bytes: ByteReader
  private let file: String
  private var offsetSize = 0
  private var referenceSize = 0
  private var objectCount = 0
  private var tableOffset = 0
  private var limits = PropertyListLimits()
  /// The objects that are being read, from the root on.
  private var open: [Int] = []

  /// - Parameter bytes: the file.
  init(_ bytes: [UInt8], file: String) {
    self.bytes = ByteReader(bytes[...])
    self.file = file
  }

  /// The one value of the file.
  mutating func document() throws(FileProblem) -> PropertyValue {
    let trailer = bytes.count - 32
    guard trailer >= 8, let sizes = bytes.slice(trailer + 6, 2),
      let count = bytes.number(trailer + 8, size: 8, isBig: true),
      let top = bytes.number(trailer + 16, size: 8, isBig: true),
      let table = bytes.number(trailer + 24, size: 8, isBig: true)
    else {
      throw FileProblem(
        file, .bytes(bytes.count), "the binary property list has no end",
        suggestion: "see whether the file is cut off")
    }
    offsetSize = Int(sizes.first!)
    referenceSize = Int(sizes.last!)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw FileProblem(
        file, .bytes(trailer + 6), "the sizes of offsets and references are not 1 to 8")
    }
    guard count > 0, count <= UInt64(trailer), table >= 8, table <= UInt64(trailer),
      Int(count) * offsetSize <= trailer - Int(table)
    else {
      throw FileProblem(
        file, .bytes(trailer + 8), "the table of offsets does not lie within the file",
        suggestion: "see whether the file is cut off")
    }
    (objectCount, tableOffset) = (Int(count), Int(table))
    guard top < count else {
      throw FileProblem(file, .bytes(trailer + 16), "there is no object \(top), the outermost one")
    }
    return try object(Int(top), from: trailer + 16)
  }

  /// An object by its number.
  ///
  /// - Parameter place: where it is named.
  private mutating func object(
    _ number: Int, from place: Int
  ) throws(FileProblem) -> PropertyValue {
    guard number < objectCount,
      let offset = bytes.number(tableOffset + number * offsetSize, size: offsetSize, isBig: true)
    else { throw FileProblem(file, .bytes(place), "there is no object \(number)") }
    guard offset >= 8, offset < UInt64(tableOffset) else {
      throw FileProblem(
        file, .bytes(tableOffset + number * offsetSize),
        "object \(number) is said to lie at byte \(offset), where there are no objects")
    }
    let start = Int(offset)
    guard !open.contains(number) else {
      throw FileProblem(file, .bytes(start), "object \(number) holds itself")
    }
    try limits.take(in: file, at: .bytes(start), depth: open.count)
    open.append(number)
    defer { open.removeLast() }
    return PropertyValue(try content(start), at: .bytes(start))
  }

  private mutating func content(_ start: Int) throws(FileProblem) -> PropertyValue.Content {
    guard let marker = bytes.byte(start) else { throw beyond(start) }
    let low = Int(marker & 15)
    switch marker >> 4 {
    case 0:
      switch marker {
      case 8: return .boolean(false)
      case 9: return .boolean(true)
      default: return .other
      }
    case 1: return try integer(start + 1, exponent: low, start)
    case 2: return try real(start + 1, exponent: low, start)
    case 3: return .date
    case 4:
      let (count, data) = try size(start)
      guard let slice = bytes.slice(data, count) else { throw beyond(start) }
      return .data(Array(slice))
    case 5, 7:
      let (count, data) = try size(start)
      guard let slice = bytes.slice(data, count) else { throw beyond(start) }
      guard let text = String(validating: slice, as: UTF8.self) else {
        throw FileProblem(file, .bytes(start), "the string is not ASCII or UTF-8")
      }
      return .string(text)
    case 6: return .string(try utf16(start))
    case 8: return .other
    case 10, 12: return .array(try elements(start))
    case 13: return .dictionary(try members(start))
    default: throw FileProblem(file, .bytes(start), "no value begins with the byte \(marker)")
    }
  }

  private func integer(
    _ place: Int, exponent: Int, _ start: Int
  ) throws(FileProblem) -> PropertyValue.Content {
    guard exponent <= 4 else {
      throw FileProblem(file, .bytes(start), "an integer has at most 16 bytes")
    }
    // Of 16 bytes the last eight count: the others are zero in every file that is written today.
    let size = min(8, 1 << exponent)
    let last = place + (1 << exponent) - size
    guard let value = bytes.number(last, size: size, isBig: true) else { throw beyond(start) }
    return .integer(Int(truncatingIfNeeded: value))
  }

  private func real(
    _ place: Int, exponent: Int, _ start: Int
  ) throws(FileProblem) -> PropertyValue.Content {
    guard exponent == 2 || exponent == 3 else {
      throw FileProblem(file, .bytes(start), "a real number has 4 or 8 bytes")
    }
    guard let bits = bytes.number(place, size: 1 << exponent, isBig: true) else {
      throw beyond(start)
    }
    return .real(
      exponent == 3
        ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
  }

  private func utf16(_ start: Int) throws(FileProblem) -> String {
    let (count, data) = try size(start)
    guard count <= bytes.count, let slice = bytes.slice(data, 2 * count) else {
      throw beyond(start)
    }
    let units = stride(from: slice.startIndex, to: slice.endIndex, by: 2).map {
      UInt16(slice[$0]) << 8 | UInt16(slice[$0 + 1])
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw FileProblem(file, .bytes(start), "the string is not UTF-16")
    }
    return text
  }

  private mutating func elements(_ start: Int) throws(FileProblem) -> [PropertyValue] {
    let (count, data) = try size(start)
    var elements: [PropertyValue] = []
    for index in 0..<count {
      let place = data + index * referenceSize
      elements.append(try object(try reference(place, start), from: place))
    }
    return elements
  }

  private mutating func members(
    _ start: Int
  ) throws(FileProblem) -> [PropertyValue.Member] {
    let (count, data) = try size(start)
    var members: [PropertyValue.Member] = []
    for index in 0..<count {
      let place = data + index * referenceSize
      let key = try object(try reference(place, start), from: place)
      guard let name = key.string else {
        throw FileProblem(file, key.place, "the key of a dictionary is \(key.kind)")
      }
      let other = data + (count + index) * referenceSize
      let value = try object(try reference(other, start), from: other)
      members.append(.init(key: name, place: value.place, value: value))
    }
    return members
  }

  /// How many elements or bytes an object has, and where they begin; never more than there are bytes in the file.
  private func size(_ start: Int) throws(FileProblem) -> (count: Int, data: Int) {
    guard let marker = bytes.byte(start) else { throw beyond(start) }
    guard marker & 15 == 15 else { return (Int(marker & 15), start + 1) }
    guard let kind = bytes.byte(start + 1), kind >> 4 == 1, kind & 15 <= 3,
      let count = bytes.number(start + 2, size: 1 << Int(kind & 15), isBig: true)
    else { throw FileProblem(file, .bytes(start), "the size of the value is not an integer") }
    guard count <= UInt64(bytes.count) else { throw beyond(start) }
    return (Int(count), start + 2 + (1 << Int(kind & 15)))
  }

  private func reference(_ place: Int, _ start: Int) throws(FileProblem) -> Int {
    guard place < tableOffset, let value = bytes.number(place, size: referenceSize, isBig: true),
      value < UInt64(objectCount)
    else { throw beyond(start) }
    return Int(value)
  }

  private func beyond(_ start: Int) -> FileProblem {
    FileProblem(
      file, .bytes(start), "the value goes beyond the end of the file or of its table",
      suggestion: "see whether the file is cut off")
  }
}
