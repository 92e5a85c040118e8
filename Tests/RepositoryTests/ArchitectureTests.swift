import Foundation
import Testing

/// The architecture page and the tree agree.
@Suite("The architecture page")
struct ArchitectureTests {
  private let page: [String]

  init() throws {
    let path = repositoryRoot.appending(
      path: "Sources/Conformance/Conformance.docc/Architecture.md")
    page = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n")
  }

  /// The names of the package's targets that are not tests, as `Package.swift` writes them.
  private func targets() throws -> Set<String> {
    let manifest = try String(
      contentsOf: repositoryRoot.appending(path: "Package.swift"), encoding: .utf8)
    let pattern =
      /(?:\b(?:library|service)\(\s*|\.(?:target|executableTarget|systemLibrary)\(\s*name: )"([A-Za-z-]+)"/
    // The target of ci/fuzz is there for it alone.
    return Set(manifest.matches(of: pattern).map { String($0.1) }).subtracting(["fuzz"])
  }

  @Test
  func `it has one sentence for every target, and none for any other`() throws {
    let head = try #require(page.firstIndex(of: "| target | one line |"))
    let rows = page[(head + 2)...].prefix { $0.hasPrefix("|") }
    let named = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.1) }
    }
    #expect(Set(named) == (try targets()))
    #expect(named.count == Set(named).count)
    for row in rows { #expect(row.split(separator: "|").count == 2, "\(row)") }
  }

  @Test
  func `it says where a retry is decided, a request answered, a record written and a check judged`()
    throws
  {
    let table = page.filter { $0.contains("](") && $0.hasPrefix("| ") }
    for station in [
      "Decide the retry", "Answer the request", "Answer Graph", "Write the record",
      "Judge the check",
    ] {
      #expect(table.count { $0.hasPrefix("| \(station): ") } == 1, "\(station)")
    }
  }
}
