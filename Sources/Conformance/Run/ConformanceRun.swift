public import CaseModel

/// How a run is carried out.
public struct RunOptions: Sendable {
  /// The adapter's command: a program and its arguments; found through PATH if it has no slash.
  public var adapter: [String]
  /// The program that is the mock service: `mamconform` itself.
  public var serviceProgram: String
  /// Names a deterministic choice wherever one is left open.
  public var seed: Int = 0
  /// How many cases run at a time, from 1.
  public var jobs: Int = 2
  /// Real time after which a silent participant ends its case as an error, in milliseconds.
  public var watchdogMilliseconds: Int = 10_000
  /// Where the folders of the apps are made; removed afterwards.
  public var scratchFolder: String

  /// Options for an adapter, with everything else at its default.
  public init(adapter: [String], serviceProgram: String, scratchFolder: String) {
    self.adapter = adapter
    self.serviceProgram = serviceProgram
    self.scratchFolder = scratchFolder
  }
}

/// Carries out cases: plan, run, judge.
public struct ConformanceRun: Sendable {
  /// The cases, in the order of the report.
  public var cases: [ConformanceCase]
  /// How to run them.
  public var options: RunOptions

  /// A run of the given cases.
  public init(cases: [ConformanceCase], options: RunOptions) {
    self.cases = cases
    self.options = options
  }
}
