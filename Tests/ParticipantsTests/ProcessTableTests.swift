import CProcess
import Foundation
import Testing

@testable import Participants

/// What `/proc` tells, and to whom signals go.
@Suite struct ProcessTableTests {
  @Test func `a signal goes to the process that was found, and not to another one of its number`()
    throws
  {
    let child = try ChildProcess(
      participant: "test", command: ["/bin/sleep", "60"], folder: nil, descriptors: [])
    let entry = try #require(ProcessTable.entry(of: child.identifier))
    #expect(entry.parent == getpid())
    #expect(!entry.isDead)
    let before = ProcessTable.Entry(
      process: entry.process, parent: entry.parent, start: entry.start - 1, isDead: false)
    #expect(!Descendants.signal(before, SIGKILL))
    #expect(!child.waitForEnd(milliseconds: 50))
    #expect(Descendants.signal(entry, SIGKILL))
    #expect(child.waitForEnd(milliseconds: 10_000))
  }

  @Test func `children are listed whole, however many they are`() throws {
    let (read, write) = try Descriptor.pipe()
    let child = try ChildProcess(
      participant: "test",
      command: [
        "python3", "-c",
        "import os, signal\nfor n in range(900):\n  if os.fork() == 0: signal.pause()\n"
          + "os.write(1, b'x')\nsignal.pause()",
      ], folder: nil, descriptors: [(write.number, 1)])
    defer { child.kill() }
    write.close()
    var byte = [UInt8](repeating: 0, count: 1)
    _ = byte.withUnsafeMutableBytes { read.read(into: $0) }
    let numbers = try #require(ProcessTable.childNumbers(of: child.identifier))
    #expect(numbers.count == 900)
    #expect(Set(numbers).count == 900)
    for number in numbers {
      #expect(ProcessTable.entry(of: number)?.parent == child.identifier)
    }
  }
}
