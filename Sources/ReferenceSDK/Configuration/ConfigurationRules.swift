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
      returned(call, .array(fullData(sets).map(JSON.object)))
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
    guard let identity, !identity.isEmpty else { return setsOfNobody }
    var sets =
      setsOfEarlierEnrollments(of: identity) ?? (isForgotten ? [] : setsOfService(for: identity))
    sets += setsLeftBehind(by: identity)
    if let settings = deviceSettings(for: identity) {
      if !sets.isEmpty, !behaviour.configuration.bothChannelsCount { sets = [] }
      sets.append(settings)
    }
    return sets
  }

  /// What device management sends for a user, where the edition knows it (CFG-020).
  func deviceSettings(for identity: String?) -> JSONObject? {
    guard behaviour.configuration.knowsDeviceSettings, let identity, !identity.isEmpty,
      receivesDeviceSettings(identity)
    else { return nil }
    return deviceSettings
  }

  /// The sets for a call that names nobody.
  private var setsOfNobody: [JSONObject]? {
    if let settings = deviceSettingsOfNobody { return [settings] }
    switch behaviour.configuration.ofNobody {
    case .nothing: return []
    case .enrolledUsers: return sets(of: enforced?.identity ?? "nobody@example.org")
    case .null: return nil
    }
  }

  /// The sets that the service has sent for the enrolled user; nobody else has any.
  private func setsOfService(for identity: String) -> [JSONObject] {
    guard let enforced,
      isSame(enforced.identity, identity) || !behaviour.configuration.isThatOfTheNamedUser,
      !isWithheld(enforced, from: identity)
    else { return [] }
    return enforced.configuration.compactMap(\.object)
  }

  func isDefault(_ set: JSONObject) -> Bool {
    set[ConfigurationRules.mark]?.bool ?? false
  }

  /// The values that were sent for a key; those of the default only if there are no others (CFG-009, CFG-010).
  private func values(of key: String, in sets: [JSONObject]) -> [JSON] {
    let targeted = sets.filter { !isDefault($0) }.compactMap { value(of: key, in: $0) }
    let defaults = sets.filter(isDefault).compactMap { value(of: key, in: $0) }
    if targeted.isEmpty, !defaults.isEmpty, let withdrawn = withdrawnValues(of: key) {
      return withdrawn
    }
    guard !targeted.isEmpty, !defaults.isEmpty else {
      let values = sent(targeted + defaults, in: sets)
      return values.count < 2 || behaviour.configuration.keepsOrder ? values : values.reversed()
    }
    return counting(targeted, defaults)
  }

  /// The value of a key in one set.
  func value(of key: String, in set: JSONObject) -> JSON? {
    set[key] ?? value(ofOtherCaseOf: key, in: set)
  }

  /// `hasConflict:`: values that were sent for a key differ; the default takes no part (CFG-011, CFG-012).
  private func hasConflict(_ key: String, in sets: [JSONObject]) -> Bool {
    let targeted = sets.filter { !isDefault($0) }.compactMap { $0[key] }
    return isConflict(targeted.contains { $0 != targeted[0] }, targeted, of: key, in: sets)
  }

  // MARK: Values

  /// The values that are booleans: the service sends each as a text.
  private func flags(_ values: [JSON]) -> [Bool] {
    values.compactMap { value in
      if let flag = value.bool { return flag }
      switch value.string?.asciiLowercased() {
      case "true": return true
      case "false": return false
      default: return flag(ofOther: value)
      }
    }
  }

  /// The values that are numbers: the service sends each as a text.
  private func numbers(_ values: [JSON]) -> [Double] {
    values.compactMap { (value) -> Double? in
      if let number = value.int { return Double(number) }
      if case .double(let number) = value { return number }
      guard let text = value.string.map(spaceless) else { return number(ofFlag: value) }
      if isPassedOver(text) { return nil }
      return ConfigurationRules.isDecimal(text) ? number(ofDecimal: text) : number(ofOther: text)
    }
  }

  /// True for a text of decimal digits, with a minus sign in front and a point among them or without: Swift reads
  /// others as numbers too, such as `0x10` and `nan`.
  static func isDecimal(_ text: String) -> Bool {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
  }

  /// The values that can be had as strings.
  private func strings(_ values: [JSON]) -> [String] {
    values.compactMap { value in
      switch value {
      case .string(let text): isTakenForNothing(text) ? nil : whole(text)
      case .int, .double, .bool: value.text
      default: nil
      }
    }
  }

  private static func json(_ number: Double) -> JSON {
    Int(exactly: number).map(JSON.int) ?? .double(number)
  }

  /// Any of several booleans (0), their logical or (1), their logical and (2) (CFG-013).
  private func pick(_ type: Int, of flags: [Bool]) -> Bool? {
    guard let first = flags.first, flags.contains(!first) else { return flags.first }
    switch taken(type, behaviour.configuration.booleans) {
    case 1: return true
    case 2: return false
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
    switch taken(type, selection) {
    case 1: values.min(by: isBefore)
    case 2: values.max(by: isBefore)
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
    returned(call, .array(listed(values)))
  }
}
