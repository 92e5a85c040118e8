import Contract
internal import ExactText
import JSONText
internal import StepProtocol

/// App configuration by key: what the service and device management tell the app (CFG-004 to CFG-021).
struct ConfigurationRules: SDKRules {
  let state: SDKState

  /// What the service puts into the tenant-wide default, and into nothing else (CFG-008).
  static let mark = "__IsDefault"

  /// Performs a call of `IntuneMAMAppConfig`; false if the API is none of its.
  func perform(_ call: APICall) -> Bool {
    guard call.api.capability == .appConfig else { return false }
    guard let sets = sets(of: call.identity) else {
      returned(call)
      return true
    }
    if call.api == .fullData {
      let isComplete =
        sets.isEmpty || state.hooksAreActive || behaviour.configuration.fullDataComesAtOnce
      returned(call, .array(isComplete ? fullData(sets).map(JSON.object) : []))
      return true
    }
    guard let key = call.arguments["key"]?.string else {
      act(.refused(.badArguments, "\"\(call.api.rawValue)\" needs the key to ask about"))
      return true
    }
    let type = call.arguments["queryType"]?.int ?? 0
    let values = values(of: key, in: sets)
    switch call.api {
    case .hasConflict: returned(call, .bool(hasConflict(key, in: sets)))
    case .boolValueForKey:
      single(call, pick(type, of: flags(values)).map(JSON.bool), none: false)
    case .numberValueForKey:
      single(call, pick(type, of: numbers(values)).map(ConfigurationRules.json), none: 0)
    case .stringValueForKey:
      single(call, pick(type, of: strings(values)).map(JSON.string), none: "")
    case .allBoolsForKey: list(call, flags(values).map(JSON.bool))
    case .allNumbersForKey: list(call, numbers(values).map(ConfigurationRules.json))
    default: list(call, strings(values).map(JSON.string))
    }
    return true
  }

  // MARK: Sets of settings

  /// The sets that are an identity's; nil if there is no object at all.
  private func sets(of identity: String?) -> [JSONObject]? {
    guard let identity, !identity.isEmpty else {
      if let settings = deviceSettings, !behaviour.configuration.deviceSettingsNeedAName {
        return [settings]
      }
      switch behaviour.configuration.ofNobody {
      case .nothing: return []
      case .enrolledUsers: return sets(of: enforced?.identity ?? "nobody@example.org")
      case .null: return nil
      }
    }
    var sets: [JSONObject] = []
    if let enforced,
      isSame(enforced.identity, identity) || !behaviour.configuration.isThatOfTheNamedUser
    {
      sets = enforced.configuration.compactMap(\.object)
      if state.hooksAreActive, !behaviour.configuration.survivesRelaunch { sets = [] }
      if enforced.identity != identity, !behaviour.configuration.namesHaveAnyCase { sets = [] }
    }
    if !sets.isEmpty, underWay.contains(where: { $0.trigger == .reenroll }),
      !behaviour.configuration.staysDuringReEnrollments
    {
      sets = []
    }
    if let brought = broughtBefore(to: identity) { sets = brought.compactMap(\.object) }
    if let left = memory.configurationLeftBehind, isSame(left.identity, identity) {
      sets += left.configuration.compactMap(\.object)
    }
    if let settings = deviceSettings, behaviour.configuration.knowsDeviceSettings,
      receivesDeviceSettings(identity),
      !isSame(memory.lastLeaver, identity) || behaviour.configuration.deviceSettingsOutlastDepartures
    {
      if !sets.isEmpty, !behaviour.configuration.bothChannelsCount { sets = [] }
      sets.append(settings)
    }
    return sets
  }

  /// The settings of device management.
  private var deviceSettings: JSONObject? {
    let now = context.management.configuration
    let atLaunch = memory.managementAtLaunch.configuration
    return now == atLaunch || behaviour.configuration.deviceSettingsAreCurrent ? now : atLaunch
  }

  private func receivesDeviceSettings(_ identity: String) -> Bool {
    switch behaviour.configuration.deviceSettings {
    case .ofManagedUser: isSame(context.management.mdmUser, identity)
    case .ofEverybody: true
    case .ofNobody: false
    case .ofEnrolledUserToo:
      isSame(context.management.mdmUser, identity) || isSame(enforced?.identity, identity)
    }
  }

  /// What the last enrollment of a user has brought who has registered again and is not enrolled yet; nil by the contract.
  func broughtBefore(to identity: String?) -> [JSON]? {
    guard enforced == nil, let former = memory.formerEnrollment, !former.configuration.isEmpty,
      isSame(former.identity, identity), accountIndex(former.identity) != nil,
      !behaviour.configuration.returnersHaveNone
    else { return nil }
    return former.configuration
  }

  /// The configuration that a check-in puts in force.
  func received(_ sets: [JSON], by identity: String, isFirst: Bool) -> [JSON] {
    guard isFirst, let former = memory.formerEnrollment, isSame(former.identity, identity),
      former.configuration != sets, !behaviour.configuration.returnersHaveWhatIsSentNow
    else { return sets }
    return former.configuration
  }

  private func isDefault(_ set: JSONObject) -> Bool {
    set[ConfigurationRules.mark]?.bool ?? false
  }

  /// `fullData` (CFG-007, CFG-008).
  private func fullData(_ sets: [JSONObject]) -> [JSONObject] {
    guard sets.count > 1 || sets.contains(where: isDefault) else { return marked(sets) }
    switch behaviour.configuration.fullData {
    case .everything: return marked(sets)
    case .first: return marked(Array(sets.prefix(1)))
    case .targeted: return marked(sets.filter { !isDefault($0) })
    }
  }

  private func marked(_ sets: [JSONObject]) -> [JSONObject] {
    guard !sets.isEmpty else { return sets }
    switch behaviour.configuration.mark {
    case .ofDefault: return sets
    case .ofAll:
      return sets.map { set in
        var set = set
        set[ConfigurationRules.mark] = true
        return set
      }
    case .none:
      return sets.map { set in
        var set = set
        set[ConfigurationRules.mark] = nil
        return set
      }
    }
  }

  /// The values that were sent for a key; those of the default only if there are no others (CFG-009, CFG-010).
  private func values(of key: String, in sets: [JSONObject]) -> [JSON] {
    let targeted = sets.filter { !isDefault($0) }.compactMap { value(of: key, in: $0) }
    let defaults = sets.filter(isDefault).compactMap { value(of: key, in: $0) }
    if targeted.isEmpty, !defaults.isEmpty {
      let before = memory.configurationBefore.compactMap(\.object)
        .filter { !isDefault($0) }.compactMap { value(of: key, in: $0) }
      if !before.isEmpty, !behaviour.configuration.withdrawnTargetsGiveWay { return before }
    }
    guard !targeted.isEmpty, !defaults.isEmpty else {
      let values = targeted + defaults
      return values.count < 2 || behaviour.configuration.keepsOrder ? values : values.reversed()
    }
    switch behaviour.configuration.precedence {
    case .targeted: return targeted
    case .defaults: return defaults
    case .none: return defaults + targeted
    }
  }

  /// The value of a key in one set.
  private func value(of key: String, in set: JSONObject) -> JSON? {
    if let value = set[key] { return value }
    let other = set.members.first { $0.name.isSameIgnoringCase(as: key) }
    return other == nil || behaviour.configuration.keysAreExact ? nil : other?.value
  }

  /// `hasConflict:` (CFG-011, CFG-012).
  private func hasConflict(_ key: String, in sets: [JSONObject]) -> Bool {
    let targeted = sets.filter { !isDefault($0) }.compactMap { $0[key] }
    let all = sets.compactMap { $0[key] }
    switch behaviour.configuration.conflict {
    case .betweenTargetedValues:
      if targeted.count == 1, all.count > 1, all[0] != all[1], sets.first.map(isDefault) ?? false,
        !behaviour.configuration.firstDefaultsAreNoRivals
      {
        return true
      }
      return targeted.contains { $0 != targeted[0] }
    case .alsoWithDefault: return all.contains { $0 != all[0] }
    case .alsoOfEqualValues: return targeted.count > 1
    case .alsoOfAbsentKeys: return all.isEmpty || targeted.contains { $0 != targeted[0] }
    case .alsoOfSingleValues: return all.count == 1 || targeted.contains { $0 != targeted[0] }
    case .never: return false
    }
  }

  // MARK: Values

  /// The values that are booleans: the service sends each as a text.
  private func flags(_ values: [JSON]) -> [Bool] {
    values.compactMap { value in
      if let flag = value.bool { return flag }
      if let number = value.int, !behaviour.configuration.numbersAreNoBooleans {
        return number != 0
      }
      switch value.string?.asciiLowercased() {
      case "true": return true
      case "false": return false
      default: return behaviour.configuration.ignoresOtherTypes ? nil : false
      }
    }
  }

  private func numbers(_ values: [JSON]) -> [Double] {
    values.compactMap { (value) -> Double? in
      if let number = value.int { return Double(number) }
      if let flag = value.bool, !behaviour.configuration.booleansAreNoNumbers {
        return flag ? 1 : 0
      }
      if case .double(let number) = value { return number }
      guard var text = value.string else { return nil }
      if text.utf8.contains(UInt8(ascii: " ")), !behaviour.configuration.spacesAreNoPartOfNumbers {
        text = text.filter { $0 != " " }
      }
      if text.hasPrefix("-"), !behaviour.configuration.readsNegativeNumbers { return nil }
      if ConfigurationRules.isDecimal(text) {
        return behaviour.configuration.readsFractions || Int(text) != nil ? Double(text) : nil
      }
      if behaviour.configuration.numbersAreDecimal || Double(text) == nil {
        return behaviour.configuration.ignoresOtherTypes ? nil : 0
      }
      return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  /// True for a text of decimal digits, with a minus sign in front and a point among them or without: Swift reads
  /// others as numbers too, such as `0x10` and `nan`.
  private static func isDecimal(_ text: String) -> Bool {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
  }

  private func strings(_ values: [JSON]) -> [String] {
    values.compactMap { value in
      switch value {
      case .string(let text): trimmed(text)
      case .int, .double, .bool: value.text
      default: nil
      }
    }
  }

  /// A string as it is returned: with its spaces.
  private func trimmed(_ text: String) -> String {
    guard text.hasPrefix(" ") || text.hasSuffix(" "), !behaviour.configuration.stringsAreWhole
    else { return text }
    let characters = text.drop { $0 == " " }
    return String(characters.reversed().drop { $0 == " " }.reversed())
  }

  private static func json(_ number: Double) -> JSON {
    Int(exactly: number).map(JSON.int) ?? .double(number)
  }

  /// Any of several booleans (0), their logical or (1), their logical and (2) (CFG-013).
  private func pick(_ type: Int, of flags: [Bool]) -> Bool? {
    guard let first = flags.first, flags.contains(!first) else { return flags.first }
    switch (type, behaviour.configuration.booleans) {
    case (1, .byType), (2, .opposite): return true
    case (2, .byType), (1, .opposite): return false
    default: return first
    }
  }

  /// Any of several numbers (0), the smallest (1), the largest (2) (CFG-014).
  private func pick(_ type: Int, of numbers: [Double]) -> Double? {
    pick(type, of: numbers, behaviour.configuration.numbers) {
      behaviour.configuration.comparesNumbers
        ? $0 < $1
        : ExactString(ConfigurationRules.json($0).text)
          < ExactString(ConfigurationRules.json($1).text)
    }
  }

  /// Any of several strings (0), the first by its code points (1), the last (2) (CFG-015, OQ-61).
  private func pick(_ type: Int, of strings: [String]) -> String? {
    pick(type, of: strings, behaviour.configuration.strings) {
      behaviour.configuration.comparesLetterCase
        ? $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars)
        : $0.foldedCase().unicodeScalars.lexicographicallyPrecedes($1.foldedCase().unicodeScalars)
    }
  }

  private func pick<Value>(
    _ type: Int, of values: [Value], _ selection: ConfigurationBehaviour.Selection,
    by isBefore: (Value, Value) -> Bool
  ) -> Value? {
    switch (type, selection) {
    case (1, .byType), (2, .opposite): values.min(by: isBefore)
    case (2, .byType), (1, .opposite): values.max(by: isBefore)
    default: values.first
    }
  }

  // MARK: Results

  /// Returns one value, or nil if there is none (CFG-016).
  private func single(_ call: APICall, _ value: JSON?, none: JSON) {
    if let value { return returned(call, value) }
    returned(call, behaviour.configuration.absentValueIsNil ? .null : none)
  }

  /// Returns all values, or an empty list (CFG-017, CFG-018).
  private func list(_ call: APICall, _ values: [JSON]) {
    if values.isEmpty {
      return returned(call, behaviour.configuration.absentValuesAreEmpty ? [] : .null)
    }
    switch behaviour.configuration.lists {
    case .everyValue: returned(call, .array(values))
    case .distinctValues:
      let distinct = values.enumerated().filter { !values[..<$0.offset].contains($0.element) }
      returned(call, .array(distinct.map(\.element)))
    case .firstValue: returned(call, .array(Array(values.prefix(1))))
    }
  }
}
