import Foundation
import JSONText
import Testing
import VirtualTime

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import MAMEngine
@testable import MAMGraph
@testable import MAMRules
@testable import MAMWire

@Suite struct MetadataTests {
  var world: GraphWorld

  init() throws { world = try GraphWorld() }

  /// The elements of the document, each by its kind, its name and its attributes.
  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [(kind: String, attributes: [String: String])] = []
    func parser(
      _ parser: XMLParser, didStartElement kind: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String] = [:]
    ) { elements.append((kind, attributes)) }
  }

  private mutating func read(_ version: String) -> [(kind: String, attributes: [String: String])] {
    let text = world.send("GET", "/\(version)/$metadata", caller: .bearer(nil)).body?.string ?? ""
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    return reader.elements
  }

  @Test(arguments: ["v1.0", "beta"])
  mutating func everyTypeThatIsNamedIsDefinedOnce(_ version: String) {
    let elements = read(version)
    let kinds = ["EntityType", "ComplexType", "EnumType"]
    let defined = elements.filter { kinds.contains($0.kind) }.map { $0.attributes["Name"] ?? "" }
    #expect(Set(defined).count == defined.count)
    for element in elements {
      for type in ["Type", "BaseType", "EntityType"].compactMap({ element.attributes[$0] }) {
        var name = type.replacing("Collection(", with: "").replacing(")", with: "")
        if name.hasPrefix("Edm.") { continue }
        name = name.replacing("microsoft.graph.", with: "").replacing("graph.", with: "")
        #expect(defined.contains(name))
      }
    }
    let hasKeyboards = elements.contains { $0.attributes["Name"] == "thirdPartyKeyboardsBlocked" }
    #expect(hasKeyboards == (version == "beta"))
  }

  @Test mutating func aTypeAddsToItsBase() {
    let elements = read("v1.0")
    let policy = elements.first { $0.attributes["Name"] == "iosManagedAppProtection" }
    #expect(policy?.attributes["BaseType"] == "graph.targetedManagedAppProtection")
    for name in ["pinRequired", "isAssigned", "faceIdBlocked"] {
      #expect(
        elements.count { $0.kind == "Property" && $0.attributes["Name"] == name }
          == (name == "isAssigned" ? 2 : 1))
    }
    let duration = elements.first { $0.attributes["Name"] == "periodBeforePinReset" }
    #expect(duration?.attributes["Type"] == "Edm.Duration")
    #expect(duration?.attributes["Nullable"] == "false")
    #expect(elements.contains { $0.kind == "Action" && $0.attributes["Name"] == "targetApps" })
    #expect(world.send("POST", "/v1.0/$metadata").status == 405)
  }

  @Test mutating func itIsXML() {
    var request = ServiceRequest(.graph, body: .null)
    request.http = HTTPRequest("GET", "/v1.0/$metadata")
    let answer = world.core.handle(request, now: at(0))
    guard case .text(let text, let type) = answer.content else {
      Issue.record("no text")
      return
    }
    #expect(type == "application/xml")
    #expect(text.hasPrefix("<?xml version=\"1.0\""))
  }

  @Test mutating func theRootOfTheCollectionsIsAnEntity() {
    let root = world.get("/v1.0/deviceAppManagement?$expand=managedAppPolicies($select=id)")
    #expect(
      root["@odata.context"]
        == "https://graph.microsoft.com/v1.0/$metadata#deviceAppManagement(managedAppPolicies(id))/$entity"
    )
    #expect(root["id"] == "")
    #expect(root["managedAppPolicies"]?.array?.count == 4)
    #expect(world.send("PATCH", "/v1.0/deviceAppManagement", [:]).status == 405)
    let stranger = world.bearer("User.Read.All")
    #expect(world.send("GET", "/v1.0/deviceAppManagement", caller: stranger).status == 403)
  }
}
