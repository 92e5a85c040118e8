import Foundation
import JSONText

/// The public schema of the Debug Adapter Protocol, as far as it uses JSON Schema (draft 4).
struct ProtocolSchema {
  /// Where the schema is; it is not part of this project, so the machine may not have it: named by
  /// `MAMCONFORM_DAP_SCHEMA`, or in the folder `shared` beside the checkout.
  static let path: String? = {
    if let named = ProcessInfo.processInfo.environment["MAMCONFORM_DAP_SCHEMA"] { return named }
    let beside = URL(filePath: #filePath)
      .appending(path: "../../../../shared/schemas/debugAdapterProtocol.json").standardized.path
    return FileManager.default.fileExists(atPath: beside) ? beside : nil
  }()

  private let definitions: JSON

  /// Reads the schema; nil if this machine does not have it.
  init?() throws {
    guard let path = Self.path else { return nil }
    let bytes = try Data(contentsOf: URL(filePath: path))
    definitions = try JSON(parsing: [UInt8](bytes)[...])["definitions"] ?? [:]
  }

  /// What is wrong with a message; `answered` is the command of the request to which a response belongs.
  func complaints(_ message: JSON) -> [String] {
    let name: String
    switch message["type"]?.string {
    case "request": name = Self.title(message["command"]?.string) + "Request"
    case "event": name = Self.title(message["event"]?.string) + "Event"
    case "response":
      name =
        message["success"] == true
        ? Self.title(message["command"]?.string) + "Response" : "ErrorResponse"
    default: return ["a message has no type"]
    }
    guard let definition = definitions[name] else { return ["the protocol has no \(name)"] }
    return complaints(message, definition, at: name)
  }

  private static func title(_ word: String?) -> String {
    guard let word, let first = word.first else { return "?" }
    return first.uppercased() + word.dropFirst()
  }

  private func complaints(_ value: JSON, _ schema: JSON, at path: String) -> [String] {
    if let reference = schema["$ref"]?.string {
      let name = String(reference.dropFirst("#/definitions/".count))
      guard let target = definitions[name] else { return ["\(path): no schema \(name)"] }
      return complaints(value, target, at: path)
    }
    var found: [String] = []
    for part in schema["allOf"]?.array ?? [] { found += complaints(value, part, at: path) }
    if let alternatives = schema["oneOf"]?.array ?? schema["anyOf"]?.array,
      !alternatives.contains(where: { complaints(value, $0, at: path).isEmpty })
    {
      found.append("\(path): none of the alternatives")
    }
    let types =
      schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string].compactMap(\.self)
    if !types.isEmpty, !types.contains(where: { Self.has(value, $0) }) {
      found.append("\(path): \(value.text) is no \(types.joined(separator: " or "))")
    }
    if let allowed = schema["enum"]?.array, !allowed.contains(value) {
      found.append("\(path): \(value.text) is none of the allowed")
    }
    if let object = value.object {
      for name in schema["required"]?.array ?? [] where object[name.string ?? ""] == nil {
        found.append("\(path): \(name.text) is missing")
      }
      for member in object.members {
        if let known = schema["properties"]?[member.name] {
          found += complaints(member.value, known, at: "\(path).\(member.name)")
        }
      }
    }
    if let items = schema["items"] {
      for (index, element) in (value.array ?? []).enumerated() {
        found += complaints(element, items, at: "\(path)[\(index)]")
      }
    }
    return found
  }

  private static func has(_ value: JSON, _ type: String) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("integer", .int),
      ("number", .int), ("number", .double), ("boolean", .bool), ("null", .null):
      true
    default: false
    }
  }
}
