internal import CaseModel
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import VirtualTime

/// Where in a history the records are of which standing checks speak.
///
/// A pattern is looked for once, when it is asked for; from then on its records are known by their places. So a rule looks
/// only at records that it speaks of, and not at all that lie between them.
struct StandingPlaces {
  /// The values of a rule's variables, for one record.
  typealias Values = [(variable: String, value: JSON)]

  /// A rule for one record.
  struct Instance {
    let place: Int
    var values: Values
  }

  let records: [Record]
  /// How many more records may be compared.
  var effort: Int
  private let epoch: VirtualInstant
  /// The numbers of the records' names; -1 for those of which no pattern speaks.
  private let names: [Int]
  /// The numbers of their apps; 0 for none.
  private let apps: [Int]
  /// The first record of each name, and for each record the next one of its name; -1 for none.
  private var firsts: [Int]
  private var nexts: [Int]
  /// The places of the records of patterns, one pattern after the other.
  private var found: [Int] = []
  /// Where in them those of a pattern are, by its number; before it was looked for the first is -1.
  private var bounds: [(first: Int, end: Int)]

  init(_ standing: StandingChecks, _ history: History, effort: Int) {
    self.effort = effort
    records = history.records
    epoch = history.epoch
    names = history.records.map { standing.names.number(of: $0.name) }
    var known = [""]
    apps = history.records.map { record in
      if let number = known.firstIndex(where: { $0 == record.app }) { return number }
      known.append(record.app)
      return known.count - 1
    }
    firsts = Array(repeating: -1, count: standing.names.count)
    nexts = Array(repeating: -1, count: history.records.count)
    for place in names.indices.reversed() where names[place] >= 0 {
      nexts[place] = firsts[names[place]]
      firsts[names[place]] = place
    }
    bounds = Array(repeating: (-1, -1), count: standing.patternCount)
  }

  /// True if there is a record of one of some names, by their numbers.
  func haveAny(_ names: [Int]) -> Bool { names.contains { firsts[$0] >= 0 } }

  /// The number of a record's name.
  func name(of place: Int) -> Int { names[place] }

  /// True if two records have the same app and name.
  func areOfOneAppAndName(_ left: Int, _ right: Int) -> Bool {
    apps[left] == apps[right] && names[left] == names[right]
      && (names[left] >= 0 || records[left].name == records[right].name)
  }

  /// True if a record asks for something; its kind and its name do.
  func asks(_ place: Int, _ pattern: StandingChecks.Pattern) -> Bool {
    if pattern.isPlain {
      return hasMembers(place, pattern.fields, []) && hasMembers(place, pattern.variableFields, [])
    }
    return pattern.record.matches(records[place], epoch: epoch)
  }

  /// True if no record of a pattern, of whatever app and variables, is behind a place.
  mutating func isLast(_ place: Int, _ pattern: StandingChecks.Pattern) -> Bool {
    let bounds = look(for: pattern)
    return bounds.first == bounds.end || found[bounds.end - 1] <= place
  }

  /// True if no record of a pattern, of whatever app and variables, is before a place.
  mutating func isFirst(_ place: Int, _ pattern: StandingChecks.Pattern) -> Bool {
    let bounds = look(for: pattern)
    return bounds.first == bounds.end || found[bounds.first] >= place
  }

  /// The first record of a pattern in a part of the history.
  mutating func first(
    _ pattern: StandingChecks.Pattern, in part: Range<Int>, _ instance: Instance
  ) -> Int? {
    let bounds = look(for: pattern)
    var index = index(of: part.lowerBound, bounds)
    while index < bounds.end, found[index] < part.upperBound {
      effort -= 1
      if isOne(found[index], pattern, instance) { return found[index] }
      index += 1
    }
    return nil
  }

  /// The first record of some patterns in a part of the history.
  mutating func firstOf(
    _ patterns: [StandingChecks.Pattern], in part: Range<Int>, _ instance: Instance
  ) -> Int? {
    var earliest: Int?
    for pattern in patterns {
      let part = part.lowerBound..<(earliest ?? part.upperBound)
      earliest = first(pattern, in: part, instance) ?? earliest
    }
    return earliest
  }

  /// The last record of a pattern in a part of the history.
  mutating func last(
    _ pattern: StandingChecks.Pattern, in part: Range<Int>, _ instance: Instance
  ) -> Int? {
    let bounds = look(for: pattern)
    var index = index(of: part.upperBound, bounds) - 1
    while index >= bounds.first, found[index] >= part.lowerBound {
      effort -= 1
      if isOne(found[index], pattern, instance) { return found[index] }
      index -= 1
    }
    return nil
  }

  /// The first record in a part of the history of whose time something is true.
  mutating func firstTime(in part: Range<Int>, where isSo: (VirtualInstant) -> Bool) -> Int? {
    for place in part {
      effort -= 1
      if isSo(records[place].time) { return place }
    }
    return nil
  }

  // MARK: Patterns

  /// Where in what was found the first place is that is not before the given one.
  private func index(of place: Int, _ bounds: (first: Int, end: Int)) -> Int {
    var (low, high) = bounds
    while low < high {
      let middle = (low + high) / 2
      if found[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Finds the records that a pattern speaks of, but for apps and variables.
  private mutating func look(for pattern: StandingChecks.Pattern) -> (first: Int, end: Int) {
    let known = bounds[pattern.number]
    if known.first >= 0 { return known }
    let first = found.count
    if pattern.names.count == 1 {
      var place = firsts[pattern.names[0]]
      while place >= 0 {
        if isOfKindWithMembers(place, pattern) { found.append(place) }
        place = nexts[place]
      }
    } else if pattern.names.isEmpty || pattern.names.contains(where: { firsts[$0] >= 0 }) {
      for place in records.indices
      where pattern.names.isEmpty || pattern.names.contains(names[place]) {
        if isOfKindWithMembers(place, pattern) { found.append(place) }
      }
    }
    bounds[pattern.number] = (first, found.count)
    return (first, found.count)
  }

  private func isOfKindWithMembers(_ place: Int, _ pattern: StandingChecks.Pattern) -> Bool {
    if let kind = pattern.kind, records[place].kind.number != kind.number { return false }
    return !pattern.isPlain || hasMembers(place, pattern.fields, [])
  }

  /// True if a record that was found for a pattern is one of it, for what asks.
  private func isOne(
    _ place: Int, _ pattern: StandingChecks.Pattern, _ instance: Instance
  ) -> Bool {
    if !pattern.isOfAnyApp, apps[place] != 0, apps[place] != apps[instance.place] { return false }
    guard pattern.isPlain else {
      return pattern.record.binding(instance.values).matches(records[place], epoch: epoch)
    }
    return pattern.variableFields.isEmpty
      || hasMembers(place, pattern.variableFields, instance.values)
  }

  private func hasMembers(
    _ place: Int, _ fields: [StandingChecks.Field], _ values: Values
  ) -> Bool {
    for field in fields {
      let name = field.field.name
      let isIdentity =
        field.isIdentity
        || records[place].kind == .result && name == "value" && records[place].returnsIdentities
      guard field.matches(records[place].fields[name], isIdentity, values) else { return false }
    }
    return true
  }
}

extension StandingChecks.Field {
  /// True if a value is what is demanded, with the values of variables.
  func matches(_ value: JSON?, _ isIdentity: Bool, _ values: StandingPlaces.Values) -> Bool {
    guard hasVariables else { return field.matcher.matches(value, isIdentity: isIdentity) }
    if let variable, let bound = values.first(where: { $0.variable == variable }) {
      return Matcher.equal(value ?? .null, bound.value, isIdentity)
    }
    return field.matcher.binding(values).matches(value, isIdentity: isIdentity)
  }
}
