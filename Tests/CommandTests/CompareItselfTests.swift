import Foundation
import Testing

@testable import mamconform

/// The same SDK, run in other ways: a comparison has nothing to say of it.
@Suite(.serialized) struct CompareItselfTests {
  private static let suites = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../suites").standardizedFileURL.path

  @Test func `in process or in processes, one case at a time or two: nothing is other`() throws {
    try Launch.inFolder { folder in
      let environment = ["MAMCONFORM_SUITES": CompareItselfTests.suites]
      let ways = [
        ("in-process", ["--in-process", "--jobs", "2"]), ("one", ["--jobs", "1"]),
        ("two", ["--jobs", "2"]),
      ]
      for (label, options) in ways {
        // Several apps, kills, days of virtual time, faults.
        let words = ["run", "pol-refresh", "wip-files", "idn-switch", "--edition", "latest"]
        let launch = try Launch.run(
          words + options + ["--quiet", "--store", folder, "--label", label],
          environment: environment)
        #expect(launch.code == 0, "\(launch.output)\(launch.errors)")
      }
      for (old, new) in [("one", "one"), ("in-process", "one"), ("one", "two")] {
        let launch = try Launch.run(
          [
            "compare", old, new, "--store", folder, "--fail-on",
            "regression,undecided,warning,behaviour,gone,new,changed,fixed",
          ], environment: environment)
        #expect(launch.code == 0)
        #expect(launch.output.hasSuffix("\nNothing has changed.\n"), "\(launch.output)")
        #expect(!launch.output.contains("\nbehaviour "))
      }
    }
  }
}
