import Glibc

/// libFuzzer's main function, which calls a function for every input.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// What the inputs are given to; written once, before libFuzzer starts.
nonisolated(unsafe) private var target = FuzzTarget.json

/// The time on a processor that one input may take, in seconds. libFuzzer itself looks at the wall clock
/// only, by which a busy machine is slow; it ends what never comes to an end.
private let limitSeconds = 2.0

/// Runs the target on one input; a finding ends the process, so that libFuzzer keeps the input.
private func run(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let start = processorSeconds
  do throws(Finding) {
    try target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    let time = processorSeconds - start
    try Finding.unless(time < limitSeconds, "\(count) bytes took \(time) s on a processor")
  } catch {
    say("FINDING: \(error)")
    abort()
  }
  return 0
}

/// The time that this thread has run, in seconds.
private var processorSeconds: Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Writes a line to standard error.
private func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  write(2, bytes, bytes.count)
}

/// `fuzz TARGET [OPTION OF LIBFUZZER...] [CORPUS...]`
@main
enum Driver {
  static func main() {
    let words = CommandLine.arguments
    guard words.count > 1, let chosen = FuzzTarget(rawValue: words[1]) else {
      let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
      say("usage: fuzz TARGET [OPTION...] [CORPUS...]; targets: \(names)")
      exit(64)
    }
    target = chosen
    // The name of the program stands in front of the options.
    let arguments = [words[0]] + words.dropFirst(2)
    let copies = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: arguments.count + 1)
    for (index, argument) in arguments.enumerated() { copies[index] = strdup(argument) }
    copies[arguments.count] = nil
    var count = Int32(arguments.count)
    var start = copies
    let status = runFuzzer(&count, &start, run)
    exit(status)
  }
}
