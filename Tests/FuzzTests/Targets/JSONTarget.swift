import JSONText

/// Whatever is read is written as JSON that reads as the same value.
enum JSONTarget {
  static func run(_ input: [UInt8]) throws(Finding) {
    let value: JSON
    do throws(JSONError) {
      value = try JSON(parsing: input[...])
    } catch {
      try Finding.unless(
        0...input.count ~= error.offset, "the error lies outside of the text: \(error)")
      return
    }
    let text = try JSONTarget.written(value)
    var pretty = Array(value.prettyText.utf8)
    try Finding.unless(pretty.popLast() == 0x0A, "the indented text has no final line feed")
    let again = try JSONTarget.read(pretty)
    try Finding.unless(again == value, "the indented text is another value")
    try Finding.unless(
      try JSONTarget.written(again) == text, "the indented text is another value, byte for byte")
  }

  /// The compact text of a value, which reads as the same value and is written as the same bytes.
  static func written(_ value: JSON) throws(Finding) -> [UInt8] {
    var text: [UInt8] = []
    value.write(to: &text)
    try Finding.unless(
      String(validating: text, as: UTF8.self) != nil, "what is written is not UTF-8")
    try Finding.unless(!text.contains { $0 < 0x20 }, "a control character is written as it is")
    let again = try read(text)
    try Finding.unless(again == value, "what is written is another value")
    var second: [UInt8] = []
    again.write(to: &second)
    try Finding.unless(second == text, "what is written is another value, byte for byte")
    return text
  }

  private static func read(_ text: [UInt8]) throws(Finding) -> JSON {
    do throws(JSONError) {
      return try JSON(parsing: text[...])
    } catch {
      throw Finding("what is written cannot be read: \(error)")
    }
  }
}
