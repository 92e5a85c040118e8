import Foundation
import JSONText
import Testing

@testable import mamconform

/// The program as a whole: exit codes, streams and files.
@Suite(.serialized) struct ProgramTests {
  @Test func `without a command it explains itself on standard error and fails`() throws {
    let launch = try Launch.run([])
    #expect(launch.code == 64)
    #expect(launch.output.isEmpty)
    #expect(launch.errors.contains("usage: mamconform COMMAND"))
  }

  @Test func `help and version go to standard output`() throws {
    #expect(try Launch.run(["--help"]).output.contains("exit codes:"))
    #expect(try Launch.run(["run", "--help"]).output == Launch.run(["help", "run"]).output)
    #expect(try Launch.run(["--version"]).output == "mamconform \(programVersion)\n")
  }

  @Test func `wrong usage is one line that names the command`() throws {
    let launch = try Launch.run(["run", "--jbos"])
    #expect(launch.code == 64)
    #expect(launch.errors == "mamconform run: unknown option '--jbos'; did you mean '--jobs'?\n")
  }

  @Test func `list writes names only and counts apart`() throws {
    let launch = try Launch.run(["list"])
    #expect(
      launch.output == """
        start/app-starts@2020-01
        start/app-starts@2020-06
        start/app-asks-to-exit@2020-06

        """)
    #expect(launch.errors == "cases: 3, checks: 4, suites: 1\n")
  }

  @Test func `show words steps and checks`() throws {
    let text = try Launch.run(["show", "start/app-asks-to-exit"]).output
    for words in [
      "1. launch one", "2. advance by 24:00:00.000", "check not-yet: no event exitRequested",
    ] {
      #expect(text.contains(words))
    }
  }

  @Test func `lint names the place and fails on errors`() throws {
    try Launch.inFolder { folder in
      #expect(try Launch.run(["lint"]).code == 0)
      let file = "\(folder)/wrong.yaml"
      try "suite: wrong\narea: LHC\n".write(toFile: file, atomically: true, encoding: .utf8)
      let launch = try Launch.run(["lint", file])
      #expect(launch.code == 64)
      #expect(launch.output.contains("\(file):2:7: error: unknown area 'LHC'"))
      let missing = try Launch.run(["lint", "\(folder)/none.yaml"])
      #expect(missing.errors == "mamconform lint: there is no file or folder \(folder)/none.yaml\n")
    }
  }

  @Test func `schemas are found by name`() throws {
    let suites = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../suites").standardized.path
    let environment = ["MAMCONFORM_SUITES": suites]
    #expect(try Launch.run(["schema"], environment: environment).output.contains("run\n"))
    let schema = try Launch.run(["schema", "run"], environment: environment).output
    #expect(try JSON(parsing: schema.trimmingCharacters(in: .whitespacesAndNewlines)).object != nil)
    let launch = try Launch.run(["schema", "rnu"], environment: environment)
    #expect(launch.errors == "mamconform schema: unknown schema 'rnu'; did you mean 'run'?\n")
  }

  @Test func `an output that is full is an error`() throws {
    let launch = try Launch.run(["list"], outputFile: "/dev/full")
    #expect(launch.code == 2)
    #expect(launch.errors.contains("cannot write to standard output: No space left on device"))
  }

  @Test(arguments: ["bash"]) func `completion scripts are valid`(_ shell: String) throws {
    try Launch.inFolder { folder in
      let launch = try Launch.run(["completion", shell])
      let file = "\(folder)/script"
      try launch.output.write(toFile: file, atomically: true, encoding: .utf8)
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [shell, "-n", file]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
  }

  /// What lines of shell print once bash has read the completion script; the folder holds the file `file-of-a-seed`.
  private func completed(_ lines: String, _ arguments: [String] = []) throws -> String {
    try Launch.inFolder { folder in
      try Launch.run(["completion", "bash"]).output
        .write(toFile: "\(folder)/script", atomically: true, encoding: .utf8)
      try "".write(toFile: "\(folder)/file-of-a-seed", atomically: true, encoding: .utf8)
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["bash", "-c", "source ./script; \(lines)", "bash"] + arguments
      process.currentDirectoryURL = URL(filePath: folder)
      process.standardOutput = output
      try process.run()
      return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("run a/", #"a/o\'hara\[x=1\]@2020-06 a/plain\[x=1\]@2020-06"#),
    (#"run a/plain\\["#, #"a/plain\[x=1\]@2020-06"#), ("schema b", "b/c"),
  ])
  func `bash completes names that have quotes and brackets in them`(
    _ words: String, _ expected: String
  ) throws {
    let names = "printf '%s\\n' \"a/o'hara[x=1]@2020-06\" 'a/plain[x=1]@2020-06' b/c"
    let answer = try completed(
      """
      mamconform() { \(names); }
      COMP_WORDS=(mamconform \(words)); COMP_CWORD=2
      _mamconform; echo "${COMPREPLY[*]}"
      """)
    #expect(answer == expected + "\n")
  }

  @Test func `bash finds a program that was called by its path`() throws {
    let answer = try completed(
      #"""
      mkdir here; printf '#!/bin/sh\necho LCH-003 An app starts\n' >here/mamconform; chmod +x here/mamconform
      for words in "explain " "run --area " "run --area=L"; do
        COMP_LINE="./here/mamconform $words" COMP_POINT=${#COMP_LINE}; COMP_WORDS=(./here/mamconform)
        for word in ${words/=/ = }; do COMP_WORDS+=("$word"); done
        [[ $words == *" " ]] && COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _mamconform; echo "${COMPREPLY[*]}"
      done
      """#)
    #expect(answer == "LCH-003\nLCH\nLCH\n")
  }

  /// bash splits words at = and @. It inserts a completion after the last =, and replaces everything from the last @ on.
  @Test(arguments: [
    (#"run a/plain\["#, #"a/plain\["#, #"a/plain\[x=1\]@2020-06 a/plain\[x=2\]@2020-06"#),
    (#"run a/plain\[x="#, "=", #"1\]@2020-06 2\]@2020-06"#),
    (#"run a/plain\[x=1"#, "1", #"1\]@2020-06"#), ("run a/plain[x=1", "1", #"1\]@2020-06"#),
    (#"run a/plain\[x=1\]@"#, "@", "@2020-06"), (#"run a/plain\[x=2\]@20"#, "20", "@2020-06"),
    ("run 'a/plain[x=1", "'a/plain[x=1", "a/plain[x=1]@2020-06"),
    (#"run "a/p"#, #""a/p"#, "a/plain[x=1]@2020-06 a/plain[x=2]@2020-06"),
    ("run --edition=2016", "2016", "2016-09 2016-12"), ("run --foreign=", "=", "refuse accept"),
  ])
  func `bash completes words that it has split`(line: String, word: String, expected: String) throws
  {
    // The words as bash splits the line.
    let words = "run " + line.dropFirst(4).dropLast(word.count)
    let answer = try completed(
      #"""
      mamconform() { printf '%s\n' 'a/plain[x=1]@2020-06' 'a/plain[x=2]@2020-06' b; }
      COMP_LINE="mamconform $1" COMP_POINT=$((11 + ${#1})) COMP_WORDS=(mamconform)
      set -f; for part in $(sed 's/[=@]/ & /g' <<<"$2"); do COMP_WORDS+=("$part"); done
      COMP_CWORD=${#COMP_WORDS[@]} COMP_WORDS+=("$3"); _mamconform; echo "${COMPREPLY[*]}"
      """#, [line, words, word])
    #expect(answer == expected + "\n")
  }

  @Test(
    arguments: [
      ("serve --seed", "file-of-a-seed"), ("run --seed", ""), ("serve --clock", ""),
      ("run --junit", "file-of-a-seed"), ("serve --authority-folder", ""),
    ])
  func `an option is completed as its command takes it`(_ words: String, _ expected: String) throws
  {
    let answer = try completed(
      """
      COMP_WORDS=(mamconform \(words) file); COMP_CWORD=3
      _mamconform; echo "${COMPREPLY[*]}"
      """)
    #expect(answer == expected + "\n")
  }

  @Test func `a proof in situations tells what no check notices from what changes nothing`() throws
  {
    func proof(_ defect: String) throws -> Launch {
      try Launch.run(["prove", "--situations", "1", "--verbose", "--defect", defect])
    }
    let unnoticed = try proof("restart-without-policy@with-one-identity")
    #expect(unnoticed.output.hasPrefix("unnoticed  restart-without-policy@with-one-identity: "))
    #expect(unnoticed.output.contains("1 defect in a situation: 0 of 1 caught (0.0 %); 0 change"))
    let apart = try proof("restart-without-policy@in-an-extension")
    #expect(apart.output.hasPrefix("apart      restart-without-policy@in-an-extension\n"))
    // One of these suites' cases fails without any defect.
    #expect(unnoticed.code == 2 && apart.code == 2, "\(unnoticed) \(apart)")
  }
}
