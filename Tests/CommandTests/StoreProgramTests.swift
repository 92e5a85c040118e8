import Foundation
import JSONText
import Testing

@testable import mamconform

/// Stored runs, as a person or a pipeline makes and reads them.
@Suite(.serialized) struct StoreProgramTests {
  private func run(_ words: String..., store: String) throws -> Launch {
    try Launch.run(words, environment: ["MAMCONFORM_STORE": store])
  }

  /// A text without what real time has put into it.
  private func timeless(_ text: String) -> String {
    text.replacing(/\ in [0-9.]+ (ms|s)\n/, with: " in TIME\n")
      .replacing(/report        .*\n/, with: "")
  }

  @Test func `a stored run gives the same reports again, and the same exit code`() throws {
    try Launch.inFolder { folder in
      let store = "\(folder)/runs"
      let first = try run(
        "run", "--in-process", "--report", "\(folder)/one", "--label", "12.6", store: store)
      #expect(first.code == 1)
      #expect(first.output.contains("report        \(store)/20"))
      let again = try run("report", "12.6", "--report", "\(folder)/two", store: store)
      #expect(again.code == 1)
      #expect(timeless(again.output) == timeless(first.output))
      for file in ["run.json", "junit.xml"] {
        #expect(try Launch.text("\(folder)/two/\(file)") == Launch.text("\(folder)/one/\(file)"))
      }
      let judged = try run("judge", "latest", "--json", "\(folder)/judged.json", store: store)
      #expect(judged.code == 1)
      #expect(judged.errors == "")
      let document = { try JSON(parsing: Launch.text($0).trimmingCharacters(in: .newlines)) }
      #expect(
        try document("\(folder)/judged.json")["summary"]
          == document("\(folder)/one/run.json")["summary"])
    }
  }

  @Test(arguments: [["runs"], ["report", "latest"], ["run", "--in-process", "--quiet"]])
  func `a store of the environment that is a file is named with its variable`(_ words: [String])
    throws
  {
    try Launch.inFolder { folder in
      let file = "\(folder)/file"
      try "x".write(toFile: file, atomically: true, encoding: .utf8)
      let launch = try Launch.run(words, environment: ["MAMCONFORM_STORE": file])
      #expect(launch.code == 64)
      #expect(
        launch.errors
          == "mamconform \(words[0]): \(file) (MAMCONFORM_STORE) is not a folder, and so no "
          + "store of runs; set MAMCONFORM_STORE to a folder, unset it, or name one with --store DIR\n"
      )
      let below = try Launch.run(words, environment: ["MAMCONFORM_STORE": "\(file)/none"])
      #expect(below.code == (words[0] == "run" ? 2 : 64))
      #expect(below.errors.contains("set MAMCONFORM_STORE to a folder"), "\(below.errors)")
    }
  }

  @Test func `a run of somebody's own file is judged by that file`() throws {
    try Launch.inFolder { folder in
      let store = "\(folder)/runs"
      let file = "\(folder)/customer.yaml"
      let builtIn = ["MAMCONFORM_SUITES": "", "MAMCONFORM_STORE": store]
      _ = try Launch.run(["new", "case", "--output", file], environment: builtIn)
      let first = try Launch.run(["run", file, "--in-process", "--quiet"], environment: builtIn)
      #expect(first.code == 0)
      for words in [["judge", "latest"], ["judge", "latest", file]] {
        let judged = try Launch.run(words, environment: builtIn)
        #expect(judged.code == 0)
        #expect(judged.errors == "")
        #expect(judged.output.contains("cases         2: 2 pass"))
      }
      let name = try Launch.run(["judge", "latest", "enr-retry"], environment: builtIn)
      #expect(name.code == 64)
      #expect(name.errors.contains("'enr-retry' is not a file or folder of cases"))
      let moved = "\(folder)/moved.yaml"
      try FileManager.default.moveItem(atPath: file, toPath: moved)
      let missing = try Launch.run(["judge", "latest"], environment: builtIn)
      #expect(missing.code == 64)
      #expect(missing.errors.contains("mamconform judge latest FILE"))
      #expect(try Launch.run(["judge", "latest", moved], environment: builtIn).code == 0)
    }
  }

  @Test func `of a run of chosen cases nobody expects the others`() throws {
    try Launch.inFolder { folder in
      let store = "\(folder)/runs"
      _ = try run("run", "start/app-starts", "--in-process", "--quiet", store: store)
      let judged = try run("judge", "latest", "--quiet", store: store)
      #expect(judged.code == 0)
      #expect(judged.errors == "")
    }
  }

  @Test func `a run carries somebody's own files with their world and their places`() throws {
    try Launch.inFolder { folder in
      let cases = "\(folder)/cases"
      let builtIn = ["MAMCONFORM_SUITES": "", "MAMCONFORM_STORE": "\(folder)/runs"]
      let files = FileManager.default
      try files.createDirectory(atPath: "\(cases)/deep", withIntermediateDirectories: true)
      for name in ["one", "deep/two"] {
        let file = "\(cases)/\(name).yaml"
        _ = try Launch.run(["new", "case", "--output", file], environment: builtIn)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacingOccurrences(
          of: "suite: my-cases", with: "suite: \((name as NSString).lastPathComponent)"
        ).write(toFile: file, atomically: true, encoding: .utf8)
      }
      let suites = try #require(Suites.builtIn)
      try files.copyItem(atPath: "\(suites)/world.yaml", toPath: "\(folder)/world.yaml")
      let words = ["run", "\(cases)/deep/", "\(cases)/one.yaml", "--defect", "retry-at-23h"]
      // One at a time, so that they fail in the order in which they are stored.
      let run = try Launch.run(words + ["--in-process", "--jobs", "1"], environment: builtIn)
      #expect(run.code == 1)
      #expect(run.output.contains("\(cases)/deep/two.yaml:"))
      try files.removeItem(atPath: cases)
      try files.removeItem(atPath: "\(folder)/world.yaml")
      let report = try Launch.run(["report", "latest"], environment: builtIn)
      #expect(report.code == 1)
      #expect(timeless(report.output) == timeless(run.output))
      let steps = ["debug", "latest", "-ex", "next", "-ex", "quit"]
      let debug = try Launch.run(steps, environment: builtIn)
      #expect(debug.code == 0)
      #expect(!debug.errors.contains("does not contain"))
    }
  }

  @Test func `runs are listed, shown and pruned`() throws {
    try Launch.inFolder { folder in
      for _ in 0..<2 { _ = try run("run", "--in-process", "--quiet", store: folder) }
      _ = try run("run", "start/app-starts", "--in-process", "--label", "good", store: folder)
      let list = try run("runs", store: folder).output.split(separator: "\n")
      #expect(list.count == 3)
      #expect(list[0].contains("  -     violates  3 cases: 2 pass, 1 fail  "))
      #expect(list[2].contains("good  conforms  2 cases: 2 pass"))
      let shown = try run("runs", "show", "good", "--format", "json", store: folder)
      let document = try JSON(parsing: shown.output.trimmingCharacters(in: .newlines))
      #expect(document["options"] == ["start/app-starts", "--in-process"])
      #expect(document["cases"] == ["pass": 2])
      #expect(document["sdkFiles"]?.array?.first?["sha256"]?.string?.count == 64)
      #expect(
        try run("runs", "prune", "--keep", "0", store: folder).output
          == "2 runs removed, 1 left (1 because of a label)\n")
      #expect(
        try run("runs", "prune", store: folder).errors
          == "mamconform runs: prune needs --keep N, the number of latest runs to keep\n")
      #expect(try run("runs", "show", "none", store: folder).code == 64)
      #expect(
        try Launch.run(["runs"]).errors
          == "mamconform runs: no store of runs is given; name it with --store DIR or in MAMCONFORM_STORE\n"
      )
    }
  }

  @Test func `a run that is killed goes on where it was, and tells the whole`() throws {
    try Launch.inFolder { folder in
      let store = "\(folder)/runs"
      let wrapper = "\(folder)/adapter"
      try """
      #!/bin/sh
      if [ -e '\(folder)/again' ] || mkdir '\(folder)/first' 2>/dev/null; then exec '\(Launch.programs)/mam-app' --without reuse "$@"; fi
      touch '\(folder)/hangs'; exec sleep 60
      """.write(toFile: wrapper, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: wrapper)
      let hanging = try Launch.run(
        [
          "run", "start/app-asks-to-exit", "start/app-starts", "--jobs", "1", "--store", store,
          "--sut", wrapper, "--seed", "5", "--json", "\(folder)/r.json", "--format", "ctrf",
          "--output", "\(folder)/c.json",
        ],
        environment: ["TMPDIR": folder]
      ) { child in
        for _ in 0..<1500 where !FileManager.default.fileExists(atPath: "\(folder)/hangs") {
          usleep(10_000)
        }
        let busy = try run("run", "--resume", "latest", store: store)
        #expect(busy.errors.contains("is being written by another mamconform"))
        #expect(try run("runs", store: store).output.contains("  running  "))
        kill(child, SIGKILL)
      }
      #expect(hanging.code == SIGKILL)
      // The half that tidies up may still be at it.
      for _ in 0..<500 where try run("runs", store: store).output.contains("running") {
        usleep(10_000)
      }
      #expect(try run("runs", store: store).output.contains(" of 3 cases: "))
      _ = FileManager.default.createFile(atPath: "\(folder)/again", contents: nil)
      let other = try run("run", "--resume", "latest", "--seed", "6", store: store)
      #expect(
        other.errors
          == "mamconform run: --seed cannot be given with --resume; a resumed run has the same options\n"
      )
      // With other reports those of the run stay as they are.
      let copy = "\(folder)/copy"
      try FileManager.default.copyItem(atPath: store, toPath: copy)
      let others = try run(
        "run", "--resume", "latest", "--json", "\(folder)/other.json", store: copy)
      #expect(others.code == 1)
      #expect(try Launch.text("\(folder)/other.json").contains("start/app-asks-to-exit"))
      #expect(try Launch.text("\(folder)/r.json").contains("did-not-finish"))
      let resumed = try run("run", "--resume", "latest", store: store)
      #expect(try Launch.text("\(folder)/r.json").contains("start/app-asks-to-exit"))
      #expect(try !Launch.text("\(folder)/r.json").contains("did-not-finish"))
      #expect(try Launch.text("\(folder)/c.json").contains("start/app-asks-to-exit"))
      #expect(resumed.errors.contains(" of 3 cases were run before; "), "\(resumed)")
      #expect(resumed.output.contains("cases         3: 2 pass, 1 fail"))
      #expect(resumed.output.contains("--seed 5"))
      #expect(resumed.code == 1)
      let done = try run("run", "--resume", "latest", store: store)
      #expect(done.errors.contains("has finished; there is nothing to resume"))
    }
  }

  @Test func `a run takes what failed last, or what has changed since`() throws {
    try Launch.inFolder { folder in
      let suites = "\(folder)/suites"
      try FileManager.default.copyItem(atPath: Launch.suites, toPath: suites)
      let environment = ["MAMCONFORM_STORE": "\(folder)/runs", "MAMCONFORM_SUITES": suites]
      try FileManager.default.copyItem(
        atPath: URL(filePath: Launch.suites).appending(path: "../../../../suites/contract")
          .standardized.path,
        toPath: "\(suites)/contract")
      func run(_ words: String...) throws -> Launch {
        try Launch.run(["run", "--in-process"] + words, environment: environment)
      }
      #expect(try run().code == 1)
      #expect(try run("--last-failed").output.contains("cases         1: 1 fail"))
      let same = try run("--changed-since", "latest~1")
      #expect(same.code == 0)
      #expect(same.output.contains("There is nothing to run: no case is new or rewritten since"))
      let file = "\(suites)/start.yaml"
      let text = try Launch.text(file)
      // Another place in the file is no change; another title is.
      try ("# moved\n" + text).write(toFile: file, atomically: true, encoding: .utf8)
      #expect(try run("--changed-since", "latest~1").output.contains("There is nothing to run: "))
      try text.replacing(
        "title: An app starts\n    editions", with: "title: An app begins\n    editions"
      )
      .write(toFile: file, atomically: true, encoding: .utf8)
      #expect(try run("--changed-since", "latest~1").output.contains("cases         2: 2 pass"))
    }
  }

  @Test func `what the latest run did not have is no case that passed`() throws {
    try Launch.inFolder { store in
      let words = ["run", "--in-process", "--store", store]
      #expect(try Launch.run(words + ["start/app-starts", "--label", "w"]).code == 0)
      for option in [["--last-failed"], ["--changed-since", "w"]] {
        let other = try Launch.run(words + ["start/app-asks-to-exit"] + option)
        #expect(other.code == 1, "\(other)")
        #expect(other.errors.contains(" had 2 cases, and not 1 of these 1, which are run too"))
        #expect(try Launch.run(["runs", "prune", "--keep", "0", "--store", store]).code == 0)
      }
      let none = try Launch.run(words + ["--last-failed"])
      #expect(none.code == 0)
      #expect(
        none.output.contains(
          "which had 2 cases; 1 of 3 were not in it, and run if they are named"), "\(none)")
      // A run of what failed last counts together with the run before it.
      #expect(try Launch.run(words).code == 1)
      #expect(try Launch.run(words + ["--last-failed"]).output.contains("cases         1: 1 fail"))
      let passed = try Launch.run(words + ["start/app-starts", "--last-failed"])
      #expect(passed.output.contains("every one of these cases passed in "), "\(passed)")
      let defect = try Launch.run(words + ["--last-failed", "--defect", "retry-at-23h"])
      #expect(defect.errors.contains(" was of another SDK"), "\(defect)")
      let label = try Launch.run(words + ["--label", "w"])
      #expect(label.errors.contains("note: until now the label 'w' meant 20"), "\(label)")
    }
  }

  @Test
  func `a run beside itself, in process beside processes, and one job beside two show nothing`()
    throws
  {
    try Launch.inFolder { folder in
      for words in [["--in-process"], ["--jobs", "1"], ["--jobs", "2"]] {
        #expect(try Launch.run(["run", "--quiet", "--store", folder] + words).code == 1)
      }
      for pair in [["latest", "latest"], ["latest~2", "latest"], ["latest~1", "latest"]] {
        let launch = try run(
          "compare", pair[0], pair[1], "--fail-on", "behaviour,regression,new,gone", store: folder)
        #expect(launch.code == 0)
        #expect(launch.output.hasSuffix("Nothing has changed.\n"), "\(launch)")
      }
    }
  }

  @Test func `what got worse gives exit code 1, in a file too`() throws {
    try Launch.inFolder { folder in
      _ = try run("run", "start/app-starts", "--in-process", store: folder)
      _ = try run("run", "--in-process", store: folder)
      let launch = try run("compare", "latest~1", "latest", "--fail-on", "new", store: folder)
      #expect(launch.code == 1)
      #expect(launch.output.contains("new  start/app-asks-to-exit@2020-06 (fail)"))
      let page = "\(folder)/page.html"
      #expect(
        try run(
          "compare", "latest~1", "latest", "--format", "html", "--output", page, store: folder
        ).code == 0)
      #expect(try Launch.text(page).hasPrefix("<!doctype html>"))
    }
  }

  @Test func `a disk that is full at any byte loses nothing that was stored, and says so`() throws {
    try Launch.inFolder { folder in
      var seen: Set<Int32> = []
      for kibibytes in [1, 4, 20, 40, 60, 80, 100, 120, 140, 160, 200, 1000] {
        let store = "\(folder)/\(kibibytes)"
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = [
          "-c",
          "ulimit -f \(kibibytes); exec \"$M\" run --in-process --quiet --store \(store) 2>\(folder)/err",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging([
          "MAMCONFORM_SUITES": Launch.suites, "M": "\(Launch.programs)/mamconform",
        ]) { $1 }
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let errors = try Launch.text("\(folder)/err")
        seen.insert(process.terminationStatus)
        let list = try run("runs", store: store)
        if list.output.contains(" 3 cases: 2 pass, 1 fail") {
          #expect(try run("report", "latest", "--quiet", store: store).code == 1)
        } else {
          // Too little room for the beginning or for a case: the run says so, and what is there can be read.
          #expect(errors.contains("mamconform run: "), "\(kibibytes) KiB")
          #expect(list.output.isEmpty || list.output.contains(" of 3 cases: "), "\(list)")
        }
      }
      #expect(seen.contains(1))
      #expect(seen.contains(2))
    }
  }
}
