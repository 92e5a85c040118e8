import CaseModel
import Foundation
import JSONText
import ServiceProtocol
import Testing

@testable import CaseYAML

/// What is said of standing checks that cannot be read.
@Suite struct StandingMessageTests {
  private func messages(_ members: String, id: String = "always-so") throws -> [String] {
    let world = try String(contentsOfFile: "\(repository)/suites/world.yaml", encoding: .utf8)
    let rules = "standing:\n  - {id: \(id), title: So it is, \(members)}\n"
    return try withFolder([
      "world.yaml": world, "s.yaml": suite("- launch: mail"), "standing/r.yaml": rules,
    ]) { folder in
      SuiteLoader.load(paths: ["\(folder)/s.yaml"], contract: contract).messages
        .filter { $0.hasPrefix("r.yaml") }
    }
  }

  @Test(arguments: [
    ("proves: [ENR-009], when: {event: log}", "'always-so' needs exactly one of 'has', 'returns'"),
    (
      "proves: [ENR-009], when: {event: log}, has: {text: a}, none: {event: log}",
      "'always-so' needs exactly one of"
    ),
    ("proves: [ENR-009], has: {text: a}", "'always-so' needs the key 'when'"),
    (
      "proves: [ENR-009], when: {event: log}, has: {text: $what}", "unknown variable '$what'"
    ),
    (
      "proves: [ENR-009], when: {event: log}, has: {text: a}, until: {event: log}",
      "'until' does not go with 'has'"
    ),
    (
      "proves: [ENR-009], when: {event: log}, expect: {event: log}",
      "'always-so' needs the key 'within'"
    ),
    (
      "proves: [ENR-009], when: {event: log, app: mail}, none: {event: log}",
      "'app' takes only 'any' in a standing check, which cannot name an app"
    ),
    (
      "proves: [ENR-009], when: {event: log}, returns: true",
      "'returns' needs the call: 'when' with one 'message'"
    ),
    ("proves: [ENR-909], when: {event: log}, has: {text: a}", "unknown requirement 'ENR-909'"),
    (
      "proves: [ENR-009], when: {message: registerAcount}, none: {event: log}",
      "unknown operation or API 'registerAcount'"
    ),
    (
      "proves: [ENR-009], when: {message: registerAndEnrollAccount, idenity: $who}, none: {event: log}",
      "'registerAndEnrollAccount' has no member 'idenity'; did you mean 'identity'?"
    ),
    (
      "proves: [ENR-009], when: {event: enrollmentRequest, status: 1}, none: {event: log}",
      "'enrollmentRequest' has no member 'status'"
    ),
    (
      "proves: [ENR-009], when: {event: log, level: $l}, where: {$m: info}, none: {event: log}",
      "unknown variable '$m'"
    ),
    ("proves: [ENR-009], wen: {event: log}, none: {event: log}", "unknown key 'wen'"),
  ])
  func `a mistake is named with its place`(_ members: String, _ message: String) throws {
    let messages = try messages(members)
    #expect(messages.contains { $0.contains(message) }, "\(messages)")
  }

  @Test func `the ID of a standing check begins with always, and that of no other`() throws {
    let mistaken = try messages("proves: [ENR-009], when: {event: log}, has: {text: a}", id: "so")
    #expect(mistaken.contains { $0.contains("the ID of a standing check begins with 'always-'") })
    let loaded = try load(
      suite("- expect: {life: launched}\n  check: always-so\n  proves: [ENR-009]"))
    #expect(loaded.messages.contains { $0.contains("must not begin with 'always-'") })
  }

  @Test func `an ID is given once, in whichever file`() throws {
    let world = try String(contentsOfFile: "\(repository)/suites/world.yaml", encoding: .utf8)
    let rule =
      "standing: [{id: always-so, title: So, proves: [ENR-009], when: {event: log}, has: {text: a}}]"
    try withFolder([
      "world.yaml": world, "s.yaml": suite("- launch: mail"), "standing/a.yaml": rule,
      "standing/b.yaml": rule,
    ]) { folder in
      let messages = SuiteLoader.load(paths: ["\(folder)/s.yaml"], contract: contract).messages
      #expect(messages.contains { $0.contains("'always-so' is defined twice") })
    }
  }

  @Test func `a file of standing checks can be checked by itself`() throws {
    try withFolder(["standing/a.yaml": "standing: [{id: always-so, title: So}]"]) { folder in
      let loaded = SuiteLoader.load(paths: ["\(folder)/standing/a.yaml"], contract: contract)
      #expect(loaded.messages.contains { $0.contains("needs the key 'proves'") })
    }
  }

  @Test func `the members of messages are those of the step protocol`() throws {
    let path = "\(repository)/suites/schemas/step-protocol.schema.json"
    let schema = try JSON(parsing: String(contentsOfFile: path, encoding: .utf8))
    var names: Set<String> = []
    for definition in schema["$defs"]?.object?.members ?? []
    where definition.name.hasPrefix("args.") {
      names.formUnion(definition.value["properties"]?.object?.members.map(\.name) ?? [])
    }
    #expect(names == Set(Vocabulary.messageKeys))
  }

  @Test func `the schema has the keys and kinds of the loader`() throws {
    let path = "\(repository)/suites/schemas/standing.schema.json"
    let schema = try JSON(parsing: String(contentsOfFile: path, encoding: .utf8))
    let check = schema["$defs"]?["check"]?["properties"]?.object?.members.map(\.name) ?? []
    #expect(check.sorted() == StandingReader.keys.sorted())
    let kinds = schema["$defs"]?["pattern"]?["properties"]?.object?.members.map(\.name) ?? []
    #expect(Set(kinds) == Set(RecordKind.allCases.map(\.rawValue) + ["app"]))
  }
}
