import Foundation
import Glibc
import Locking
import SystemFiles
import Testing

@testable import Conformance

/// Which processors workers choose, and that two never choose the same.
@Suite("The processors of workers")
struct ProcessorTests {
  /// Names that no other test and no run beside this one uses.
  private static let counter = Lock(0)
  private let scope = ProcessorTests.counter.withLock { count -> String in
    count += 1
    return "test-\(getpid())-\(count)"
  }

  @Test
  func `only one at a time has the claim of a processor`() throws {
    let first = try #require(ProcessorClaim(3, scope: scope))
    #expect(ProcessorClaim(3, scope: scope) == nil)
    #expect(ProcessorClaim(4, scope: scope)?.processor == 4)
    withExtendedLifetime(first) {}
  }

  @Test
  func `a claim that is given back can be taken again`() {
    for _ in 0..<3 { #expect(ProcessorClaim(3, scope: scope) != nil) }
  }

  @Test
  func `a process that is killed has no claim any more, and its children never had it`() throws {
    let holder = Process()
    holder.executableURL = URL(filePath: "/usr/bin/env")
    // The child lives on: a claim must not be inherited.
    holder.arguments = [
      "python3", "-c",
      """
      import os, socket, subprocess, sys
      claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      claim.bind("\\0\(scope)-processor-3")
      child = subprocess.Popen(["sleep", "60"])
      print(child.pid, flush=True)
      sys.stdin.read()
      """,
    ]
    let output = Pipe()
    holder.standardOutput = output
    holder.standardInput = Pipe()
    try holder.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let child = try #require(pid_t(line.trimmingCharacters(in: .whitespacesAndNewlines)))
    defer { kill(child, SIGKILL) }
    #expect(ProcessorClaim(3, scope: scope) == nil)
    kill(holder.processIdentifier, SIGKILL)
    holder.waitUntilExit()
    #expect(ProcessorClaim(3, scope: scope) != nil)
  }

  @Test
  func `workers bind to different processors, those without a claim to none`() {
    let machine = Processors.allowed
    let results = onThreads(machine.count + 2) { [scope] in
      let binding = ProcessorBinding(scope: scope, now: 0)
      return (binding, binding.claim.map { [$0.processor] } ?? machine, Processors.allowed)
    }
    let claimed = results.compactMap { $0.0.claim?.processor }
    #expect(claimed.sorted() == machine)
    for (_, expected, bound) in results { #expect(bound == expected) }
  }

  @Test
  func `a worker stays within the processors that it was given`() throws {
    let only = try #require(Processors.allowed.last)
    let results = onThreads(2) { [scope] in
      #expect(Processors.bind(to: [only]))
      let binding = ProcessorBinding(scope: scope, now: 0)
      #expect(binding.allowed == [only])
      return (binding, binding.claim?.processor, Processors.allowed)
    }
    #expect(results.compactMap { $0.1 } == [only], "one of two has the claim")
    for (_, _, bound) in results { #expect(bound == [only]) }
    #expect(Processors.available >= 1)
  }

  @Test
  func `a worker without a claim takes one that is given back, but not at once`() throws {
    let processor = try #require(Processors.allowed.first)
    var other = ProcessorClaim(processor, scope: scope)
    let waits = onThreads(1) { [scope] in
      ProcessorBinding(allowed: [processor], scope: scope, now: 0)
    }[0]
    #expect(waits.claim == nil)
    withExtendedLifetime(other) {}
    other = nil
    // The first look is where its window begins.
    let moves = onThreads(1) {
      [100.0, 300, 600, 900, 1200].map { waits.look(now: $0) { ProcessorSample() } }
    }[0]
    #expect(moves == [false, false, false, false, true])
    #expect(waits.claim?.processor == processor)
  }

  @Test
  func `a worker leaves a processor that others use for one that is idle, and for no other`() throws
  {
    let machine = Processors.allowed
    try #require(!machine.isEmpty)
    guard machine.count > 1 else { return }
    let (own, idle) = (machine[0], machine[1])
    func load(_ looks: Int, waiting: Int, idleShare: Int) -> ProcessorSample {
      var load = ProcessorSample()
      load.group[0] = .init(running: looks * 100_000_000, waiting: looks * waiting * 1_000_000)
      load.processors[own] = (0, looks * 100)
      load.processors[idle] = (looks * idleShare, looks * 100)
      return load
    }
    for (waiting, idleShare, isMoving) in [
      (170, 90, true), (70, 90, false), (170, 10, false), (119, 90, false),
    ] {
      let scope = "\(scope)-\(waiting)-\(idleShare)"
      let processor = onThreads(1) {
        let binding = ProcessorBinding(scope: scope, now: 0)
        #expect(!binding.look(now: 800) { load(1, waiting: waiting, idleShare: idleShare) })
        #expect(
          binding.look(now: 1100) { load(2, waiting: waiting, idleShare: idleShare) } == isMoving)
        #expect(Processors.allowed == [binding.claim?.processor ?? -1])
        return binding.claim?.processor
      }[0]
      #expect(processor == (isMoving ? idle : own))
    }
  }

  @Test
  func `what the kernel counts is read`() {
    var load = ProcessorSample()
    load.read(
      stat: """
        cpu  10 0 10 200 20 0 0 0 0 0
        cpu0 5 1 5 100 10 0 1 2 7 0
        cpu11 5 0 5 100 10 0 0 0 0 0
        intr 1 2 3
        cpu9 1 1 1 1 1
        """)
    #expect(
      load.processors.mapValues { [$0.idle, $0.whole] } == [0: [110, 124], 11: [110, 120]])
    #expect(ProcessorSample.Times(schedule: "12 34 5\n") == .init(running: 12, waiting: 34))
    #expect(ProcessorSample.Times(schedule: "") == nil)
    // Of a process that came within the window everything counts, and so it does if its number is used again.
    var (before, after) = (ProcessorSample(), ProcessorSample())
    before.group = [1: .init(running: 900_000_000, waiting: 0)]
    after.group = [1: .init(running: 10_000_000, waiting: 60_000_000)]
    #expect(after.hasWaited(since: before))
    #expect(!ProcessorSample.now().processors.isEmpty)
  }

  @Test(
    arguments: [
      ("0::/a/b\n", ["a/cpu.max": "150000 100000\n", "a/b/cpu.max": "max 100000\n"], 2),
      ("0::/a/b\n", ["cpu.max": "50000 100000\n"], 1),
      ("0::/a\n", ["a/cpu.max": "max 100000\n"], nil),
      (
        "3:cpu,cpuacct:/a\n0::/\n",
        [
          "cpu,cpuacct/a/cpu.cfs_quota_us": "400000\n",
          "cpu,cpuacct/a/cpu.cfs_period_us": "100000\n",
        ],
        4
      ),
      (
        "1:cpu:/a\n", ["cpu/a/cpu.cfs_quota_us": "-1\n", "cpu/a/cpu.cfs_period_us": "100000\n"], nil
      ),
      ("", [:], nil),
    ] as [(String, [String: String], Int?)])
  func `the quota of a container counts`(
    _ groups: String, _ files: [String: String], _ expected: Int?
  ) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    let all = files.map { ("sys/fs/cgroup/\($0.key)", $0.value) } + [("proc/self/cgroup", groups)]
    for (name, text) in all {
      let file = root.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    #expect(ProcessorQuota.read(root: root.path) == expected)
  }

  /// Runs a closure on so many threads of its own, one after the other, so that what it binds ends with
  /// them; the results come in this order.
  private func onThreads<Result>(_ count: Int, _ body: () -> Result) -> [Result] {
    withoutActuallyEscaping(body) { body in
      (0..<count).map { _ in
        nonisolated(unsafe) let work = body
        nonisolated(unsafe) var result: Result?
        SystemThread.inParallel(count: 1) { _ in result = work() }
        return result!
      }
    }
  }
}
