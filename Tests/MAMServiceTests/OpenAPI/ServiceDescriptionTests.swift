import Foundation
import JSONText
import Testing
import VirtualTime

@testable import MAMEngine
@testable import MAMDirectory
@testable import MAMWire

/// The OpenAPI description says exactly what the service does.
@Suite("OpenAPI description of the service")
struct ServiceDescriptionTests {
  private typealias Answer = ServiceDescription.Answer
  private let description: ServiceDescription

  init() throws { description = try ServiceDescription() }

  @Test func `describes exactly the operations of apps`() {
    #expect(description.root["openapi"]?.string?.hasPrefix("3.1.") == true)
    let described = description.operations.compactMap { operation -> Endpoint? in
      #expect(operation.method == "POST")
      let path = operation.path.replacing("{tenant}", with: "contoso")
      let endpoint = RequestReader.operation(path: path, at: nil)?.endpoint
      #expect(endpoint?.rawValue == operation.id)
      return endpoint
    }
    #expect(Set(described) == Set(Endpoint.allCases.filter(\.isOfApp)))
    #expect(described.count == Endpoint.allCases.count(where: \.isOfApp))
  }

  @Test func `every error code has its status`() throws {
    for answer in description.answers where answer.status != 200 {
      // RFC 6749 has one word for every request that is not as it should be, and one for every reason
      // to come again later.
      if [405, 413].contains(answer.status), answer.word == "invalid_request" { continue }
      if answer.status == 429, answer.word == "temporarily_unavailable" { continue }
      let code = try #require(Refusal.Code(rawValue: answer.word), "\(answer)")
      #expect(code.status == answer.status, "\(answer)")
    }
  }

  @Test func `the service gives exactly the answers that are described`() throws {
    var given: Set<Answer> = []
    for (operation, response) in try ServiceAnswers.ofCore() + ServiceAnswers.ofHTTP() {
      let body = response.body
      let word =
        body["error"]?["code"]?.string ?? body["error"]?.string
        ?? (operation == .checkin ? body["result"]?.string : nil) ?? ""
      let answer = Answer(operation: operation.rawValue, status: response.status, word: word)
      given.insert(answer)
      let schema = try #require(
        description.schema(operation.rawValue, response.status), "\(answer) is not described")
      #expect(description.complaints(body, schema).isEmpty, "\(answer): \(body.text)")
      let described = description.response(operation.rawValue, response.status)
      let fields = described?["headers"]?.object?.members ?? []
      #expect(
        response.headers.allSatisfy { field in fields.contains { $0.name == field.name } },
        "\(answer)")
      #expect(
        fields.allSatisfy { field in
          field.value["required"] != true || response.headers.contains { $0.name == field.name }
        }, "\(answer)")
    }
    #expect(given.subtracting(description.answers).sorted() == [], "not described")
    #expect(description.answers.subtracting(given).sorted() == [], "described, never given")
  }

  @Test func `every example fits its schema`() {
    var count = 0
    func check(_ media: JSON?, _ place: String) {
      for member in media?.object?.members ?? [] {
        for example in member.value["examples"]?.object?.members ?? [] {
          count += 1
          let complaints = description.complaints(
            example.value["value"] ?? .null, member.value["schema"] ?? .null)
          #expect(complaints.isEmpty, "\(place), \(example.name)")
        }
      }
    }
    for operation in description.operations {
      check(operation.json["requestBody"]?["content"], operation.id)
      for member in operation.json["responses"]?.object?.members ?? [] {
        check(
          description.resolved(member.value)["content"], "\(operation.id) \(member.name)")
      }
    }
    #expect(count > 40)
  }

  @Test func `every array says what is in it`() {
    var arrays = 0
    func walk(_ json: JSON, _ place: String) {
      let types = json["type"]?.array ?? [json["type"] ?? .null]
      if types.contains("array") {
        arrays += 1
        #expect(json["items"] != nil, "\(place)")
      }
      for member in json.object?.members ?? [] where member.name != "examples" {
        walk(member.value, "\(place)/\(member.name)")
      }
      for (index, element) in (json.array ?? []).enumerated() { walk(element, "\(place)/\(index)") }
    }
    walk(description.root, "#")
    #expect(arrays > 3)
  }

  @Test func `every schema is used and every reference leads somewhere`() {
    var used: Set<String> = []
    func walk(_ json: JSON) {
      if let reference = json["$ref"]?.string {
        used.insert(reference)
        #expect(description.resolved(json) != .null, "\(reference) leads nowhere")
      }
      for member in json.object?.members ?? [] { walk(member.value) }
      for element in json.array ?? [] { walk(element) }
    }
    walk(description.root)
    for kind in ["schemas", "responses", "headers", "parameters"] {
      for member in description.root["components"]?[kind]?.object?.members ?? [] {
        #expect(used.contains("#/components/\(kind)/\(member.name)"), "\(kind) \(member.name)")
      }
    }
  }

  /// The statuses of the contract that an answer of the service can cause.
  private static let causedByTheService = [
    "STA-014", "STA-015", "STA-016", "STA-017", "STA-018", "STA-019", "STA-020", "STA-022",
    "STA-023", "STA-024", "STA-025", "STA-031", "STA-035", "STA-036", "STA-039", "STA-040",
    "STA-041", "STA-044",
  ]

  @Test func `names the requirements that its answers cause`() throws {
    let text = description.root.text
    let named = Set(text.matches(of: /[A-Z]{3}-[0-9]{3}/).map { String($0.output) })
    #expect(named.filter { $0.hasPrefix("STA-") }.sorted() == Self.causedByTheService)
    let folder = URL(filePath: #filePath).appending(path: "../../../../suites/contract")
      .standardized
    for name in named {
      let file = folder.appending(path: "\(name.prefix(3)).yaml")
      let contract = try String(contentsOf: file, encoding: .utf8)
      #expect(contract.contains("id: \(name)\n"), "\(name) is not in the contract")
    }
  }
}
