internal import ExactText

/// One normative sentence of the contract.
package struct Requirement: Sendable, Hashable {
  /// The ID, such as `ENR-008`.
  package var id: String
  /// A short title.
  package var title: String
  /// The sentence.
  package var statement: String
  /// Who has to keep it: `sdk`, `app`, `service` or `tool`.
  package var party: String
  /// The ``party`` of a duty of the app.
  package static let app = "app"
  /// How binding it is: `must`, `should`, `may`.
  package var level: String
  /// How it can be tested: `protocol`, `static`, `ui-only`, `untestable`.
  package var testable: String
  /// The editions it holds in.
  package var editions: Set<Edition>
  /// How it can be observed.
  package var observe: String
  /// The members of a record of which alone it speaks, such as `statusCode`; empty if it speaks of the record as a
  /// whole. A check whose record differs elsewhere does not show that it is violated.
  package var members: [String]

  /// The section of the vendor's guide in which it is found.
  package var source: String
  /// What is to be said of it in single editions: a wording, a reason, a contradiction.
  package var notes: [Edition: String] = [:]

  /// How often the sentence has been changed in what it says, from 1: checks name the revision for which they were written.
  package var revision = 1

  /// The area, such as `ENR`.
  package var area: String { String(id.prefix { $0 != "-" }) }
  /// True if an SDK may leave it out.
  package var isOptional: Bool { level != "must" }

  /// A requirement with all its parts.
  package init(
    id: String, title: String, statement: String, party: String, level: String, testable: String,
    editions: Set<Edition>, observe: String, members: [String] = [], source: String = ""
  ) {
    self.id = id
    self.title = title
    self.statement = statement
    self.party = party
    self.level = level
    self.testable = testable
    self.editions = editions
    self.observe = observe
    self.members = members
    self.source = source
  }
}
