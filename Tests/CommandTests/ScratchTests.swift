import Foundation
import JSONText
import Testing

@testable import mamconform

/// Where a run keeps what it throws away.
@Suite(.serialized) struct ScratchTests {
  private func scratchFolders(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("mamconform-run-") }.sorted()
  }

  @Test func `nothing is left of an adapter's folders, whatever is in them`() throws {
    try Launch.inFolder { folder in
      let launch = try Launch.run(
        [
          "run", "start/app-starts", "--sut", "\(HostileAdapterTests.adapters)/leaves-hard-folders",
        ],
        environment: ["TMPDIR": folder, "MAMCONFORM_MARK": folder])
      #expect(launch.code == 0, "\(launch)")
      #expect(launch.errors == "")
      #expect(try scratchFolders(folder) == [])
      #expect(FileManager.default.fileExists(atPath: "\(folder)/kept/file"))
    }
  }

  @Test(.enabled(if: Machine.canMakeImmutable, "needs root, and a file system that knows chattr"))
  func `what cannot be removed is said and fails nothing`() throws {
    try Launch.inFolder { folder in
      let wrapper = "\(folder)/adapter"
      try """
      #!/bin/sh
      for i in '\(folder)'/mamconform-run-*/run; do
        name=$i/$(printf 'im\\n\\033mutable'); touch "$name"; chattr +i "$name"
      done
      exec '\(Launch.programs)/mam-app'
      """.write(toFile: wrapper, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: wrapper)
      let launch = try Launch.run(
        ["run", "start/app-starts", "--sut", wrapper], environment: ["TMPDIR": folder])
      #expect(launch.code == 0)
      // Such a name neither steers the terminal nor begins a line.
      #expect(
        launch.errors.contains(": im\u{FFFD}\u{FFFD}mutable: Operation not permitted\n"),
        "\(launch)")
      _ = Machine.shell("chattr -R -i '\(folder)'")
      // The next run removes it, for its owner is dead.
      _ = try Launch.run(["run", "start/app-starts"], environment: ["TMPDIR": folder])
      #expect(try scratchFolders(folder) == [])
    }
  }

  @Test(.enabled(if: Machine.canMount, "needs the right to mount"))
  func `a mount over an app's folder is the adapter's error, and not taken for a loss of its SDK`()
    throws
  {
    try Launch.inFolder { folder in
      let launch = try Launch.run(
        ["run", "--sut", "\(HostileAdapterTests.adapters)/misuses-folders covered"],
        environment: ["TMPDIR": folder])
      #expect(
        Machine.shell("grep -o ' \(folder)/[^ ]*' /proc/mounts | xargs -n 1 umount"), "\(launch)")
      #expect(launch.output.contains("damaged-folder"), "\(launch)")
      #expect(launch.output.contains("one-1 has been covered by a mount, so the SDK under test"))
      #expect(launch.code == 2)
    }
  }

  @Test
  func `the folder of a dead run is removed by the next, that of a living one and others stay`()
    throws
  {
    try Launch.inFolder { folder in
      for name in ["mamconform-run-dead00/a/b", "mamconform-other", "mamconform-run-live00"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      }
      symlink("\(folder)/mamconform-other", "\(folder)/mamconform-run-link00")
      let living = open("\(folder)/mamconform-run-live00", O_RDONLY)
      #expect(flock(living, LOCK_EX) == 0)
      defer { close(living) }
      var expected = ["mamconform-run-link00", "mamconform-run-live00"]
      if geteuid() == 0 {
        mkdir("\(folder)/mamconform-run-theirs", 0o700)
        chown("\(folder)/mamconform-run-theirs", 65534, 65534)
        expected.append("mamconform-run-theirs")
      }
      #expect(
        try Launch.run(["run", "start/app-starts"], environment: ["TMPDIR": folder]).code == 0)
      #expect(try scratchFolders(folder) == expected)
      #expect(FileManager.default.fileExists(atPath: "\(folder)/mamconform-other"))
    }
  }

  @Test func `two runs at once leave each other's folders alone`() throws {
    try Launch.inFolder { folder in
      let environment = ["TMPDIR": folder]
      let first = try Launch.run(
        ["run", "start/app-starts", "--watchdog", "10"] + RunProgramTests.silent,
        environment: environment
      ) { _ in
        for _ in 0..<1000 where try scratchFolders(folder).isEmpty { usleep(5000) }
        let before = try scratchFolders(folder)
        #expect(try Launch.run(["run", "start/app-starts"], environment: environment).code == 0)
        #expect(try scratchFolders(folder) == before)
      }
      #expect(first.code == 2)
      #expect(first.output.contains("error of one: watchdog"))
      #expect(try scratchFolders(folder) == [])
    }
  }

  /// Runs a body with the path of a disk of that size, such as `64k`.
  private func onDisk(of size: String, _ body: (String) throws -> Void) throws {
    try Launch.inFolder { folder in
      let disk = "\(folder)/disk"
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
      #expect(Machine.shell("mount -t tmpfs -o size=\(size) none '\(disk)'"))
      defer { _ = Machine.shell("umount -l '\(disk)'") }
      try body(disk)
    }
  }

  @Test(.enabled(if: Machine.canMount, "needs the right to mount"))
  func `an adapter that fills the disk is an error of that name`() throws {
    try Launch.inFolder { folder in
      try onDisk(of: "2m") { disk in
        let launch = try Launch.run(
          [
            "run", "--jobs", "1", "--json", "\(folder)/r.json", "--sut",
            "\(HostileAdapterTests.adapters)/fills-disk",
          ], environment: ["TMPDIR": disk])
        let run = try JSON(
          parsing: Launch.text("\(folder)/r.json").trimmingCharacters(in: .newlines))
        let cases = try #require(run["cases"]?.array)
        // What passes passes in spite of it; what fails says nothing of the SDK.
        #expect(
          cases.compactMap { $0["verdict"]?.string } == ["pass", "pass", "error"], "\(launch)")
        #expect(cases.last?["problem"]?["code"] == "disk-full")
        #expect(run["summary"]?["checks"]?["fail"] == 0)
        #expect(launch.code == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == [])
      }
    }
  }

  @Test(.enabled(if: Machine.canMount, "needs the right to mount"))
  func `a report's folder that is full keeps what there is room for`() throws {
    try onDisk(of: "64k") { disk in
      #expect(Machine.shell("head -c 65536 /dev/zero >'\(disk)/filler'"))
      let full = try Launch.run(["run", "start/app-starts", "--report", disk])
      #expect(full.code == 2)
      #expect(full.errors.contains("No space left on device"), "\(full)")
      // Room for the first reports, but not for the last ones beside them.
      #expect(Machine.shell("rm '\(disk)/filler'; head -c 36864 /dev/zero >'\(disk)/filler'"))
      let scarce = try Launch.run(["run", "--report", disk, "--histories", "\(disk)/h"])
      #expect(scarce.code == 1 || scarce.code == 2)
      #expect(scarce.errors.contains("No space left on device"), "\(scarce)")
      #expect(try Launch.text("\(disk)/verdicts.jsonl").contains("start/app-starts@2020-01"))
    }
  }

  @Test(.enabled(if: Machine.canMount, "needs the right to mount"))
  func `a report's folder that is full shows nothing of an older run`() throws {
    try onDisk(of: "96k") { disk in
      let words = [
        "run", "start/app-starts", "--in-process", "--report", "\(disk)/r", "--format", "ctrf",
        "--output", "\(disk)/ctrf.json",
      ]
      let green = try Launch.run(words)
      #expect(green.code == 0, "\(green.errors)")
      _ = Machine.shell("head -c 96K /dev/zero >'\(disk)/filler'")
      let full = try Launch.run(words)
      #expect(full.code == 2)
      #expect(full.errors.contains("No space left on device"), "\(full.errors)")
      for name in ["r/junit.xml", "r/run.json", "r/summary.txt", "r/verdicts.jsonl", "ctrf.json"] {
        guard let text = try? Launch.text("\(disk)/\(name)") else { continue }
        #expect(!text.contains("start/app-starts"), "\(name)")
        #expect(!text.contains("conforms."), "\(name)")
      }
    }
  }
}
