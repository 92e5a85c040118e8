import Foundation
import JSONText
import Testing

@testable import mamconform

/// Runs by the numbers of another vendor beside others: what follows from the numbers is not put down to the SDK.
@Suite(.serialized) struct ProfileProgramTests {
  private let profiles = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "suites/profiles").path
  private var half: [String] { ["--profile", "\(profiles)/half.yaml"] }

  private func run(_ words: [String], _ folder: String) throws -> Launch {
    try Launch.run(words, environment: ["MAMCONFORM_STORE": "\(folder)/runs"])
  }

  private let words = "profile half (retry 12:00:00.000, checkIn 4:00:00.000, timeout 0:05:00.000)"

  @Test func `runs by different numbers are not compared`() throws {
    try Launch.inFolder { folder in
      let options = ["run", "--in-process", "--quiet"]
      _ = try run(options + ["--label", "plain", "--report", "\(folder)/plain"], folder)
      _ = try run(options + ["--label", "half", "--report", "\(folder)/half"] + half, folder)
      for pair in [
        ["plain", "half"], ["\(folder)/plain", "\(folder)/half"], ["\(folder)/plain", "half"],
      ] {
        let launch = try run(["compare"] + pair, folder)
        #expect(launch.code == 64)
        #expect(
          launch.errors.contains(
            "plain was judged by the numbers of the contract, half by \(words)"), "\(launch.errors)"
        )
      }
      #expect(try run(["compare", "half", "\(folder)/half"], folder).code == 0)
    }
  }

  @Test func `a stored run says by which numbers it was judged, and keeps them`() throws {
    try Launch.inFolder { folder in
      let file = "\(folder)/half.yaml"
      let text = try Launch.text("\(profiles)/half.yaml")
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      _ = try run(
        ["run", "--in-process", "--quiet", "--label", "half", "--profile", file], folder)
      let shown = try run(["runs", "show", "half", "--format", "json"], folder)
      let profile = try JSON(parsing: shown.output.trimmingCharacters(in: .newlines))["profile"]
      #expect(profile?["name"] == "half")
      #expect(profile?["retryMilliseconds"] == 43_200_000)
      #expect(profile?["sha256"]?.string?.count == 64)
      #expect(
        try run(["runs", "show", "half"], folder).output.contains("half: retry"))
      for command in ["report", "judge"] {
        let output = try run([command, "half"], folder).output
        #expect(output.contains("profile       half: retry 12:00:00.000"), "\(output)")
      }
      // The options of the run name the file, which says something else by now.
      try text.replacing("retry: 12 h", with: "retry: 11 h")
        .write(toFile: file, atomically: true, encoding: .utf8)
      let resumed = try run(["run", "--resume", "half"], folder)
      #expect(resumed.code == 64)
      #expect(
        resumed.errors.contains(
          "was started with \(words), and would continue with profile half (retry 11:"),
        "\(resumed.errors)")
    }
  }

  @Test(arguments: [("halff", "half"), ("half", "half"), ("sentt.yaml", "sent")])
  func `a profile that is not there is answered with one of a similar name`(
    word: String, meant: String
  ) throws {
    let launch = try Launch.run(["run", "--in-process", "--profile", word])
    #expect(launch.code == 64)
    #expect(launch.errors.contains("there is no profile \(word); did you mean '"))
    #expect(launch.errors.contains("suites/profiles/\(meant).yaml'?"), "\(launch.errors)")
  }

  @Test func `shards by different numbers are not merged, and those of one profile keep it`() throws
  {
    try Launch.inFolder { folder in
      func shard(_ part: String, _ name: String, _ more: [String]) throws {
        _ = try run(
          ["run", "--in-process", "--quiet", "--shard", part, "--report", "\(folder)/\(name)"]
            + more,
          folder)
      }
      try shard("1/2", "one", half)
      try shard("2/2", "two", half)
      try shard("2/2", "plain", [])
      // The same file, with other numbers by the time of the second shard.
      let file = "\(folder)/changing.yaml"
      let text = try Launch.text("\(profiles)/half.yaml")
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      try shard("1/2", "first", ["--profile", file])
      try text.replacing("retry: 12 h", with: "retry: 11 h")
        .write(toFile: file, atomically: true, encoding: .utf8)
      try shard("2/2", "second", ["--profile", file])
      let mixed = try run(["merge", "--quiet", "\(folder)/one", "\(folder)/plain"], folder)
      #expect(mixed.code == 64)
      #expect(mixed.errors.contains("the numbers of the contract and \(words)"), "\(mixed.errors)")
      let changed = try run(["merge", "--quiet", "\(folder)/first", "\(folder)/second"], folder)
      #expect(changed.code == 64)
      #expect(changed.errors.contains("(retry 11:00:00.000"), "\(changed.errors)")
      let merged = try run(
        ["merge", "\(folder)/one", "\(folder)/two", "--report", "\(folder)/merged"], folder)
      #expect(merged.output.contains("profile       half: retry 12:00:00.000"), "\(merged.output)")
      let report = try JSON(
        parsing: Launch.text("\(folder)/merged/run.json").trimmingCharacters(in: .newlines))
      #expect(report["profile"]?["name"] == "half")
    }
  }
}
