internal import ExactText
package import JSONText

/// A file (`Source`).
package struct Source: Equatable, Sendable {
  package var name: String
  package var path: String

  package var json: JSON { ["name": .string(name), "path": .string(path)] }
}

/// A participant (`Thread`).
package struct ThreadItem: Equatable, Sendable {
  package var id: Int
  package var name: String

  package var json: JSON { ["id": .int(id), "name": .string(name)] }
}

/// Where a participant is: a step of the case, an activation, a request (`StackFrame`).
package struct StackFrame: Equatable, Sendable {
  package var id: Int
  package var name: String
  package var source: Source?
  /// From 1; 0 without a source.
  package var line = 0
  package var column = 0

  package var json: JSON {
    var object: JSONObject = ["id": .int(id), "name": .string(name)]
    if let source { object.append("source", source.json) }
    object.append("line", .int(line))
    object.append("column", .int(column))
    return .object(object)
  }
}

/// A group of variables (`Scope`).
package struct Scope: Equatable, Sendable {
  package var name: String
  package var reference: Int
  /// True if looking takes time.
  package var isExpensive = false

  package var json: JSON {
    [
      "name": .string(name), "variablesReference": .int(reference),
      "expensive": .bool(isExpensive),
    ]
  }
}

/// A name and a value, which may have members (`Variable`).
package struct Variable: Equatable, Sendable {
  package var name: String
  package var value: String
  /// What `variables` asks for its members with; 0 for none.
  package var reference = 0
  /// What `evaluate` takes for it; nil if it takes nothing.
  package var expression: String?
  /// True if it cannot be set.
  package var isReadOnly = true

  package var json: JSON {
    var object: JSONObject = [
      "name": .string(name), "value": .string(value), "variablesReference": .int(reference),
    ]
    if let expression { object.append("evaluateName", .string(expression)) }
    if isReadOnly { object.append("presentationHint", ["attributes": ["readOnly"]]) }
    return .object(object)
  }
}

/// What has become of a breakpoint (`Breakpoint`).
package struct BreakpointState: Equatable, Sendable {
  package var id: Int
  package var isVerified: Bool
  /// Why it is where it is, or why it is not.
  package var message: String?
  package var source: Source?
  package var line: Int?

  package var json: JSON {
    var object: JSONObject = ["id": .int(id), "verified": .bool(isVerified)]
    if let message { object.append("message", .string(message)) }
    if let source { object.append("source", source.json) }
    if let line { object.append("line", .int(line)) }
    return .object(object)
  }
}

/// Somewhere to go (`GotoTarget`).
package struct GotoTarget: Equatable, Sendable {
  package var id: Int
  package var label: String
  package var line: Int

  package var json: JSON {
    ["id": .int(id), "label": .string(label), "line": .int(line)]
  }
}

/// How a word that has begun may go on (`CompletionItem`).
package struct CompletionItem: Equatable, Sendable {
  package var label: String
  /// The place of what is replaced, in characters from 0, and how many they are.
  package var start: Int
  package var length: Int

  package var json: JSON {
    ["label": .string(label), "start": .int(start), "length": .int(length), "type": "text"]
  }
}
