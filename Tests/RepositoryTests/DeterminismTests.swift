import Foundation
import Testing

/// Nothing that reaches a history may depend on the machine's clock or on randomness (CONTRIBUTING.md).
@Suite("Sources and chance")
struct DeterminismTests {
  /// What reads the machine's clock, and who may, each for a reason that no history shows.
  private static let clock = Rule(
    pattern:
      /clock_gettime|clock_nanosleep|gettimeofday|timespec_get|[^a-zA-Z_.]time\((nil|NULL|&)|[^a-zA-Z_.]clock\(\)|ContinuousClock|SuspendingClock|DispatchTime|Date\(\)|timerfd|setitimer|CURRENT_TIMESTAMP|strftime\('|julianday\(/,
    users: [
      // How long a case has taken, for people; the watchdog, which can only end a hung case; and the service that
      // runs alone, without a coordinator that could say what time it is.
      "Sources/SystemFiles/WallClock.swift",
      // A descriptor that is a clock is looked for by its name, not read.
      "Sources/CProcess/procfs.c",
      // Certificates hold for clients whose clock is the machine's.
      "Sources/MAMService/MAMServer/TLS/CertificateAuthority.swift",
    ])

  /// What lets real time pass, and who may.
  private static let sleep = Rule(
    pattern:
      /[^a-zA-Z_.]u?sleep\(|nanosleep|Task\.sleep|pthread_cond_timedwait|sem_timedwait|poll\((nil|NULL), *0|select\(0, *(nil|NULL)/,
    users: [
      // What was killed ends in its own time, and nothing tells when a process that is not a child has ended.
      "Sources/Participants/ControlGroup.swift", "Sources/Participants/Descendants.swift",
    ])

  /// What draws numbers that nobody can foresee, the library's own included, and who may.
  private static let randomness = Rule(
    pattern:
      /[^a-zA-Z_.][dejlmns]?rand(48|om)?(_r)?\(|random\(in|\.random\(|randomElement|shuffle[d]?\(\)|getrandom|getentropy|arc4random|gnutls_rnd|sqlite3_randomness|RANDOM\(\)|randomblob|SystemRandomNumberGenerator|RandomNumberGenerator\(|\/dev\/u?random|UUID\(\)|uuid_generate/,
    users: [
      // Serial numbers of certificates, and the mark of the tokens of a service that runs alone.
      "Sources/CGnuTLS/shims.h", "Sources/MAMService/MAMServer/Keys/RandomBytes.swift",
      // Tokens with which apps on devices connect; no record has them.
      "Sources/CProcess/Device.c", "Sources/Participants/Devices/DeviceListener.swift",
    ])

  private struct Rule: @unchecked Sendable {
    // A Regex is not Sendable, though nothing changes a literal.
    let pattern: Regex<AnyRegexOutput>
    let users: Set<String>

    init<Output>(pattern: Regex<Output>, users: Set<String>) {
      self.pattern = Regex<AnyRegexOutput>(pattern)
      self.users = users
    }

    /// Holds every source to the rule; a name that is not needed any more would let something in unseen.
    func check(_ files: [SourceFile]) {
      var found: Set<String> = []
      for file in files {
        for (number, line) in file.code where line.contains(pattern) {
          found.insert(file.path)
          #expect(users.contains(file.path), "\(file.path):\(number): \(line)")
        }
      }
      #expect(found == users)
    }
  }

  /// Swift, and the C of the modules that it calls.
  private func sources() throws -> [SourceFile] {
    try swiftFiles("Sources") + files("c", in: "Sources") + files("h", in: "Sources")
  }

  @Test
  func `nothing reads the machine's clock but who may`() throws {
    DeterminismTests.clock.check(try sources())
  }

  @Test
  func `nothing sleeps`() throws { DeterminismTests.sleep.check(try sources()) }

  @Test
  func `nothing draws random numbers but who may, in no library either`() throws {
    DeterminismTests.randomness.check(try sources())
  }

  @Test(arguments: [
    "  usleep(1000)", "  sleep(1)", "  nanosleep(&wait, nil)", "  clock_nanosleep(0, 0, &a, nil)",
    "  poll(nil, 0, 100)", "  gnutls_rnd(GNUTLS_RND_KEY, &mark, 8)", "  getentropy(&bytes, 8)",
    "  let n = rand()", "  let n = random()", "  arc4random_uniform(6)",
    "  Int.random(in: 0..<6)",
    "  var source = SystemRandomNumberGenerator()", "  open(\"/dev/urandom\", O_RDONLY)",
    "  SELECT RANDOM()", "  sqlite3_randomness(8, &bytes)", "  let now = time(nil)",
    "  clock_gettime(CLOCK_MONOTONIC, &now)", "  let now = clock()", "  drand48()",
    "  try await Task.sleep(for: .seconds(1))", "  lrand48()",
  ])
  func `the patterns know what they are for`(line: String) {
    let rules = [DeterminismTests.clock, DeterminismTests.sleep, DeterminismTests.randomness]
    #expect(rules.contains { line.contains($0.pattern) }, "\(line)")
  }
}
