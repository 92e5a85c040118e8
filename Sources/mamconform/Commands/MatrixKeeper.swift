import Conformance
internal import ExactText
import JSONText
import SystemFiles

/// Writes what a matrix has found to its cache while it goes on, so that one that is killed continues from there.
struct MatrixKeeper {
  /// How much real time lies between two writings, which take their time.
  private static let interval = 60_000.0

  private let path: String?
  private var last = WallClock.milliseconds

  /// - Parameter path: the cache; nil for none.
  init(_ path: String?) { self.path = path }

  /// Writes the cache if it was not written for a while.
  mutating func keep(_ memory: ProofMemory) throws(CommandError) {
    guard let path, WallClock.milliseconds - last >= MatrixKeeper.interval else { return }
    try MatrixKeeper.write(memory, to: path)
    last = WallClock.milliseconds
  }

  /// Writes the cache.
  static func write(_ memory: ProofMemory, to path: String) throws(CommandError) {
    try FileOutput.write(Array(memory.document.text.utf8), to: path)
  }
}

/// Shows on standard error how far a matrix has come: on a terminal one line that is written over and over, elsewhere one a
/// minute.
struct MatrixProgress {
  /// How much real time lies between two lines that are no terminal's.
  private static let interval = 60_000.0

  private let total: Int
  private let start = WallClock.milliseconds
  private var last = WallClock.milliseconds

  /// - Parameter total: how many defects there are.
  init(_ total: Int) { self.total = total }

  /// Another defect was tried.
  mutating func show(_ report: ProofReport) {
    let now = WallClock.milliseconds
    let text =
      "\(report.outcomes.count) of \(total) defects, \(report.survivors.count) survive, \(Int((now - start) / 1000)) s"
    if Output.complainsToTerminal {
      Output.complain(styled: "\r\u{1B}[K\(text)")
    } else if now - last >= MatrixProgress.interval {
      Output.complain("\(text)\n")
      last = now
    }
  }

  /// Takes the line away.
  func clear() {
    if Output.complainsToTerminal { Output.complain(styled: "\r\u{1B}[K") }
  }
}
