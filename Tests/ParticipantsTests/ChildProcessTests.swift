import CProcess
import Foundation
import Testing

@testable import Participants

@Suite struct ChildProcessTests {
  /// What a program writes to its standard output.
  private func output(_ command: [String]) throws -> String {
    let (read, write) = try Descriptor.pipe()
    let child = try ChildProcess(
      participant: "test", command: command, folder: nil, descriptors: [(write.number, 1)])
    write.close()
    #expect(child.waitForEnd(milliseconds: 10_000))
    var text = [UInt8](repeating: 0, count: 65_536)
    let count = text.withUnsafeMutableBytes { bytes in
      if case .bytes(let count) = read.read(into: bytes) { count } else { 0 }
    }
    return String(decoding: text[..<count], as: UTF8.self)
  }

  @Test func `a child has every signal at its default and none blocked`() throws {
    let status = try output(["/bin/cat", "/proc/self/status"])
    let lines = status.split(separator: "\n")
    for name in ["SigBlk", "SigIgn"] {
      let line = try #require(lines.first { $0.hasPrefix(name) })
      #expect(UInt64(line.split(separator: "\t")[1], radix: 16) == 0, "\(line)")
    }
  }

  @Test func `a child has the descriptors that it was given and no others`() throws {
    let (read, write) = try Descriptor.pipe()
    defer { read.close() }
    // What this program opens is closed by exec; what it has inherited, as these two, is not.
    // The one that it is given lies between them; tests beside this one may have taken any number.
    let below = fcntl(read.number, F_DUPFD, 100)
    let above = fcntl(read.number, F_DUPFD, below + 200)
    defer { for number in [below, above] { close(number) } }
    #expect(below >= 100 && above >= below + 200)
    let given = below + 100
    let child = try ChildProcess(
      participant: "test", command: ["/bin/ls", "/proc/self/fd"], folder: "/",
      descriptors: [(write.number, 1), (write.number, given)])
    write.close()
    #expect(child.waitForEnd(milliseconds: 10_000))
    #expect(child.ending == 0)
    var text = [UInt8](repeating: 0, count: 4096)
    let count = text.withUnsafeMutableBytes { bytes in
      if case .bytes(let count) = read.read(into: bytes) { count } else { 0 }
    }
    let numbers = String(decoding: text[..<count], as: UTF8.self).split(separator: "\n")
    // The three standard streams are always open; 3 is the folder that ls reads.
    #expect(numbers.compactMap { Int($0) }.sorted() == [0, 1, 2, 3, Int(given)])
  }

  @Test func `what is no program is named with the system's reason`() throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-test-\(UUID().uuidString)").path
    try "no program".write(toFile: file, atomically: true, encoding: .utf8)
    defer { unlink(file) }
    chmod(file, 0o755)
    var failure: ParticipantFailure?
    repeat {
      failure = #expect(throws: ParticipantFailure.self) {
        try ChildProcess(participant: "test", command: [file], folder: nil, descriptors: [])
      }
      // A process that another test is starting may still have the file open to write.
    } while failure?.message.hasSuffix("Text file busy") ?? false
    #expect(failure?.code == .notExecutable)
    let advice =
      "a script needs a first line such as #!/bin/sh, and a program must be built for this machine"
    #expect(failure?.message == "cannot start \(file): Exec format error; \(advice)")
  }

  @Test func `a child dies with the thread that started it`() throws {
    final class Box: @unchecked Sendable {
      // Guarded by the lock: that the thread has ended orders nothing.
      var child: ChildProcess?
      let lock = NSLock()
    }
    let box = Box()
    let thread = Thread {
      box.lock.withLock {
        box.child = try? ChildProcess(
          participant: "test", command: ["/bin/sleep", "60"], folder: nil, descriptors: [])
      }
    }
    thread.start()
    while !thread.isFinished { usleep(1000) }
    let child = try #require(box.lock.withLock { box.child })
    #expect(child.waitForEnd(milliseconds: 10_000))
    #expect(child.ending == -SIGKILL)
  }

  @Test func `the number of a reaped process is known no more`() throws {
    let child = try ChildProcess(
      participant: "test", command: ["/bin/true"], folder: nil, descriptors: [])
    #expect(ChildRegistry.shared.contains(child.identifier) || child.hasEnded())
    #expect(child.waitForEnd(milliseconds: 10_000))
    #expect(!ChildRegistry.shared.contains(child.identifier))
  }
}
