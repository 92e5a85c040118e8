import Foundation
import JSONText
import StepProtocol
import Testing

/// The published schema has the words of the code, and the code has those of the schema.
@Suite("Words of the step protocol's JSON Schema")
struct SchemaWordsTests {
  private let definitions: JSON

  init() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../suites/schemas/step-protocol.schema.json")
    definitions = try #require(
      JSON(parsing: String(contentsOf: path, encoding: .utf8))["$defs"])
  }

  private func words(_ node: JSON?) -> [String] {
    (node?["enum"]?.array ?? []).compactMap(\.string)
  }

  private func keys(_ node: JSON?) -> Set<String> {
    Set((node?["properties"]?.object?.members ?? []).map(\.name))
  }

  private func all<Word: RawRepresentable<String>>(_ words: [Word]) -> [String] {
    words.map(\.rawValue)
  }

  @Test
  func `arguments take the words of the schema, in its order`() {
    func argument(_ operation: StepOperation, _ name: String) -> JSON? {
      definitions["args.\(operation.rawValue)"]?["properties"]?[name]
    }
    #expect(words(argument(.lifecycle, "to")) == all(LifecycleState.allCases))
    #expect(words(argument(.launch, "state")) == all([LifecycleState.foreground, .background]))
    #expect(words(argument(.complete, "callback")) == all(KeptHandler.allCases))
    #expect(words(argument(.user, "kind")) == all(PromptKind.allCases))
    #expect(words(argument(.user, "action")) == all(PromptAction.allCases))
    #expect(words(argument(.tokens, "do")) == all(TokenChange.allCases))
    #expect(words(argument(.file, "do")) == all(FileOperation.ofAdapters))
    #expect(words(argument(.call, "delegate")) == all(DelegateName.allCases))
    #expect(keys(argument(.launch, "delegates")) == Set(all(DelegateName.allCases)))
    #expect(keys(definitions["args.call"]) == Set(["api"] + AppCall.argumentNames))
  }

  @Test
  func `the APIs that the schema gives as examples are the first ones of the contract's`() {
    let examples = definitions["args.call"]?["properties"]?["api"]?["examples"]?.array ?? []
    #expect(!examples.isEmpty)
    #expect(
      examples.compactMap(\.string) == all(APIName.allCases).prefix(examples.count).map(\.self))
  }

  @Test
  func `answers, management and refusals have the words of the schema`() {
    let answers = definitions["answers"]
    #expect(keys(answers) == Set(all(ScriptedAnswer.Name.allCases)))
    #expect(
      words(answers?["properties"]?["conditionalLaunch"]) == all(ConditionalLaunchAnswer.allCases))
    #expect(keys(definitions["managed"]) == Set(all(ManagementMember.allCases)))
    #expect(
      words(definitions["managed"]?["properties"]?["mdmVendor"]) == all(ManagementVendor.allCases))
    let error = definitions["reply"]?["properties"]?["error"]?["oneOf"]?.array?.last
    #expect(words(error?["properties"]?["code"]) == StepFailure.Code.known.map(\.word))
  }

  @Test
  func `events and capabilities are those of the schema, in its order, with their members`() {
    let event = definitions["event"]
    #expect(words(event?["properties"]?["event"]) == all(EventName.allCases))
    let offered = definitions["hello"]?["properties"]?["capabilities"]?["items"]?["examples"]
    #expect((offered?.array ?? []).compactMap(\.string) == all(Capability.allCases))
    for event in EventName.allCases {
      var definition = definitions["event.\(event.rawValue)"]
      if definition?["$ref"] != nil { definition = definitions["status"] }
      let members = event.members
      #expect(keys(definition).isSubset(of: members.map(\.name)), "\(event)")
      #expect(
        (definition?["required"]?.array ?? []).compactMap(\.string)
          == members.filter(\.isRequired).map(\.name), "\(event)")
      for member in members {
        guard case .word(let known) = member.kind,
          case let found = words(definition?["properties"]?[member.name]), !found.isEmpty
        else { continue }
        #expect(found == known, "\(event) \(member.name)")
      }
    }
    #expect(Callback.allCases.allSatisfy { EventName(rawValue: $0.rawValue) != nil })
    #expect(KeptHandler.allCases.allSatisfy { Callback(rawValue: $0.rawValue) != nil })
  }
}
