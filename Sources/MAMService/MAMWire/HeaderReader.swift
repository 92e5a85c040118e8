internal import ExactText
import Glibc

/// Reads the header of a request over that of the one before on the same connection.
///
/// Clients send mostly the same fields again and again. One that has not changed is taken from the header
/// before, and with it the memory that the journal has it in.
package struct HeaderReader {
  private var fields: [HeaderField]
  private var count = 0

  /// A reader that knows the header before; empty for none.
  package init(knowing fields: [HeaderField]) { self.fields = fields }

  /// Takes the next field.
  package mutating func take(
    _ name: UnsafeBufferPointer<CChar>, _ value: UnsafeBufferPointer<CChar>
  ) {
    defer { count += 1 }
    guard count < fields.count else { return fields.append(HeaderField(name, value)) }
    if !fields[count].isSame(name, value) { fields[count] = HeaderField(name, value) }
  }

  /// The header, once every field has been taken.
  package consuming func finished() -> [HeaderField] {
    fields.removeLast(fields.count - count)
    return fields
  }
}

extension HeaderField {
  fileprivate init(
    _ name: UnsafeBufferPointer<CChar>, _ value: UnsafeBufferPointer<CChar>
  ) {
    self.init(String(bytes: name), String(bytes: value))
  }

  fileprivate func isSame(
    _ name: UnsafeBufferPointer<CChar>, _ value: UnsafeBufferPointer<CChar>
  ) -> Bool {
    self.name.hasBytes(name) && self.value.hasBytes(value)
  }
}

extension String {
  /// A string of bytes; what is not UTF-8 is replaced.
  package init(bytes: UnsafeBufferPointer<CChar>) {
    self = bytes.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
  }

  /// True if the text consists of just these bytes.
  package func hasBytes(_ bytes: UnsafeBufferPointer<CChar>) -> Bool {
    guard utf8.count == bytes.count else { return false }
    guard let start = bytes.baseAddress, bytes.count > 0 else { return true }
    // The strings of Swift itself have their bytes in a row; the other path is as right, only slower.
    let isSame = utf8.withContiguousStorageIfAvailable {
      memcmp($0.baseAddress!, start, bytes.count) == 0
    }
    return isSame ?? bytes.withMemoryRebound(to: UInt8.self) { utf8.elementsEqual($0) }
  }
}
