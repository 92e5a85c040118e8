import Foundation
import Testing

/// What is read of a suites folder for a few of its cases.
@Suite(.serialized) struct NearSuitesTests {
  private static let suite = """
    suite: NAME
    area: ENR
    title: A suite
    cases:
      - id: only
        title: A case
        editions: [2020-06]
        steps:
          - launch: mail
          - call: mail.registerAndEnrollAccount(ana)
          - expect: {app: mail, event: enrollmentRequest}
            check: enrolled
            proves: [ENR-041]

    """

  /// A folder of suites by file name; the contract and the world are the built-in ones.
  private func inFolder(
    _ files: KeyValuePairs<String, String>,
    _ body: (_ list: ([String]) throws -> Launch) throws -> Void
  ) throws {
    try Launch.inFolder { folder in
      for (file, suite) in files {
        try Self.suite.replacing("NAME", with: suite)
          .write(toFile: "\(folder)/\(file).yaml", atomically: true, encoding: .utf8)
      }
      try body { try Launch.run(["list", "--suites", folder] + $0) }
    }
  }

  @Test func `what is wrong with another suite does not matter`() throws {
    try inFolder(["enr-one": "enr-one", "enr-broken": "Broken!"]) { list in
      let near = try list(["enr-one"])
      #expect(near.code == 0 && near.errors == "cases: 1, checks: 1, suites: 1\n")
      #expect(try list(["enr-one/only@2020-06"]).output == near.output)
      #expect(try list(["enr-one/*"]).output == near.output)
      let all = try list([])
      #expect(all.code == 64 && all.errors.contains("Broken!"))
      // A glob may mean any suite.
      #expect(try list(["enr-o*"]).code == 64)
    }
  }

  @Test func `a suite is found in a file of another name`() throws {
    try inFolder(["enr-one": "enr-two", "enr-two": "enr-one", "enr-other": "enr-three"]) { list in
      #expect(try list(["enr-one"]).output == "enr-one/only@2020-06\n")
      #expect(try list(["enr-three/only"]).output == "enr-three/only@2020-06\n")
      let both = try list(["enr-one", "enr-three"])
      #expect(both.output.split(separator: "\n").count == 2)
    }
  }

  @Test func `a name that nothing has is compared with those of all suites`() throws {
    try inFolder(["enr-one": "enr-one", "enr-two": "enr-two"]) { list in
      let wrong = try list(["enr-one/onyl"])
      #expect(wrong.code == 64 && wrong.errors.contains("did you mean 'enr-one/only'?"))
    }
  }
}
