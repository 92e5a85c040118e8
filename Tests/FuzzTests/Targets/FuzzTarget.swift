/// Something that reads bytes made by others, and what must hold of it for every input.
///
/// A target ends in one of three ways: it returns (the input was read or refused), it throws a
/// ``Finding`` (a promise was broken), or it breaks down, which is always a fault. The same function
/// serves the fuzzer (`ci/fuzz`) and the plain test that replays the corpus, so a fault that was found
/// once is looked for in every run of the tests.
enum FuzzTarget: String, CaseIterable {
  /// ``JSONText``: reading and writing JSON.
  case json
  /// ``CaseYAML``: suites, worlds and contracts, with lint and expansion.
  case suites
  /// ``StepProtocol``: lines in pieces, messages and replies.
  case replies
  /// The mock service: requests of apps, sign-in, the administrator API, the control API and commands.
  case service
  /// `MAMGraph`: query options and paths of the administrator API.
  case filters
  /// `Audit`: property lists, programs, projects and sources.
  case files

  /// Runs the target on one input.
  func run(_ input: [UInt8]) throws(Finding) {
    switch self {
    case .json: try JSONTarget.run(input)
    case .suites: try SuitesTarget.run(input)
    case .replies: try RepliesTarget.run(input)
    case .service: try ServiceTarget.run(input)
    case .filters: try FiltersTarget.run(input)
    case .files: try FilesTarget.run(input)
    }
  }
}

/// A promise that an input has shown to be broken.
struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// Throws a finding unless a promise is kept.
  static func unless(_ isKept: Bool, _ text: @autoclosure () -> String) throws(Finding) {
    if !isKept { throw Finding(text()) }
  }
}
