internal import ExactText
import JSONText

/// What other SDKs than the contract's make of configuration; by the contract each answers as its first line says.
extension ConfigurationRules {
  // MARK: Sets of settings

  /// None: who has registered again and is not enrolled yet has nothing of the last enrollment.
  func setsOfEarlierEnrollments(of identity: String) -> [JSONObject]? {
    broughtBefore(to: identity)?.compactMap(\.object)
  }

  /// The same before its sets are read.
  func broughtBefore(to identity: String?) -> [JSON]? {
    guard enforced == nil, let former = memory.formerEnrollment, !former.configuration.isEmpty,
      isSame(former.identity, identity), accountIndex(former.identity) != nil,
      !behaviour.configuration.returnersHaveNone
    else { return nil }
    return former.configuration
  }

  /// None: configuration ends with the enrollment.
  func setsLeftBehind(by identity: String) -> [JSONObject] {
    guard let left = memory.configurationLeftBehind, isSame(left.identity, identity) else {
      return []
    }
    return left.configuration.compactMap(\.object)
  }

  /// False: the enrolled user has the configuration after a relaunch, in any letter case and during re-enrollments.
  func isWithheld(_ enforced: Enrollment, from identity: String) -> Bool {
    if state.hooksAreActive, !behaviour.configuration.survivesRelaunch { return true }
    if enforced.identity != identity, !behaviour.configuration.namesHaveAnyCase { return true }
    if isStillBehind, !behaviour.configuration.isThereInTheBackground { return true }
    return !enforced.configuration.isEmpty && underWay.contains { $0.trigger == .reenroll }
      && !behaviour.configuration.staysDuringReEnrollments
  }

  /// The configuration that a check-in puts in force: what the service has sent.
  func received(_ sets: [JSON], by identity: String, isFirst: Bool) -> [JSON] {
    guard isFirst, let former = memory.formerEnrollment, isSame(former.identity, identity),
      former.configuration != sets, !behaviour.configuration.returnersHaveWhatIsSentNow
    else { return sets }
    return former.configuration
  }

  /// Every set as it was sent: in the tenant-wide default, and only there, is the mark (CFG-007, CFG-008).
  func fullData(_ sets: [JSONObject]) -> [JSONObject] {
    if !sets.isEmpty, !state.hooksAreActive, !behaviour.configuration.fullDataComesAtOnce {
      return []
    }
    guard sets.count > 1 || sets.contains(where: isDefault) else { return marked(sets) }
    let different = sets.enumerated().filter { !sets[..<$0.offset].contains($0.element) }
    if different.count < sets.count, !behaviour.configuration.equalSetsAreAllReturned {
      return marked(different.map(\.element))
    }
    return switch behaviour.configuration.fullData {
    case .everything: marked(sets)
    case .first: marked(Array(sets.prefix(1)))
    case .targeted: marked(sets.filter { !isDefault($0) })
    }
  }

  private func marked(_ sets: [JSONObject]) -> [JSONObject] {
    guard !sets.isEmpty else { return sets }
    let mark: JSON?
    switch behaviour.configuration.mark {
    case .ofDefault: return sets
    case .ofAll: mark = true
    case .none: mark = nil
    }
    return sets.map { set in
      var set = set
      set[ConfigurationRules.mark] = mark
      return set
    }
  }

  // MARK: Settings of device management

  /// True in an app that was launched in the background and has not come to the front yet.
  private var isStillBehind: Bool {
    memory.isLaunchedInBackground && !memory.hasComeToTheFront && !context.isExtension
  }

  /// The settings of now, wherever the app is.
  var deviceSettings: JSONObject? {
    if isStillBehind, !behaviour.configuration.deviceSettingsAreThereInTheBackground { return nil }
    let now = context.management.configuration
    let atLaunch = memory.managementAtLaunch.configuration
    if now != atLaunch, context.settings["AppGroupIdentifiers"] != nil,
      !behaviour.configuration.deviceSettingsFollowBesideAppGroups
    {
      return atLaunch
    }
    return now == atLaunch || behaviour.configuration.deviceSettingsAreCurrent ? now : atLaunch
  }

  /// None: settings of device management are those of a user.
  var deviceSettingsOfNobody: JSONObject? {
    guard let settings = deviceSettings, !behaviour.configuration.deviceSettingsNeedAName else {
      return nil
    }
    return settings
  }

  /// True for the user for whom the device is enrolled, also after that user has left.
  func receivesDeviceSettings(_ identity: String) -> Bool {
    if isSame(context.management.configuredUPN, identity),
      !isSame(context.management.mdmUser, identity),
      !behaviour.configuration.namedUsersHaveNoDeviceSettings
    {
      return true
    }
    let isReceiver =
      switch behaviour.configuration.deviceSettings {
      case .ofManagedUser: isSame(context.management.mdmUser, identity)
      case .ofEverybody: true
      case .ofNobody: false
      case .ofEnrolledUserToo:
        isSame(context.management.mdmUser, identity) || isSame(enforced?.identity, identity)
      }
    if isReceiver, identity != context.management.mdmUser,
      !behaviour.configuration.deviceUsersHaveAnyCase
    {
      return false
    }
    return isReceiver
      && (!isSame(memory.lastLeaver, identity)
        || behaviour.configuration.deviceSettingsOutlastDepartures)
  }

  // MARK: The values of a key

  /// None: once nothing is targeted any more, the default counts.
  func withdrawnValues(of key: String) -> [JSON]? {
    let before = memory.configurationBefore.compactMap(\.object)
      .filter { !isDefault($0) }.compactMap { value(of: key, in: $0) }
    return before.isEmpty || behaviour.configuration.withdrawnTargetsGiveWay ? nil : before
  }

  /// The values that were targeted.
  func counting(_ targeted: [JSON], _ defaults: [JSON]) -> [JSON] {
    switch behaviour.configuration.precedence {
    case .targeted: targeted
    case .defaults: defaults
    case .none: defaults + targeted
    }
  }

  /// None: keys are exact.
  func value(ofOtherCaseOf key: String, in set: JSONObject) -> JSON? {
    let other = set.members.first { $0.name.isSameIgnoringCase(as: key) }
    return other == nil || behaviour.configuration.keysAreExact ? nil : other?.value
  }

  /// True if targeted values differ.
  func isConflict(
    _ differ: Bool, _ targeted: [JSON], of key: String, in sets: [JSONObject]
  ) -> Bool {
    let all = sets.compactMap { $0[key] }
    switch behaviour.configuration.conflict {
    case .betweenTargetedValues:
      if targeted.count == 1, all.count > 1, all[0] != all[1], sets.first.map(isDefault) ?? false,
        !behaviour.configuration.firstDefaultsAreNoRivals
      {
        return true
      }
      return differ
    case .alsoWithDefault: return all.contains { $0 != all[0] }
    case .alsoOfEqualValues: return targeted.count > 1
    case .alsoOfAbsentKeys: return all.isEmpty || differ
    case .alsoOfSingleValues: return all.count == 1 || differ
    case .never: return false
    }
  }

  // MARK: Types of values

  /// None: a value that is no boolean is left out.
  func flag(ofOther value: JSON) -> Bool? {
    if let number = value.int, !behaviour.configuration.numbersAreNoBooleans { return number != 0 }
    return behaviour.configuration.ignoresOtherTypes ? nil : false
  }

  /// None: a boolean is no number.
  func number(ofFlag value: JSON) -> Double? {
    guard let flag = value.bool, !behaviour.configuration.booleansAreNoNumbers else { return nil }
    return flag ? 1 : 0
  }

  /// The text with its spaces, with which it is no number.
  func spaceless(_ text: String) -> String {
    text.utf8.contains(UInt8(ascii: " ")) && !behaviour.configuration.spacesAreNoPartOfNumbers
      ? text.filter { $0 != " " } : text
  }

  /// False: negative numbers and fractions are numbers.
  func isPassedOver(_ text: String) -> Bool {
    if text.hasPrefix("-"), !behaviour.configuration.readsNegativeNumbers { return true }
    return ConfigurationRules.isDecimal(text)
      && !(behaviour.configuration.readsFractions || Int(text) != nil)
  }

  /// The number that the digits stand for, whatever zeros are before them.
  func number(ofDecimal text: String) -> Double? {
    guard text.hasPrefix("0"), !behaviour.configuration.zerosBeforeNumbersChangeNothing,
      let octal = Int(text, radix: 8)
    else { return Double(text) }
    return Double(octal)
  }

  /// None: a text that is no decimal number is left out.
  func number(ofOther text: String) -> Double? {
    if behaviour.configuration.numbersAreDecimal || Double(text) == nil {
      return behaviour.configuration.ignoresOtherTypes ? nil : 0
    }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// False: every text is a value.
  func isTakenForNothing(_ text: String) -> Bool {
    text == "null" && !behaviour.configuration.wordsForNothingAreValues
  }

  /// The string with its spaces.
  func whole(_ text: String) -> String {
    guard text.hasPrefix(" ") || text.hasSuffix(" "), !behaviour.configuration.stringsAreWhole
    else { return text }
    let characters = text.drop { $0 == " " }
    return String(characters.reversed().drop { $0 == " " }.reversed())
  }

  // MARK: Which of several values

  /// The type that the call asks for.
  func taken(_ type: Int, _ selection: ConfigurationBehaviour.Selection) -> Int {
    switch (type, selection) {
    case (_, .byType): type
    case (1, .opposite): 2
    case (2, .opposite): 1
    default: 0
    }
  }

  /// Every value.
  func listed(_ values: [JSON]) -> [JSON] {
    switch behaviour.configuration.lists {
    case .everyValue: values
    case .distinctValues:
      values.enumerated().filter { !values[..<$0.offset].contains($0.element) }.map(\.element)
    case .firstValue: Array(values.prefix(1))
    }
  }

  /// False: the enrolled user has the configuration that was sent (CFG-004).
  var isForgotten: Bool { state.isIn(behaviour.lapses.configuration) }

  /// The values that were sent for a key, which are none of a key that was not (CFG-016).
  func sent(_ values: [JSON], in sets: [JSONObject]) -> [JSON] {
    values.isEmpty && !behaviour.configuration.absentKeysHaveNoValue
      ? sets.prefix(1).flatMap { $0.members.prefix(1).map(\.value) } : values
  }
}
