package import Contract
internal import ExactText

/// In what an SDK differs from the contract's defaults: the readings it follows and the defects it has.
package struct Variations: Sendable, Equatable {
  /// The choices that are made otherwise than by default.
  package let readings: [Reading]
  /// The deliberate violations; they win over readings.
  package let defects: [Defect]
  /// The numbers of the vendor; readings and defects win over them.
  package let profile: Profile
  /// The only situation in which the defects act that are limited to one; nil if none is.
  let situation: Situation?

  /// No variation: the contract.
  package init() {
    readings = []
    defects = []
    profile = .standard
    situation = nil
  }

  /// Variations that go together.
  ///
  /// - Throws: ``VariationConflict`` if two readings, or two defects, change one field to different values. Of defects that are
  ///   limited to situations only one at a time is of use: all act in the situation of the first.
  package init(
    readings: [Reading] = [], defects: [Defect] = [], profile: Profile = .standard
  ) throws(VariationConflict) {
    self.profile = profile
    self.readings = Variations.distinct(readings)
    self.defects = Variations.distinct(defects)
    situation = defects.lazy.compactMap(\.situation).first
    try Variations.check(readings)
    try Variations.check(defects)
  }

  /// The contract of an edition with these variations.
  ///
  /// - Parameter elsewhere: leaves out the defects that are limited to a situation.
  package func behaviour(in edition: Edition, elsewhere: Bool = false) -> Behaviour {
    let defects = elsewhere ? defects.filter { $0.situation == nil } : defects
    var behaviour = Behaviour(edition: edition)
    behaviour.follow(profile)
    for change in readings.flatMap(\.changes) + defects.flatMap(\.changes) {
      change.apply(&behaviour)
    }
    return behaviour
  }

  private static func distinct<Kind: Variation>(_ variations: [Kind]) -> [Kind] {
    variations.enumerated().filter { !variations[..<$0.offset].contains($0.element) }.map(\.element)
  }

  private static func check<Kind: Variation>(_ variations: [Kind]) throws(VariationConflict) {
    for (index, second) in variations.enumerated() {
      for first in variations[..<index] where !goTogether(first.changes, second.changes) {
        throw VariationConflict(first: first.name, second: second.name)
      }
    }
  }

  private static func goTogether(_ first: [Change], _ second: [Change]) -> Bool {
    var behaviour = Behaviour()
    for change in first { change.apply(&behaviour) }
    let places = first.map(\.place)
    return second.allSatisfy { !places.contains($0.place) || $0.isMade(behaviour) }
  }
}

/// Two variations that cannot both be had.
package struct VariationConflict: Error, Equatable, CustomStringConvertible {
  package let first: String
  package let second: String

  package var description: String {
    "\(first) and \(second) decide the same thing in different ways; leave one of them out"
  }
}
