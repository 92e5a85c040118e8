package import Contract
internal import ExactText
package import JSONText
package import VirtualTime

/// One case as it is run: expanded from its definition for one edition and one matrix combination.
package struct ConformanceCase: Sendable {
  /// The suite's name.
  package var suite: String
  /// The case's ID within its suite.
  package var id: String
  /// What the case shows, in one sentence.
  package var title: String
  /// The area of the contract, such as `ENR`.
  package var area: String
  /// The edition that selects requirements and their numbers.
  package var edition: Edition
  /// The matrix combination: axis names and the names of their values, in the axes' order.
  package var parameters: [Parameter]
  /// Where the case is defined.
  package var location: SourceLocation
  /// Users, policies, devices and apps that exist before the first step.
  package var world: World
  /// The world that the case changes with `given`; nil for a case that was not read from a file.
  package var usualWorld: World?
  /// What the case does and demands, in order.
  package var steps: [Step] { didSet { namesChecks = ConformanceCase.namesChecks(steps) } }
  /// True if some check counts time from what another one has found.
  package private(set) var namesChecks: Bool
  /// The virtual time the case may take.
  package var limit: VirtualDuration
  /// The digest of how the world of the case is changed, as it is written; nil for a case that was not read from a file.
  package var givenDigest: EditDigest?
  /// Which disturbances it wants to meet; nil for a case of its own.
  package var sweep: Sweep?
  /// The numbers in which its durations were written.
  package var profile = Profile.standard
  /// What has to be so in every history of its edition; nil for a case that was not read from a file.
  package var standing: StandingChecks?
  /// Why it says nothing with the numbers of its profile, and is not run; nil if it does.
  package var unfitness: String?

  /// One axis of the matrix and the name of its value.
  package struct Parameter: Sendable, Hashable {
    /// The axis.
    package var axis: String
    /// The name of the value.
    package var value: String
    /// An axis with its value.
    package init(axis: String, value: String) {
      self.axis = axis
      self.value = value
    }
  }

  /// A case with all its parts.
  package init(
    suite: String, id: String, title: String, area: String, edition: Edition,
    parameters: [Parameter], location: SourceLocation, world: World, steps: [Step],
    limit: VirtualDuration
  ) {
    self.suite = suite
    self.id = id
    self.title = title
    self.area = area
    self.edition = edition
    self.parameters = parameters
    self.location = location
    self.world = world
    self.steps = steps
    self.limit = limit
    namesChecks = ConformanceCase.namesChecks(steps)
  }

  /// `suite/id[axis=value,...]`, the same for every edition.
  package var nameWithoutEdition: String {
    let list = parameters.map { "\($0.axis)=\($0.value)" }.joined(separator: ",")
    return list.isEmpty ? "\(suite)/\(id)" : "\(suite)/\(id)[\(list)]"
  }

  /// `suite/id[axis=value,...]@edition`: unique in a run, and what `run` takes as a pattern.
  package var name: String { "\(nameWithoutEdition)@\(edition.rawValue)" }

  private static func namesChecks(_ steps: [Step]) -> Bool {
    func names(_ pattern: RecordPattern) -> Bool {
      pattern.times.contains { if case .after = $0 { true } else { false } }
    }
    return steps.contains { step in
      switch step.check?.demand {
      case .count(let pattern, _): names(pattern)
      case .sequence(let patterns): patterns.contains(where: names)
      case .returns, .standing, nil: false
      }
    }
  }

  /// The checks that the case declares, in order.
  package var checks: [Check] { steps.compactMap(\.check) }

  /// The checks that the case declares, and behind them the standing ones, of which its result has those that found something.
  package var allChecks: [Check] { checks + (standing?.checks ?? []) }
}

/// What exists before the first step of a case.
package struct World: Sendable, Equatable {
  /// What the service is seeded with: the members `tenants`, `users`, `groups`, `policies` and
  /// `configurations` as the case language writes them, with user names instead of UPNs.
  package var directory: JSONObject
  /// The devices by name; each an object with `managed`.
  package var devices: JSONObject
  /// The apps by name; each an object as the case language writes it.
  package var apps: JSONObject

  /// A world with the given inhabitants.
  package init(directory: JSONObject = [:], devices: JSONObject = [:], apps: JSONObject = [:]) {
    self.directory = directory
    self.devices = devices
    self.apps = apps
  }
}

/// One step: it acts, or demands, or both (`quiet`, and calls with `returns`).
package struct Step: Sendable, Equatable {
  /// Where it is written.
  package var location: SourceLocation
  /// What checks call it that look at the records from it, or until it; nil if none does.
  package var name: String?
  /// What it does; nil for a step that only demands.
  package var action: Action?
  /// True if it opens a new window for the checks that follow.
  package var opensWindow: Bool
  /// What it demands.
  package var check: Check?
  /// The step is taken only if the case has such a record by then; nil for always.
  package var condition: RecordPattern?
  /// The step is left out if the case has such a record by then; nil for never.
  package var exception: RecordPattern?
  /// What shows whether the step was edited; nil for one that was not read from a file.
  package var digests: Digests?

  /// Digests of a step as it is written, whatever its name and its editions.
  package struct Digests: Sendable, Equatable {
    /// Of all of it.
    package var whole: EditDigest
    /// Of what it does, without what it demands; nil if it only demands.
    package var action: EditDigest?
    /// Digests of a step.
    package init(whole: EditDigest, action: EditDigest?) {
      self.whole = whole
      self.action = action
    }
  }

  /// A step with all its parts.
  package init(
    location: SourceLocation, name: String? = nil, action: Action?, opensWindow: Bool,
    check: Check?, condition: RecordPattern? = nil, exception: RecordPattern? = nil
  ) {
    self.name = name
    self.condition = condition
    self.exception = exception
    self.location = location
    self.action = action
    self.opensWindow = opensWindow
    self.check = check
  }
}
