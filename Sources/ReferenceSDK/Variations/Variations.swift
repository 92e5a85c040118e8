public import Contract
internal import ExactText

/// In what an SDK differs from the contract's defaults: the readings it follows and the defects it has.
public struct Variations: Sendable, Equatable {
  /// The choices that are made otherwise than by default.
  public let readings: [Reading]
  /// The deliberate violations; they win over readings.
  public let defects: [Defect]

  /// No variation: the contract.
  public init() {
    readings = []
    defects = []
  }

  /// Variations that go together.
  ///
  /// - Throws: ``VariationConflict`` if two readings, or two defects, change one field to different values.
  public init(readings: [Reading] = [], defects: [Defect] = []) throws(VariationConflict) {
    self.readings = Variations.distinct(readings)
    self.defects = Variations.distinct(defects)
    try Variations.check(readings)
    try Variations.check(defects)
  }

  /// The contract of an edition with these variations.
  public func behaviour(in edition: Edition) -> Behaviour {
    var behaviour = Behaviour(edition: edition)
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
public struct VariationConflict: Error, Equatable, CustomStringConvertible {
  public let first: String
  public let second: String

  public var description: String {
    "\(first) and \(second) decide the same thing in different ways; leave one of them out"
  }
}
