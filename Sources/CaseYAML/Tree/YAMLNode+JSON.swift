package import CaseModel
internal import ExactText
package import JSONText

extension YAMLNode {
  /// The value a plain scalar stands for: null, booleans and decimal integers of the YAML 1.2 core
  /// schema; any other text, also `yes`, `1.0` and `24 h`, stands for itself.
  static func typed(_ text: String) -> JSON {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default:
      guard let first = text.utf8.first, first <= UInt8(ascii: "9"), first >= UInt8(ascii: "+"),
        let value = Int(text)
      else { return .string(text) }
      return .int(value)
    }
  }

  /// The value as JSON; `replace` may substitute another string for a plain one.
  package func json(replacing replace: (String) -> String? = { _ in nil }) -> JSON {
    switch content {
    case .scalar(let text, isPlain: false): return .string(text)
    case .scalar(let text, isPlain: true):
      if let other = replace(text) { return .string(other) }
      return YAMLNode.typed(text)
    case .sequence(let elements): return .array(elements.map { $0.json(replacing: replace) })
    case .mapping(let members):
      var object = JSONObject()
      for member in members { object.append(member.name, member.value.json(replacing: replace)) }
      return .object(object)
    }
  }

  /// What the value is, in the words of messages.
  var kind: String {
    switch content {
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .scalar(_, isPlain: false): "a string"
    case .scalar(let text, isPlain: true):
      switch YAMLNode.typed(text) {
      case .null: "null"
      case .bool: "a boolean"
      case .int: "an integer"
      default: "a string"
      }
    }
  }

  /// The tree of a file, and what is wrong with the file; the tree is nil if it cannot be read at
  /// all, and must not be relied on if any diagnostic is an error.
  package static func load(path: String) -> (node: YAMLNode?, diagnostics: [Diagnostic]) {
    let diagnostics = Diagnostics()
    let node = read(path: path, diagnostics: diagnostics)
    return (node, diagnostics.all)
  }

  /// The tree of a string, with what is wrong with it; the name stands for the file in diagnostics.
  package static func load(
    text: String, name: String
  ) -> (node: YAMLNode?, diagnostics: [Diagnostic]) {
    let diagnostics = Diagnostics()
    let node = YAMLReader.read(Array(text.utf8), file: name, diagnostics: diagnostics)
    return (node, diagnostics.all)
  }

  /// The tree of a file; nil, with the reason added to `diagnostics`, if it cannot be read.
  static func read(path: String, diagnostics: Diagnostics) -> YAMLNode? {
    do throws(Diagnostic) {
      return YAMLReader.read(try TextFile.read(path), file: path, diagnostics: diagnostics)
    } catch {
      diagnostics.add(error)
      return nil
    }
  }
}
