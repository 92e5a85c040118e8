import Foundation
import Testing

/// What CONTRIBUTING.md promises of the repository itself.
@Suite("The repository")
struct TidyTests {
  @Test
  func `files stay below 400 lines`() throws {
    for file in try swiftFiles("Sources", "Tests") {
      #expect(file.lines.count < 400, "\(file.path) has \(file.lines.count) lines")
    }
  }

  /// A type that is spread over a room cannot be read in one go (CONTRIBUTING.md).
  @Test
  func `no folder holds more than 25 sources, and no target extends a type in more than nine`()
    throws
  {
    let extended = /^(?:package |private |fileprivate )?extension ([A-Za-z]+)/
    var folders: [String: Int] = [:]
    var extensions: [String: Set<String>] = [:]
    for file in try swiftFiles("Sources") {
      let parts = file.path.split(separator: "/")
      folders[parts.dropLast().joined(separator: "/"), default: 0] += 1
      // The service's folder holds one target for each of its folders.
      let target = parts.dropFirst().prefix(parts[1] == "MAMService" ? 2 : 1)
      for line in file.lines {
        guard let type = line.prefixMatch(of: extended)?.1 else { continue }
        extensions["\(type) in \(target.joined(separator: "/"))", default: []].insert(file.path)
      }
    }
    for (folder, count) in folders { #expect(count <= 25, "\(folder)") }
    for (type, files) in extensions { #expect(files.count <= 9, "\(type)") }
  }

  @Test
  func `no source imports Foundation`() throws {
    let foundation = /^(public |internal )?import Foundation/
    for file in try swiftFiles("Sources") {
      #expect(
        !file.lines.contains { $0.contains(foundation) },
        "\(file.path)")
    }
  }

  @Test
  func `nothing is left to be done later, and what the compiler cannot check has its reason`()
    throws
  {
    let (later, unchecked) = (/TO[D]O|FIX[M]E/, /@unchecked Sen[d]able/)
    for file in try swiftFiles("Sources", "Tests") {
      for (index, line) in file.lines.enumerated() {
        #expect(!line.contains(later), "\(file.path):\(index + 1)")
        guard line.contains(unchecked), !line.isComment else { continue }
        let around = file.lines[max(0, index - 3)...min(file.lines.count - 1, index + 3)]
        #expect(around.contains { $0.isComment }, "\(file.path):\(index + 1) gives no reason")
      }
    }
  }

  @Test
  func `links of the documents lead to files`() throws {
    let link = /\]\(([^)#:]+)(#[^)]*)?\)/
    for file in try files("md", in: "Sources", "Tests", "suites", "reports", "Examples", "") {
      let folder = repositoryRoot.appending(path: file.path).deletingLastPathComponent()
      for line in file.lines {
        for match in line.matches(of: link) {
          let target = folder.appending(path: String(match.1)).standardized
          #expect(
            FileManager.default.fileExists(atPath: target.path), "\(file.path): \(match.1)")
        }
      }
    }
  }

  /// So that a report, which lists suites by name, says what a failed one is about (CONTRIBUTING.md).
  @Test
  func `suites are named by an area and what they check`() throws {
    // The files of the contract's areas are called by their codes, which are upper-case.
    let areas = try files("yaml", in: "suites/contract").compactMap { file in
      file.path.split(separator: "/").last?.split(separator: ".").first
    }.filter { $0.allSatisfy(\.isUppercase) }
    let kinds = areas.map { $0.lowercased() } + ["app", "around", "grid", "walks"]
    let suites = try FileManager.default.contentsOfDirectory(
      atPath: repositoryRoot.appending(path: "suites").path
    ).filter { $0.hasSuffix(".yaml") && $0 != "world.yaml" && $0 != "sweeps.yaml" }
    #expect(!suites.isEmpty)
    for suite in suites.sorted() {
      let words = suite.dropLast(".yaml".count).split(separator: "-")
      #expect(kinds.contains { $0 == words[0] } && words.count > 1, "\(suite)")
      #expect(!words.contains { $0.contains(where: \.isNumber) }, "\(suite)")
    }
  }

  /// So that the rules of the reference SDK read as the contract does (BehaviourOfTheSDK.md); to note something is no reading.
  @Test
  func `only files of variations read what other SDKs remember`() throws {
    let note = /\bmemory\.(?:note\(|\w+(?:\.(?:append|insert|remove)\(|\S* \+?= ))/
    let names = try swiftFiles("Sources/ReferenceSDK").filter { file in
      !file.path.contains("+Variations") && !file.path.contains("/Strays/")
        && !file.path.hasSuffix("/Occasion.swift")
        && file.code.contains { code in
          code.line.replacing(note, with: "").contains(/\bmemory\.\w/)
        }
    }.map(\.path)
    #expect(names == [])
  }

  @Test
  func `locks are of the kind that holds in a forked program`() throws {
    let uses = ["<", "("].map { "Mutex\($0)" }
    var users: [String] = []
    for file in try swiftFiles("Sources") + swiftFiles("Tests")
    where file.code.contains(where: { code in uses.contains { code.line.contains($0) } }) {
      users.append(file.path)
    }
    #expect(users == [], "Locking has a lock")
  }

  @Test
  func `every adapter of the fixtures is tried by a test`() throws {
    let tests = try swiftFiles("Tests").flatMap(\.lines).joined(separator: "\n")
    let folder = repositoryRoot.appending(path: "Tests/Fixtures/adapters")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where !name.contains(".") {
      #expect(tests.contains("\"\(name)\"") || tests.contains("/\(name)"), "\(name)")
    }
  }
}
