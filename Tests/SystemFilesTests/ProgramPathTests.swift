import Foundation
import SystemFiles
import Testing

@Suite struct ProgramPathTests {
  @Test func `a program with a slash is taken as it is`() throws {
    try inFolder { folder in
      let program = "\(folder)/program"
      #expect(throws: ProgramPath.Fault.missing) { try ProgramPath.find(program) }
      #expect(throws: ProgramPath.Fault.noFile) { try ProgramPath.find(folder) }
      try WholeFile.replace(program, with: [], mode: 0o600)
      // Nobody may run a file that has no right to be run, root included.
      #expect(throws: ProgramPath.Fault.notExecutable) { try ProgramPath.find(program) }
      chmod(program, 0o700)
      #expect(try ProgramPath.find(program) == program)
    }
  }

  @Test func `a bare name is looked for in PATH`() throws {
    let shell = try ProgramPath.find("sh")
    #expect(shell.hasSuffix("/sh") && Path.exists(shell))
    #expect(throws: ProgramPath.Fault.notInPath) { try ProgramPath.find("no-such-program-of-ours") }
    #expect(throws: ProgramPath.Fault.empty) { try ProgramPath.find("") }
  }

  @Test func `this program knows where it is`() {
    #expect(Path.kind(of: ProgramPath.own) == .regularFile)
  }

  @Test func `variables are there or not`() {
    #expect(EnvironmentVariable.value("PATH") != nil)
    #expect(EnvironmentVariable.value("MAMCONFORM_NO_SUCH_VARIABLE") == nil)
  }
}
