import JSONText

/// The part of JSON Schema that this project's own schemas use.
struct SchemaCheck {
  let root: JSON

  init(_ root: JSON) { self.root = root }

  func complaints(_ value: JSON) -> [String] { complaints(value, root, at: "$") }

  private func complaints(_ value: JSON, _ schema: JSON, at path: String) -> [String] {
    if let reference = schema["$ref"]?.string {
      let name = String(reference.dropFirst("#/$defs/".count))
      guard let target = root["$defs"]?[name] else { return ["\(path): no schema \(reference)"] }
      return complaints(value, target, at: path)
    }
    var found: [String] = []
    if let type = schema["type"]?.string, !has(value, type) { found.append("\(path): no \(type)") }
    if let constant = schema["const"], constant != value {
      found.append("\(path): not \(constant)")
    }
    if let allowed = schema["enum"]?.array, !allowed.contains(value) {
      found.append("\(path): \(value.text) is none of the allowed")
    }
    if let object = value.object {
      for name in schema["required"]?.array ?? [] where object[name.string ?? ""] == nil {
        found.append("\(path): \(name.text) is missing")
      }
      for member in object.members {
        let inner = "\(path).\(member.name)"
        if let known = schema["properties"]?[member.name] {
          found += complaints(member.value, known, at: inner)
        } else if schema["additionalProperties"] == .bool(false) {
          found.append("\(inner): unknown")
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

  private func has(_ value: JSON, _ type: String) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("integer", .int),
      ("number", .int), ("number", .double), ("boolean", .bool):
      true
    default: false
    }
  }
}
