import CProcess
internal import ExactText
import Glibc
import MAMEngine
import ServiceProtocol

/// The pipes of the adapters, through the coordinator's descriptors in `/proc`: whether a message lies there unread.
///
/// The gate is opened before a message is written and closed after the reply has been read. A request that comes in
/// between, but before the adapter has read the message or after it has written the reply, is one of an idle app.
/// Where the descriptors cannot be opened, nothing is said.
final class ActivationPipes {
  /// The descriptors of one adapter; -1 for what could not be opened.
  private struct Pair {
    let numbers: (coordinator: Int, input: Int, output: Int)
    let input: Int32
    let output: Int32
  }

  /// How many adapters' pipes stay open: at least 64, more than most cases need. Each pair takes two descriptors, besides about ten for the
  /// ports and connections of the app. When there is no room for another pair, all are closed and opened again as they are needed.
  private lazy var capacity: Int = {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return max(64, min(4096, Int(clamping: limit.rlim_cur) / 16))
  }()
  /// About a second of looking again and again: far longer than the coordinator takes to read what lies there, and an
  /// end if it has been stopped.
  private static let maximumLooks = 1_000_000

  private var pairs: [pid_t: Pair] = [:]

  deinit { forget() }

  /// Closes every descriptor.
  func forget() {
    for pair in pairs.values {
      if pair.input >= 0 { close(pair.input) }
      if pair.output >= 0 { close(pair.output) }
    }
    pairs = [:]
  }

  /// True if the app to which a request belongs that is complete now is idle.
  ///
  /// It waits while it is open whether the app has replied: the coordinator is reading at that time, and asks the
  /// service nothing.
  func showIdle(gate: Int, on page: SharedPage) -> Bool {
    let activation = page.activation.number
    guard page.openGate == gate else { return true }
    for _ in 0..<ActivationPipes.maximumLooks {
      let (number, stage) = page.activation
      // It has replied while this request had no response. The stage of an activation that is over stays what it was last.
      guard number == activation, page.openGate == gate else { return true }
      guard stage != .unknown, let pair = pair(of: page.process, on: page) else { return false }
      if stage == .sent, mam_unread(pair.input) > 0 { return true }
      // The reply is not there. It may have been read; then the coordinator is dealing with it, or the gate is closed.
      if stage != .transfer, mam_unread(pair.output) <= 0, page.activation == (number, stage) {
        return page.openGate != gate
      }
      sched_yield()
    }
    return false
  }

  private func pair(of process: pid_t, on page: SharedPage) -> Pair? {
    let numbers = page.pipes
    if let known = pairs[process], known.numbers == numbers {
      return known.output < 0 ? nil : known
    }
    if pairs.count >= capacity || pairs[process] != nil { forget() }
    let folder = "/proc/\(numbers.coordinator)/fd/"
    // To read, also from the input: whoever had that open to write would hide from the adapter that it has ended.
    let mode = O_RDONLY | O_NONBLOCK | O_CLOEXEC
    let pair = Pair(
      numbers: numbers, input: open("\(folder)\(numbers.input)", mode),
      output: open("\(folder)\(numbers.output)", mode))
    pairs[process] = pair
    return pair.output < 0 ? nil : pair
  }
}
