import CaseModel
import Foundation
import JSONText
import ServiceProtocol
import StepProtocol
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

  @Test
  func `suites, cases and steps have the keys of the loader, and every verb its own`() {
    let definitions = schema["$defs"]
    #expect(keys(schema) == Set(Vocabulary.suiteKeys))
    #expect(keys(definitions?["case"]) == Set(Vocabulary.caseKeys))
    #expect(
      keys(definitions?["step"]) == Set(Vocabulary.verbNames + Vocabulary.stepKeys))
    let steps = definitions?["step"]?["properties"]
    for verb in Vocabulary.actions {
      #expect(keys(steps?[verb.name]) == Set(verb.keys), "\(verb.name)")
    }
    let members =
      EventName.allCases.flatMap(\.members).map(\.name) + Vocabulary.lifeKeys
      + Vocabulary.requestKeys
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

  @Test
  func `words are those of the loader`() {
    let definitions = schema["$defs"]
    let steps = definitions?["step"]?["properties"]
    func property(_ verb: String, _ key: String) -> Set<String> {
      let found = alternatives(steps?[verb]).compactMap { $0["properties"]?[key] }
      return found.reduce(into: []) { $0.formUnion(words($1)) }
    }
    func all<Word: RawRepresentable<String>>(_ words: [Word]) -> Set<String> {
      Set(words.map(\.rawValue))
    }
    #expect(property("call", "api") == all(APIName.allCases))
    #expect(property("fault", "kind") == all(FaultKind.ofCases))
    #expect(property("fault", "endpoint") == all(Endpoint.ofApps))
    #expect(property("fault", "code") == all(ErrorCode.ofCases))
    #expect(property("user", "prompt") == all(PromptKind.allCases))
    #expect(property("user", "action") == all(PromptAction.allCases))
    #expect(property("file", "do") == all(FileOperation.allCases))
    #expect(property("complete", "callback") == all(KeptHandler.allCases))
    #expect(property("kill", "callback") == all(Callback.allCases))
    #expect(property("kill", "point") == all(HoldPoint.allCases))
    #expect(property("launch", "state").isSubset(of: all(LifecycleState.allCases)))
    #expect(words(steps?["service"]) == all(ServiceAction.allCases))
    let answers = alternatives(definitions?["answers"]).compactMap { $0["properties"]?.object }
    #expect(words(answers.first?["conditionalLaunch"]) == all(ConditionalLaunchAnswer.allCases))
    let any = [Vocabulary.anyName]
    #expect(property("expect", "event") == all(EventName.allCases).union(any))
    #expect(property("none", "request") == Set(Vocabulary.endpoints + any))
    #expect(property("quiet", "life") == Set(Vocabulary.life + any))
  }

  @Test
  func `every event's members are those of the loader`() {
    let common = Vocabulary.patternKeys + ["count", "for"]
    var found: [String: Set<String>] = [:]
    for condition in schema["$defs"]?["patternKind"]?["allOf"]?.array ?? [] {
      let names = condition["then"]?["propertyNames"]?["enum"]?.array ?? []
      guard let event = condition["if"]?["properties"]?["event"]?["const"]?.string else { continue }
      found[event] = Set(names.compactMap(\.string))
    }
    #expect(found.count == EventName.allCases.count)
    for event in EventName.allCases {
      #expect(found[event.rawValue] == Set(common + event.members.map(\.name)), "\(event)")
    }
  }
}
