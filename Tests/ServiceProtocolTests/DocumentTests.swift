import Foundation
import JSONText
import ServiceProtocol
import Testing

/// The documents and the OpenAPI description have the words of the code, and the code has those of the documents.
@Suite("Words of the service protocol")
struct DocumentTests {
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized

  /// The lines of a document, wherever among the sources it is.
  private func lines(_ name: String) throws -> [String] {
    let sources = root.appending(path: "Sources")
    let all = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String }
    let path = try #require(all?.first { $0.hasSuffix("/\(name)") })
    return try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      .components(separatedBy: "\n")
  }

  /// The words of the first column of the table that has this head.
  private func column(_ head: String, in lines: [String]) throws -> [String] {
    let start = try #require(lines.firstIndex { $0.hasPrefix("| \(head) |") })
    let rows = lines[(start + 2)...].prefix { $0.hasPrefix("|") }
    return rows.flatMap { row -> [String] in
      row.dropFirst().prefix { $0 != "|" }.split(separator: "/").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
      }
    }
  }

  @Test
  func `the document lists every command of the control channel, and no other`() throws {
    let listed = try column("`do`", in: lines("ServiceProtocol.md"))
    #expect(listed == ControlCommand.Name.allCases.map(\.rawValue))
  }

  @Test
  func `the document names every member of a command, and every word that a member takes`() throws {
    let lines = try lines("ServiceProtocol.md")
    let start = try #require(lines.firstIndex { $0.hasPrefix("| `do` |") })
    let table = lines[start...].prefix { $0.hasPrefix("|") }.joined()
    let envelope: [ControlCommand.Member] = [.id, .verb]
    let words =
      ControlCommand.Member.allCases.filter { !envelope.contains($0) }.map(\.rawValue)
      + ControlCommand.ForeignRequests.allCases.map(\.rawValue)
      + RegistrationChange.allCases.map(\.rawValue) + HoldPoint.allCases.map(\.rawValue)
      + UserChange.Name.allCases.map(\.rawValue) + TenantChange.Name.allCases.map(\.rawValue)
    for word in words { #expect(table.contains("`\(word)`"), "\(word) is not described") }
  }

  @Test
  func `the document lists every kind of fault that a case can order, and no other`() throws {
    let listed = try column("`fault.kind`", in: lines("ServiceProtocol.md"))
    #expect(Set(listed) == Set(FaultKind.ofCases.map(\.rawValue)))
    let alone = try lines("ControlAPI.md").joined(separator: "\n")
    for kind in FaultKind.allCases where !FaultKind.ofCases.contains(kind) {
      #expect(alone.contains("`\(kind.rawValue)`"), "\(kind) is not described")
    }
  }

  @Test
  func
    `every error code of the OpenAPI description is one, with its status; what an app can meet is described`()
    throws
  {
    let path = root.appending(path: "suites/schemas/service.openapi.json")
    let description = try JSON(parsing: String(contentsOf: path, encoding: .utf8))
    var described: Set<String> = []
    for path in description["paths"]?.object?.members ?? [] {
      for operation in path.value.object?.members ?? [] {
        for response in operation.value["responses"]?.object?.members ?? [] {
          let shared = response.value["$ref"]?.string?.split(separator: "/").last.map(String.init)
          let common = shared.flatMap { description["components"]?["responses"]?[$0] }
          let codes = ServiceWords.codes(common ?? response.value)
          described.formUnion(codes)
          for code in codes {
            let known = try #require(ErrorCode(rawValue: code), "\(path.name): \(code)")
            // One word of OAuth stands for several statuses.
            guard !known.isOfOAuth else { continue }
            #expect(String(known.status) == response.name, "\(path.name): \(code)")
          }
        }
      }
    }
    // What only a browser is told, in the address that it is sent back to.
    let ofBrowsers: [ErrorCode] = [
      .accessDenied, .loginRequired, .consentRequired, .unsupportedResponseType, .serverError,
    ]
    let ofApps = ErrorCode.allCases.filter {
      ErrorCode.ofCases.contains($0) || ($0.isOfOAuth && !ofBrowsers.contains($0))
    }
    let missing = ofApps.filter { !described.contains($0.rawValue) }
    #expect(missing == [])
  }

  @Test
  func `the OpenAPI description has every operation of an app, and no other`() throws {
    let path = root.appending(path: "suites/schemas/service.openapi.json")
    let description = try JSON(parsing: String(contentsOf: path, encoding: .utf8))
    let described = (description["paths"]?.object?.members ?? []).flatMap { path in
      (path.value.object?.members ?? []).compactMap { $0.value["operationId"]?.string }
    }
    #expect(Set(described) == Set(Endpoint.ofApps.map(\.rawValue)))
    #expect(described.count == Endpoint.ofApps.count)
  }
}

/// Finds words in schemas.
private enum ServiceWords {
  /// The error codes that a response may have: the constants and choices of its members `code` and `error`.
  static func codes(_ node: JSON) -> [String] {
    switch node {
    case .object(let object):
      object.members.flatMap { member -> [String] in
        guard member.name == "code" || member.name == "error" else { return codes(member.value) }
        let words =
          (member.value["enum"]?.array ?? []).compactMap(\.string)
          + [member.value["const"]?.string].compactMap(\.self)
        return words + codes(member.value)
      }
    case .array(let elements): elements.flatMap(codes)
    default: []
    }
  }
}
