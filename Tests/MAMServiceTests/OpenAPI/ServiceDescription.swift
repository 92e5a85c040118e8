import Foundation
import JSONText

/// `suites/schemas/service.openapi.json`, read.
struct ServiceDescription {
  let root: JSON
  let operations: [Operation]

  /// One operation of the description.
  struct Operation {
    let path: String
    let method: String
    let json: JSON
    var id: String { json["operationId"]?.string ?? "" }
  }

  /// What tells two answers apart: the operation, the status, and the error code, or the `result` of a
  /// check-in; an empty text if there is neither.
  struct Answer: Hashable, Comparable, CustomStringConvertible {
    let operation: String
    let status: Int
    let word: String
    var description: String { "\(operation) \(status) \(word)" }
    static func < (left: Answer, right: Answer) -> Bool { left.description < right.description }
  }

  init() throws {
    let file = URL(filePath: #filePath)
      .appending(path: "../../../../suites/schemas/service.openapi.json").standardized
    root = try JSON(parsing: String(contentsOf: file, encoding: .utf8))
    operations = (root["paths"]?.object?.members ?? []).flatMap { path in
      (path.value.object?.members ?? []).map {
        Operation(path: path.name, method: $0.name.uppercased(), json: $0.value)
      }
    }
  }

  /// What a `$ref` refers to; anything else stands for itself.
  func resolved(_ json: JSON) -> JSON {
    guard let reference = json["$ref"]?.string else { return json }
    return reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] ?? .null }
  }

  /// The answer of an operation with a status, if there is any.
  func response(_ operation: String, _ status: Int) -> JSON? {
    operations.first { $0.id == operation }?.json["responses"]?["\(status)"].map(resolved)
  }

  /// The schema of an answer's body.
  func schema(_ operation: String, _ status: Int) -> JSON? {
    response(operation, status)?["content"]?["application/json"]?["schema"]
  }

  /// Every answer that is described.
  var answers: Set<Answer> {
    var answers: Set<Answer> = []
    for operation in operations {
      for member in operation.json["responses"]?.object?.members ?? [] {
        let status = Int(member.name) ?? 0
        for word in words(schema(operation.id, status) ?? .null) {
          answers.insert(Answer(operation: operation.id, status: status, word: word))
        }
      }
    }
    return answers
  }

  /// The error codes or results that a schema allows.
  private func words(_ schema: JSON) -> [String] {
    let schema = resolved(schema)
    if let choices = schema["oneOf"]?.array { return choices.flatMap(words) }
    let error = schema["properties"]?["error"]
    guard let word = error?["properties"]?["code"] ?? error ?? schema["properties"]?["result"]
    else { return [""] }
    return (word["enum"]?.array ?? [word["const"] ?? .null]).map { $0.string ?? "?" }
  }

  /// What is wrong with a value that should fit a schema; empty if it fits.
  func complaints(_ value: JSON, _ schema: JSON) -> [String] {
    SchemaCheck(self).complaints(value, schema, at: "$")
  }
}
