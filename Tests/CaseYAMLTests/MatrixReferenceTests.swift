import CaseModel
import CaseYAML
import Contract
import Foundation
import JSONText
import Testing
import VirtualTime

/// Axes that refer to others, checks that look further than their window, and files of cases beside broken ones.
@Suite("References in a case")
struct MatrixReferenceTests {
  private static let check = "- none: {request: enroll}\n  check: a\n  proves: [ENR-009]"

  @Test
  func `an axis takes its values, their members and their number from the axes above it`() throws {
    let loaded = try load(
      suite(
        "- launch: mail\n- advance: \"${wait.time}\"\n- advance: \"${n} ms\"\n\(Self.check)",
        header: """
          editions: [2020-06]
          matrix:
            failure: {a: {hours: 1, tries: 2}, b: {hours: 5, tries: 1}}
            wait: {short: {time: "${failure.hours} h"}, long: {time: "1${failure.hours} h"}}
            n: {range: [1, "${failure.tries}"]}
          """))
    #expect(loaded.messages == [])
    #expect(
      loaded.cases.map(\.nameWithoutEdition) == [
        "s/c[failure=a,wait=short,n=1]", "s/c[failure=a,wait=short,n=2]",
        "s/c[failure=a,wait=long,n=1]", "s/c[failure=a,wait=long,n=2]",
        "s/c[failure=b,wait=short,n=1]", "s/c[failure=b,wait=long,n=1]",
      ])
    #expect(loaded.cases.last?.steps[1].action == .advance(.init(milliseconds: 15 * 3_600_000)))
  }

  @Test(arguments: [
    (
      "{a: [\"${b}\"], b: [1]}",
      "7:18: error: the axis 'a' refers to 'b', which is not above it; put 'b' above 'a'"
    ),
    (
      "{a: [\"${a}\"]}", "7:18: error: the axis 'a' refers to 'a', which is not above it"
    ),
    (
      "{a: [1], b: [\"${a.x}\"]}",
      "7:26: error: '${a}' has no members; write '${a}'"
    ),
    (
      "{a: [\"${edition}\"]}",
      "7:14: error: the axis 'a' depends on the edition; "
        + "write '${edition}' in a step; the matrix is the same for every edition"
    ),
    (
      "{a: {range: [1, 100]}, b: {range: [1, \"${a}\"]}}",
      "7:13: error: the matrix has more than 2000 combinations"
    ),
  ])
  func `an axis that refers to what is not above it is an error at its place`(
    _ matrix: String, _ message: String
  ) throws {
    let text = suite("- launch: mail\n\(Self.check)", header: "matrix: \(matrix)")
    #expect(try load(text).messages.first == "s.yaml:\(message)")
  }

  @Test
  func `a check looks over the whole case, or between steps that have names`() throws {
    let loaded = try load(
      suite(
        """
        - launch: mail
          name: start
        - foreground: mail
          name: front
        - expect: {event: any, count: {min: 0, max: 9}}
          over: case
          check: a
          proves: [ENR-009]
        - none: {request: enroll}
          over: {from: start, to: front}
          check: b
          proves: [ENR-009]
        """, header: "editions: [2020-06]"))
    #expect(loaded.messages == [])
    #expect(
      loaded.cases[0].checks.map(\.span) == [.wholeCase, .between(from: "start", to: "front")])
  }

  @Test(arguments: [
    (
      "over: {from: begin}",
      "11:9: error: 'over' names 'begin', but no step of that name comes before it in 2020-06; "
        + "give a step the key 'name'"
    ),
    (
      "over: {from: strat}",
      "11:9: error: 'over' names 'strat', but no step of that name comes before it in 2020-06; "
        + "did you mean 'start'?"
    ),
    (
      "over: {from: front, to: start}",
      "11:9: error: 'over' names a step that comes before the one it counts from"
    ),
    ("over: all", "14:17: error: 'over' takes 'case' or {from: STEP, to: STEP}, not 'all'"),
    (
      "over: {form: front}",
      "14:18: error: unknown key 'form' in 'over'; did you mean 'from'?"
    ),
  ])
  func `a span that cannot be is an error`(_ span: String, _ message: String) throws {
    let loaded = try load(
      suite(
        "- launch: mail\n  name: start\n- foreground: mail\n  name: front\n\(Self.check)\n  \(span)",
        header: "editions: [2020-06]"))
    let found = loaded.messages.first ?? ""
    let text = found.split(separator: ": error: ").last.map(String.init)
    #expect(text == message.split(separator: ": error: ").last.map(String.init), "\(found)")
  }

  @Test
  func `a broken file gives no case and keeps no other from giving its own`() throws {
    let world = try String(contentsOfFile: "\(repository)/suites/world.yaml", encoding: .utf8)
    let good = suite("- launch: mail\n\(Self.check)", header: "editions: [2020-06]")
    let bad = suite("- lunch: mail\n\(Self.check)").replacing("suite: s\n", with: "suite: t\n")
    try withFolder(["a.yaml": bad, "b.yaml": good, "world.yaml": world]) { folder in
      let loaded = SuiteLoader.load(paths: [folder], contract: contract)
      #expect(loaded.cases.map(\.name) == ["s/c@2020-06"])
      #expect(loaded.brokenFiles == ["\(folder)/a.yaml"])
      #expect(loaded.hasErrors)
    }
  }

  @Test
  func `a broken world breaks every file that uses it, though it is reported once`() throws {
    let good = suite("- launch: mail\n\(Self.check)")
    let other = good.replacing("suite: s\n", with: "suite: t\n")
    try withFolder(["a.yaml": good, "b.yaml": other, "world.yaml": "users: {ana: {upm: x}}"]) {
      let loaded = SuiteLoader.load(paths: [$0], contract: contract)
      #expect(loaded.cases.isEmpty)
      #expect(loaded.brokenFiles == ["\($0)/a.yaml", "\($0)/b.yaml"])
    }
  }

  @Test
  func `a file without a world beside it has the one that is given`() throws {
    let text = suite("- launch: mail\n\(Self.check)", header: "editions: [2020-06]")
    try withFolder(["a.yaml": text]) {
      let loaded = SuiteLoader.load(
        paths: ["\($0)/a.yaml"], contract: contract, world: "\(repository)/suites/world.yaml")
      #expect(loaded.messages == [])
      #expect(loaded.cases.count == 1)
    }
  }
}

/// The published schemas, as an editor shows them.
@Suite("Descriptions in the schemas")
struct SchemaDescriptionTests {
  @Test
  func `every property of every schema has a description, its own or that of what it refers to`()
    throws
  {
    let folder = "\(repository)/suites/schemas"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files.count >= 6)
    for file in files where file.hasSuffix(".json") {
      let schema = try JSON(parsing: String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8))
      var missing: [String] = []
      find(in: schema, of: schema, at: "", &missing)
      #expect(missing == [], "\(file)")
    }
  }

  @Test
  func `every suite names its schema for editors in its first line`() throws {
    let folder = "\(repository)/suites"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".yaml") && $0 != "world.yaml" }
    #expect(files.count >= 28)
    for file in files {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      #expect(
        text.hasPrefix("# yaml-language-server: $schema=schemas/suite.schema.json\n"), "\(file)")
    }
  }

  private func find(in node: JSON, of schema: JSON, at path: String, _ missing: inout [String]) {
    for element in node.array ?? [] { find(in: element, of: schema, at: path, &missing) }
    // What stands below these is data, or a condition.
    let data = ["example", "examples", "const", "enum", "default", "if", "not"]
    for member in node.object?.members ?? [] where !data.contains(member.name) {
      let place = "\(path)/\(member.name)"
      if member.name == "properties" {
        for property in member.value.object?.members ?? [] {
          if !isDescribed(property.value, of: schema) {
            missing.append("\(place)/\(property.name)")
          }
          find(in: property.value, of: schema, at: "\(place)/\(property.name)", &missing)
        }
      } else {
        find(in: member.value, of: schema, at: place, &missing)
      }
    }
  }

  private func isDescribed(_ node: JSON, of schema: JSON) -> Bool {
    if node["description"]?.string?.isEmpty == false { return true }
    guard let reference = node["$ref"]?.string, reference.hasPrefix("#/") else { return false }
    let target = reference.dropFirst(2).split(separator: "/").reduce(Optional(schema)) {
      $0?[String($1).replacing("~1", with: "/").replacing("~0", with: "~")]
    }
    return target.map { isDescribed($0, of: schema) } ?? false
  }
}
