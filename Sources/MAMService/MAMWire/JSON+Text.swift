internal import ExactText
package import JSONText

extension JSON {
  /// A string or null.
  package init(_ text: String?) { self = text.map(JSON.string) ?? .null }
}
