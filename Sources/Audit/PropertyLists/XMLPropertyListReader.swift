internal import ExactText

/// Reads a property list in XML (the DTD PropertyList-1.0), with the line and column of each key and value.
///
/// A document type is passed over and nothing is fetched; one that defines entities is refused, so that no text grows.
struct XMLPropertyListReader {
  private let file: String
  private var cursor: TextCursor
  private var limits = PropertyListLimits()
  /// What readers take in different ways.
  private(set) var remarks: [FileProblem] = []

  /// - Parameter text: the file in UTF-8.
  init(_ text: [UInt8], file: String) {
    cursor = TextCursor(text)
    self.file = file
  }

  /// A start tag.
  private struct Tag {
    var name: String
    var place: FilePlace
    var isEmpty: Bool
  }

  /// The one value of the file.
  mutating func document() throws(FileProblem) -> PropertyValue {
    try skipMisc()
    let place = cursor.place
    guard let tag = try startTag() else {
      throw FileProblem(
        file, place, "there is no property list",
        suggestion: "it begins with <plist version=\"1.0\">")
    }
    guard tag.name == "plist" else {
      return try finish(value(tag, depth: 0))
    }
    try skipMisc()
    guard !tag.isEmpty, let first = try startTag() else {
      throw FileProblem(file, tag.place, "the property list is empty")
    }
    let root = try value(first, depth: 0)
    try skipMisc()
    try endTag("plist", of: tag)
    return try finish(root)
  }

  private mutating func finish(_ root: PropertyValue) throws(FileProblem) -> PropertyValue {
    try skipMisc()
    guard cursor.isAtEnd else {
      throw FileProblem(file, cursor.place, "something follows the end of the property list")
    }
    return root
  }

  // MARK: - Values

  private mutating func value(_ tag: Tag, depth: Int) throws(FileProblem) -> PropertyValue {
    try limits.take(in: file, at: tag.place, depth: depth)
    switch tag.name {
    case "dict": return PropertyValue(.dictionary(try members(tag, depth)), at: tag.place)
    case "array": return PropertyValue(.array(try elements(tag, depth)), at: tag.place)
    case "true", "false":
      if !tag.isEmpty, !(try text(of: tag)).isEmpty {
        throw FileProblem(file, tag.place, "<\(tag.name)/> must be empty")
      }
      return PropertyValue(.boolean(tag.name == "true"), at: tag.place)
    case "string": return PropertyValue(.string(try text(of: tag)), at: tag.place)
    case "integer", "real": return try number(tag)
    case "date":
      _ = try text(of: tag)
      return PropertyValue(.date, at: tag.place)
    case "data":
      guard let bytes = Base64Text.bytes(try text(of: tag)) else {
        throw FileProblem(file, tag.place, "<data> is not base64")
      }
      return PropertyValue(.data(bytes), at: tag.place)
    default:
      throw FileProblem(
        file, tag.place, "<\(tag.name)> is not an element of a property list",
        suggestion: "values are dict, array, string, integer, real, true, false, date and data")
    }
  }

  private mutating func members(
    _ dictionary: Tag, _ depth: Int
  ) throws(FileProblem) -> [PropertyValue.Member] {
    var members: [PropertyValue.Member] = []
    var places: [ExactString: FilePlace] = [:]
    guard !dictionary.isEmpty else { return [] }
    while true {
      try skipMisc()
      if cursor.isAt("</") {
        try endTag("dict", of: dictionary)
        return members
      }
      guard let tag = try startTag() else { throw unfinished(dictionary) }
      guard tag.name == "key" else {
        throw FileProblem(
          file, tag.place, "<\(tag.name)> stands where a <key> must",
          suggestion: "in a <dict>, keys and values take turns")
      }
      let key = try text(of: tag)
      try skipMisc()
      let place = cursor.place
      guard !cursor.isAt("</"), let start = try startTag() else {
        throw FileProblem(file, place, "the key '\(key)' has no value")
      }
      if start.name == "key" {
        throw FileProblem(file, start.place, "the key '\(key)' has no value")
      }
      let value = try value(start, depth: depth + 1)
      if let first = places[key] {
        remarks.append(
          FileProblem(
            file, tag.place, "the key '\(key)' occurs twice, first in line \(first.line ?? 0)",
            suggestion: "readers differ in which one counts; remove one"))
      } else {
        places[key] = tag.place
        members.append(.init(key: key, place: tag.place, value: value))
      }
    }
  }

  private mutating func elements(
    _ array: Tag, _ depth: Int
  ) throws(FileProblem) -> [PropertyValue] {
    var elements: [PropertyValue] = []
    guard !array.isEmpty else { return [] }
    while true {
      try skipMisc()
      if cursor.isAt("</") {
        try endTag("array", of: array)
        return elements
      }
      guard let tag = try startTag() else { throw unfinished(array) }
      elements.append(try value(tag, depth: depth + 1))
    }
  }

  private mutating func number(_ tag: Tag) throws(FileProblem) -> PropertyValue {
    let words = try text(of: tag).split { $0.isWhitespace }
    let text = words.count == 1 ? String(words[0]) : ""
    if tag.name == "real" {
      if let value = Double(text) { return PropertyValue(.real(value), at: tag.place) }
    } else {
      let digits = text.hasPrefix("+") ? String(text.dropFirst()) : text
      let value =
        digits.hasPrefix("0x") ? Int(digits.dropFirst(2), radix: 16) : Int(digits)
      if let value { return PropertyValue(.integer(value), at: tag.place) }
      // What is beyond 63 bits is a number all the same.
      if let value = UInt(digits) { return PropertyValue(.real(Double(value)), at: tag.place) }
    }
    throw FileProblem(
      file, tag.place, "'\(text)' is not \(tag.name == "real" ? "a number" : "an integer")")
  }

  // MARK: - Markup

  /// Passes over spaces, comments, processing instructions and the document type.
  private mutating func skipMisc() throws(FileProblem) {
    while true {
      cursor.skipSpaces()
      let place = cursor.place
      if cursor.take("<!--") {
        guard cursor.take(until: "-->") != nil else {
          throw FileProblem(file, place, "the comment does not end")
        }
      } else if cursor.take("<?") {
        guard cursor.take(until: "?>") != nil else {
          throw FileProblem(file, place, "the processing instruction does not end")
        }
      } else if cursor.take("<!DOCTYPE") {
        try skipDocumentType(place)
      } else {
        return
      }
    }
  }

  private mutating func skipDocumentType(_ place: FilePlace) throws(FileProblem) {
    while let byte = cursor.next {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        cursor.advance()
        _ = cursor.take { $0 != byte }
        cursor.advance()
      case UInt8(ascii: "["):
        throw FileProblem(
          file, cursor.place, "the document type holds declarations, which are not read",
          suggestion: "remove the part in brackets: a property list needs no entities of its own")
      case UInt8(ascii: ">"):
        cursor.advance()
        return
      default: cursor.advance()
      }
    }
    throw FileProblem(file, place, "the document type does not end")
  }

  /// The start tag that comes next; nil if none does.
  private mutating func startTag() throws(FileProblem) -> Tag? {
    let place = cursor.place
    guard cursor.isAt("<"), !cursor.isAt("</") else {
      guard cursor.isAtEnd || cursor.isAt("<") else {
        throw FileProblem(
          file, place, "text stands where an element must",
          suggestion: cursor.isAt("#")
            ? "a preprocessor reads it first (INFOPLIST_PREPROCESS): audit the file that the build makes"
            : "texts belong into <key> and <string>")
      }
      return nil
    }
    cursor.advance()
    let name = String(decoding: cursor.take(while: XMLPropertyListReader.isName), as: UTF8.self)
    guard !name.isEmpty else { throw FileProblem(file, place, "'<' does not begin an element") }
    while let byte = cursor.next {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        cursor.advance()
        _ = cursor.take { $0 != byte }
        cursor.advance()
      case UInt8(ascii: "/") where cursor.isAt("/>"):
        cursor.advance(2)
        return Tag(name: name, place: place, isEmpty: true)
      case UInt8(ascii: ">"):
        cursor.advance()
        return Tag(name: name, place: place, isEmpty: false)
      default: cursor.advance()
      }
    }
    throw FileProblem(
      file, place, "the tag <\(name) does not end", suggestion: "see whether the file is cut off")
  }

  private mutating func endTag(_ name: String, of tag: Tag) throws(FileProblem) {
    let place = cursor.place
    guard cursor.take("</") else {
      if cursor.isAtEnd { throw unfinished(tag) }
      throw FileProblem(file, place, "</\(name)> is expected here")
    }
    let found = String(decoding: cursor.take(while: XMLPropertyListReader.isName), as: UTF8.self)
    cursor.skipSpaces()
    guard cursor.take(">"), found == name else {
      throw FileProblem(
        file, place, "</\(found)> stands where </\(name)> must",
        suggestion: "<\(name)> of \(tag.place.text(in: file)) is open here")
    }
  }

  /// The text of an element up to its end tag, with entities replaced.
  private mutating func text(of tag: Tag) throws(FileProblem) -> String {
    guard !tag.isEmpty else { return "" }
    var text: [UInt8] = []
    while let byte = cursor.next {
      if cursor.isAt("</") {
        try endTag(tag.name, of: tag)
        return String(decoding: text, as: UTF8.self)
      }
      let place = cursor.place
      switch byte {
      case UInt8(ascii: "&"): try entity(to: &text)
      case UInt8(ascii: "<") where cursor.take("<![CDATA["):
        guard let data = cursor.take(until: "]]>") else {
          throw FileProblem(file, place, "the CDATA section does not end")
        }
        text += data
      case UInt8(ascii: "<") where cursor.take("<!--"):
        guard cursor.take(until: "-->") != nil else {
          throw FileProblem(file, place, "the comment does not end")
        }
      case UInt8(ascii: "<"):
        throw FileProblem(file, place, "<\(tag.name)> holds an element; it can hold only text")
      default: text += cursor.take { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
      }
    }
    throw unfinished(tag)
  }

  private mutating func entity(to text: inout [UInt8]) throws(FileProblem) {
    let place = cursor.place
    cursor.advance()
    let name = String(
      decoding: cursor.take { XMLPropertyListReader.isName($0) || $0 == UInt8(ascii: "#") },
      as: UTF8.self)
    guard cursor.take(";"), let scalar = XMLPropertyListReader.scalar(name) else {
      throw FileProblem(
        file, place, "'&\(name)' is not an entity of XML", suggestion: "write &amp; for '&'")
    }
    text.append(contentsOf: UTF8.encode(scalar)!)
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    default:
      if name.hasPrefix("#x") {
        UInt32(name.dropFirst(2), radix: 16).flatMap(visible)
      } else if name.hasPrefix("#") {
        UInt32(name.dropFirst()).flatMap(visible)
      } else {
        nil
      }
    }
  }

  /// The character of a number, if text may have it.
  private static func visible(_ number: UInt32) -> Unicode.Scalar? {
    number >= 0x20 || number == 9 || number == 10 || number == 13 ? Unicode.Scalar(number) : nil
  }

  private func unfinished(_ tag: Tag) -> FileProblem {
    FileProblem(
      file, tag.place, "<\(tag.name)> does not end", suggestion: "see whether the file is cut off")
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: ":"), UInt8(ascii: "."), 0x80...0xFF:
      true
    default: false
    }
  }
}
