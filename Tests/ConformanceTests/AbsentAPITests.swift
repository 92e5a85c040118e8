import CaseModel
import Contract
import ExactText
import Foundation
import StepProtocol
import Testing

@testable import CaseYAML

/// The promise of the step protocol: a case of an edition never calls an API that its release does not have, and names no
/// argument that the API does not take. The reader of cases keeps it; these are the tables that it goes by.
@Suite struct AbsentAPITests {
  /// The release of the SDK that each edition is paired with, from `editions.yaml`.
  private static let releases = document("editions.yaml")["editions"]?.elements?.reduce(
    into: [ExactString: String]()
  ) { releases, edition in
    releases[ExactString(edition["id"]?.text ?? "")] = edition["sdk_release"]?.text
  }

  private static func document(_ name: String) -> YAMLNode {
    let diagnostics = Diagnostics()
    return YAMLNode.read(
      path: "\(PublishedSuites.folder)/contract/\(name)", diagnostics: diagnostics)
      ?? YAMLNode(location: SourceLocation(file: name, line: 1), content: .mapping([]))
  }

  /// The names of `apis.yaml` up to their first colon, each with the editions in whose release or guide one of it is.
  private static let editions: [ExactString: Set<ExactString>] = {
    var editions: [ExactString: Set<ExactString>] = [:]
    func walk(_ node: YAMLNode) {
      if let name = node["name"]?.text, let releases = node["releases"] {
        let short = ExactString(name.prefix { $0 != ":" && $0 != "(" })
        var found = Set(
          (node["guides"]?.elements ?? []).compactMap { $0.text.map { ExactString($0) } })
        for (edition, release) in Self.releases ?? [:] where releases[release]?.text == "yes" {
          found.insert(edition)
        }
        editions[short, default: []].formUnion(found)
      }
      for member in node.members ?? [] { walk(member.value) }
      for element in node.elements ?? [] { walk(element) }
    }
    walk(document("apis.yaml"))
    return editions
  }()

  @Test func `a step may call an API in the editions that apis.yaml gives`() {
    #expect(Self.editions["policyForWindow"] == ["2020-01", "2020-06"])
    #expect(Self.editions["isOpenFromAllowedForLocation"]?.contains("2020-01") == true)
    for api in APIName.allCases {
      let listed = Self.editions[ExactString(api.rawValue)]
      let allowed = Edition.allCases.filter(api.editions.contains)
      #expect(listed == nil || listed == Set(allowed.map { ExactString($0.rawValue) }), "\(api)")
    }
  }

  @Test func `every API that a case calls has its arguments described`() {
    // Not an expectation for each call: there are a hundred thousand.
    var wrong: Set<ExactString> = []
    for item in PublishedSuites.cases {
      for step in item.steps {
        guard case .operation(_, .call(let call))? = step.action else { continue }
        let taken = call.api.arguments
        let isRight = call.arguments.allSatisfy {
          $0.name == "thread" || taken?.contains($0.name) == true
        }
        if taken == nil || !isRight { wrong.insert(ExactString("\(item.name): \(call.api)")) }
      }
    }
    #expect(wrong == [])
  }
}
