import Foundation
import Testing

/// What CONTRIBUTING.md promises of the repository itself.
@Suite("The repository")
struct TidyTests {
  @Test("Files stay below 400 lines")
  func sizes() throws {
    for file in try swiftFiles("Sources", "Tests") {
      #expect(file.lines.count < 400, "\(file.path) has \(file.lines.count) lines")
    }
  }

  /// Files that read the machine's clock, each for a reason that no history shows.
  private static let clockReaders: Set = [
    // How long a case has taken on the wall, for people.
    "Sources/Conformance/Run/Worker.swift", "Sources/mamconform/Run/ConsoleWriter.swift",
    // The watchdog, which can only end a hung case.
    "Sources/Participants/Descriptor.swift",
    // The service that runs alone has no coordinator to tell it the time.
    "Sources/MAMService/Process/OwnClock.swift",
    // Certificates hold for clients whose clock is the machine's.
    "Sources/MAMService/TLS/CertificateAuthority.swift",
  ]

  @Test("Nothing reads the machine's clock or its randomness but who may")
  func determinism() throws {
    let pattern =
      /clock_gettime|gettimeofday|[^a-zA-Z_.]time\(nil|ContinuousClock|SuspendingClock|Date\(\)|[^a-z]sleep\(|random\(|randomElement|shuffled\(\)|getrandom|arc4random/
    var readers: Set<String> = []
    for file in try swiftFiles("Sources") {
      for (index, line) in file.lines.enumerated() where !line.isComment {
        guard line.contains(pattern) else { continue }
        readers.insert(file.path)
        #expect(TidyTests.clockReaders.contains(file.path), "\(file.path):\(index + 1): \(line)")
      }
    }
    // A name that is not needed any more would let something in unseen.
    #expect(readers == TidyTests.clockReaders)
  }

  @Test("No source imports Foundation")
  func foundation() throws {
    for file in try swiftFiles("Sources") {
      #expect(
        !file.lines.contains { $0.contains(/^(public |internal )?import Foundation/) },
        "\(file.path)")
    }
  }

  @Test("Nothing is left to be done later, and what the compiler cannot check has its reason")
  func remarks() throws {
    for file in try swiftFiles("Sources", "Tests") where !file.path.hasSuffix("TidyTests.swift") {
      for (index, line) in file.lines.enumerated() {
        #expect(!line.contains(/TODO|FIXME/), "\(file.path):\(index + 1)")
        guard line.contains("@unchecked Sendable"), !line.isComment else { continue }
        let around = file.lines[max(0, index - 3)...min(file.lines.count - 1, index + 3)]
        #expect(around.contains { $0.isComment }, "\(file.path):\(index + 1) gives no reason")
      }
    }
  }

  @Test("Links of the documents lead to files")
  func links() throws {
    for file in try files("md", in: "Sources", "Tests", "suites", "reports", "Examples", "") {
      let folder = root.appending(path: file.path).deletingLastPathComponent()
      for line in file.lines {
        for match in line.matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
          let target = folder.appending(path: String(match.1)).standardized
          #expect(
            FileManager.default.fileExists(atPath: target.path), "\(file.path): \(match.1)")
        }
      }
    }
  }

  @Test("Every adapter of the fixtures is tried by a test")
  func fixtures() throws {
    let tests = try swiftFiles("Tests").flatMap(\.lines).joined(separator: "\n")
    let folder = root.appending(path: "Tests/Fixtures/adapters")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where !name.contains(".") {
      #expect(tests.contains("\"\(name)\""), "\(name)")
    }
  }

  // MARK: Files

  private struct SourceFile {
    let path: String
    let lines: [Substring]
  }

  private let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  private func swiftFiles(_ folders: String...) throws -> [SourceFile] {
    try folders.flatMap { try files("swift", in: $0) }
  }

  /// The files of an extension in some folders and those below; of the empty name only the folder itself.
  private func files(_ fileExtension: String, in folders: String...) throws -> [SourceFile] {
    try folders.flatMap { folder in
      let base = root.appending(path: folder)
      let names =
        folder.isEmpty
        ? try FileManager.default.contentsOfDirectory(atPath: base.path)
        : try FileManager.default.subpathsOfDirectory(atPath: base.path)
      let found = names.sorted().filter { $0.hasSuffix(".\(fileExtension)") }
      #expect(!found.isEmpty, "there is no .\(fileExtension) in \(folder)")
      return try found.map { name in
        let text = try String(contentsOf: base.appending(path: name), encoding: .utf8)
        return SourceFile(
          path: folder.isEmpty ? name : "\(folder)/\(name)",
          lines: text.split(separator: "\n", omittingEmptySubsequences: false).dropLast())
      }
    }
  }
}

extension Substring {
  /// True if nothing but a comment is in the line.
  fileprivate var isComment: Bool { drop { $0 == " " }.hasPrefix("//") }
}
