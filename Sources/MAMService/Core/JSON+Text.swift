internal import ExactText
import JSONText

extension JSON {
  /// A string or null.
  init(_ text: String?) { self = text.map(JSON.string) ?? .null }
}
