import Foundation
import JSONText
import Testing

@testable import CaseYAML

/// The published schema knows the same words as the loader, so that editors and linter agree.
@Suite("JSON Schema of suites")
struct SchemaTests {
  private let schema: JSON

  init() throws {
    let path = "\(repository)/suites/schemas/suite.schema.json"
    schema = try JSON(parsing: String(contentsOfFile: path, encoding: .utf8))
  }

  /// The schemas that a schema allows: itself, its alternatives, and what they refer to.
  private func alternatives(_ node: JSON?) -> [JSON] {
    guard let node else { return [] }
    if let reference = node["$ref"]?.string {
      return alternatives(schema["$defs"]?[String(reference.dropFirst("#/$defs/".count))])
    }
    let nested = (node["anyOf"]?.array ?? []) + (node["oneOf"]?.array ?? [])
    return [node] + nested.flatMap { alternatives($0) } + alternatives(node["items"])
  }

  /// The names of the members that a schema allows.
  private func keys(_ node: JSON?) -> Set<String> {
    Set(
      alternatives(node).flatMap { node in
        (node["properties"]?.object?.members ?? []).map(\.name)
      })
  }

  /// The words that a schema allows.
  private func words(_ node: JSON?) -> Set<String> {
    Set(alternatives(node).flatMap { ($0["enum"]?.array ?? []).compactMap(\.string) })
  }

  @Test("Suites, cases and steps have the keys of the loader, and every verb its own")
  func keys() {
    let definitions = schema["$defs"]
    #expect(keys(schema) == Set(Vocabulary.suiteKeys))
    #expect(keys(definitions?["case"]) == Set(Vocabulary.caseKeys))
    #expect(
      keys(definitions?["step"]) == Set(Vocabulary.verbNames + Vocabulary.stepKeys))
    let steps = definitions?["step"]?["properties"]
    for verb in Vocabulary.actions {
      #expect(keys(steps?[verb.name]) == Set(verb.keys), "\(verb.name)")
    }
    let members = Vocabulary.events.flatMap(\.keys) + Vocabulary.lifeKeys + Vocabulary.requestKeys
    for verb in Vocabulary.checks {
      #expect(keys(steps?[verb.name]) == Set(verb.keys + members), "\(verb.name)")
    }
    let world = definitions?["world"]?["properties"]
    #expect(keys(definitions?["world"]) == Set(Vocabulary.world.map(\.name)))
    for section in Vocabulary.world {
      #expect(
        keys(world?[section.name]?["additionalProperties"]) == Set(section.keys),
        "\(section.name)")
    }
    #expect(keys(definitions?["managed"]) == Set(Vocabulary.managedKeys))
    #expect(keys(definitions?["delegates"]) == Set(Vocabulary.delegates))
    #expect(keys(definitions?["answers"]) == Set(Vocabulary.answerKeys))
  }

  @Test("Words are those of the loader")
  func words() {
    let definitions = schema["$defs"]
    let steps = definitions?["step"]?["properties"]
    func property(_ verb: String, _ key: String) -> Set<String> {
      let found = alternatives(steps?[verb]).compactMap { $0["properties"]?[key] }
      return found.reduce(into: []) { $0.formUnion(words($1)) }
    }
    #expect(property("call", "api") == Set(Vocabulary.apis))
    #expect(property("fault", "kind") == Set(Vocabulary.faults.map(\.name)))
    #expect(property("fault", "endpoint") == Set(Vocabulary.endpoints))
    #expect(property("fault", "code") == Set(Vocabulary.errorCodes))
    #expect(property("user", "prompt") == Set(Vocabulary.prompts))
    #expect(property("user", "action") == Set(Vocabulary.userActions))
    #expect(property("file", "do") == Set(Vocabulary.fileOperations))
    #expect(property("complete", "callback") == Set(Vocabulary.keptHandlers))
    #expect(property("kill", "callback") == Set(Vocabulary.callbacks))
    let any = [Vocabulary.anyName]
    #expect(property("expect", "event") == Set(Vocabulary.events.map(\.name) + any))
    #expect(property("none", "request") == Set(Vocabulary.endpoints + any))
    #expect(property("quiet", "life") == Set(Vocabulary.life + any))
  }

  @Test("Every event's members are those of the loader")
  func events() {
    let common = Vocabulary.patternKeys + ["count", "for"]
    var found: [String: Set<String>] = [:]
    for condition in schema["$defs"]?["patternKind"]?["allOf"]?.array ?? [] {
      let names = condition["then"]?["propertyNames"]?["enum"]?.array ?? []
      guard let event = condition["if"]?["properties"]?["event"]?["const"]?.string else { continue }
      found[event] = Set(names.compactMap(\.string))
    }
    for event in Vocabulary.events {
      #expect(found[event.name] == Set(common + event.keys), "\(event.name)")
    }
  }
}
