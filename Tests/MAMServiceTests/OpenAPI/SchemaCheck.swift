import Foundation
import JSONText

/// The part of JSON Schema 2020-12 that the description uses; a keyword that is not known is a complaint.
struct SchemaCheck {
  private let description: ServiceDescription
  private static let known: Set = [
    "$ref", "type", "const", "enum", "required", "properties", "additionalProperties", "items",
    "oneOf", "allOf", "minLength", "minimum", "pattern", "format", "description", "examples",
    "discriminator",
  ]

  init(_ description: ServiceDescription) { self.description = description }

  func complaints(_ value: JSON, _ schema: JSON, at path: String) -> [String] {
    let schema = description.resolved(schema)
    guard let keywords = schema.object else { return ["\(path): no such schema"] }
    var found = keywords.members.map(\.name).filter { !SchemaCheck.known.contains($0) }
      .map { "\(path): the keyword \($0) is not known" }
    if let types = schema["type"], !has(value, types.array ?? [types]) {
      found.append("\(path): \(value.text) is no \(types.text)")
    }
    if let constant = schema["const"], constant != value {
      found.append("\(path): \(value.text) is not \(constant.text)")
    }
    if let allowed = schema["enum"]?.array, !allowed.contains(value) {
      found.append("\(path): \(value.text) is none of the allowed")
    }
    found += textComplaints(value, schema, at: path)
    if let minimum = schema["minimum"]?.int, (value.int ?? minimum) < minimum {
      found.append("\(path): less than \(minimum)")
    }
    for part in schema["allOf"]?.array ?? [] { found += complaints(value, part, at: path) }
    if let choices = schema["oneOf"]?.array {
      let fitting = choices.count { complaints(value, $0, at: path).isEmpty }
      if fitting != 1 { found.append("\(path): \(value.text) fits \(fitting) of the choices") }
    }
    return found + memberComplaints(value, schema, at: path)
  }

  private func textComplaints(_ value: JSON, _ schema: JSON, at path: String) -> [String] {
    guard let text = value.string else { return [] }
    var found: [String] = []
    if text.count < schema["minLength"]?.int ?? 0 { found.append("\(path): too short") }
    if schema["format"] == "uri", URL(string: text)?.scheme == nil {
      found.append("\(path): \(text) is not a URI")
    }
    if let pattern = schema["pattern"]?.string,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      found.append("\(path): \(text) does not fit \(pattern)")
    }
    return found
  }

  private func memberComplaints(_ value: JSON, _ schema: JSON, at path: String) -> [String] {
    var found: [String] = []
    if let object = value.object {
      for name in schema["required"]?.array ?? [] where object[name.string ?? ""] == nil {
        found.append("\(path): \(name.text) is missing")
      }
      for member in object.members {
        let inner = "\(path).\(member.name)"
        if let known = schema["properties"]?[member.name] {
          found += complaints(member.value, known, at: inner)
        } else if schema["additionalProperties"] == .bool(false) {
          found.append("\(inner): not described")
        } else if let other = schema["additionalProperties"] {
          found += complaints(member.value, other, at: inner)
        }
      }
    }
    for (index, element) in (value.array ?? []).enumerated() {
      if let items = schema["items"] {
        found += complaints(element, items, at: "\(path)[\(index)]")
      }
    }
    return found
  }

  private func has(_ value: JSON, _ types: [JSON]) -> Bool {
    types.contains { type in
      switch (type.string, value) {
      case ("object", .object), ("array", .array), ("string", .string), ("integer", .int),
        ("boolean", .bool), ("null", .null):
        true
      default: false
      }
    }
  }
}
