import Contract
import Foundation
import Testing

@testable import Audit

/// For a rule, an app that keeps it and one that breaks it.
struct RuleSample: Sendable, CustomTestStringConvertible {
  /// The requirement.
  let id: String
  /// The edition by which it is judged.
  let edition: Edition
  /// What both apps have.
  private let setup: @Sendable (inout AppSample) -> Void
  /// What the second app has besides.
  private let mistake: @Sendable (inout AppSample) -> Void

  init(
    _ id: String, _ edition: Edition = .latest,
    with setup: @escaping @Sendable (inout AppSample) -> Void = { _ in },
    broken mistake: @escaping @Sendable (inout AppSample) -> Void
  ) {
    self.id = id
    self.edition = edition
    self.setup = setup
    self.mistake = mistake
  }

  var testDescription: String { id }

  var keeping: AppSample {
    var sample = AppSample()
    setup(&sample)
    return sample
  }

  var breaking: AppSample {
    var sample = keeping
    mistake(&sample)
    return sample
  }

  static let all =
    settings + recipe + keychains + schemes + linking + authentication + sharing + panes
    + appearance + sources + sdk
}
