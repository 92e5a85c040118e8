internal import ExactText

enum ConfigurationDefects {
  /// App configuration by key.
  static let all: [Defect] = [
    Defect(
      "fractions-passed-over", "passes over numbers that have a fraction", ["CFG-014", "CFG-018"],
      .set(\.configuration.readsFractions, false)),
    Defect(
      "configuration-first-only", "fullData is only the first of several sets",
      ["CFG-007"],
      .set(\.configuration.fullData, .first)),
    Defect(
      "default-left-out-of-full-data", "leaves the tenant-wide default out of fullData",
      ["CFG-007", "CFG-008"],
      .set(\.configuration.fullData, .targeted)),
    Defect(
      "every-set-marked-as-default", "marks every set of fullData as the default",
      ["CFG-008"],
      .set(\.configuration.mark, .ofAll)),
    Defect(
      "default-unmarked", "takes the mark of the default out of fullData",
      ["CFG-008"],
      .set(\.configuration.mark, .none)),
    Defect(
      "default-beats-targeted", "lets the tenant-wide default win over targeted settings",
      ["CFG-009", "CFG-010"],
      .set(\.configuration.precedence, .defaults)),
    Defect(
      "default-beside-targeted", "returns the default beside targeted settings",
      ["CFG-010", "CFG-009"],
      .set(\.configuration.precedence, .none)),
    Defect(
      "no-conflict-ever", "never sees a conflict",
      ["CFG-011"],
      .set(\.configuration.conflict, .never)),
    Defect(
      "conflict-with-default", "sees a conflict between a targeted value and the default",
      ["CFG-012"],
      .set(\.configuration.conflict, .alsoWithDefault)),
    Defect(
      "conflict-of-equal-values", "sees a conflict of values that are all the same",
      ["CFG-012"],
      .set(\.configuration.conflict, .alsoOfEqualValues)),
    Defect(
      "conflict-of-absent-keys", "sees a conflict of keys that are absent",
      ["CFG-012"],
      .set(\.configuration.conflict, .alsoOfAbsentKeys)),
    Defect(
      "first-of-booleans", "returns the first of several booleans, whatever the query type",
      ["CFG-013"],
      .set(\.configuration.booleans, .first)),
    Defect(
      "or-for-and", "takes or for and in queries of booleans",
      ["CFG-013"],
      .set(\.configuration.booleans, .opposite)),
    Defect(
      "first-of-numbers", "returns the first of several numbers, whatever the query type",
      ["CFG-014"],
      .set(\.configuration.numbers, .first)),
    Defect(
      "largest-for-smallest", "returns the largest number for the smallest",
      ["CFG-014"],
      .set(\.configuration.numbers, .opposite)),
    Defect(
      "numbers-compared-as-texts", "takes 10 for smaller than 9",
      ["CFG-014"],
      .set(\.configuration.comparesNumbers, false)),
    Defect(
      "first-of-strings", "returns the first of several strings, whatever the query type",
      ["CFG-015"],
      .set(\.configuration.strings, .first)),
    Defect(
      "last-string-for-first", "returns the maximum of strings for the minimum",
      ["CFG-015"],
      .set(\.configuration.strings, .opposite)),
    Defect(
      "zero-for-absent-keys", "returns false, 0 or an empty text for a key that is absent",
      ["CFG-016"],
      .set(\.configuration.absentValueIsNil, false)),
    Defect(
      "nil-for-absent-lists", "returns nil instead of an empty list for a key that is absent",
      ["CFG-017"],
      .set(\.configuration.absentValuesAreEmpty, false)),
    Defect(
      "repeated-values-dropped", "returns values that are sent several times only once",
      ["CFG-018"],
      .set(\.configuration.lists, .distinctValues)),
    Defect(
      "first-of-all-values", "returns one value for all values",
      ["CFG-018"],
      .set(\.configuration.lists, .firstValue)),
    Defect(
      "configuration-of-everybody",
      "gives the configuration of the enrolled user for every identity",
      ["CFG-004"],
      .set(\.configuration.isThatOfTheNamedUser, false)),
    Defect(
      "no-configuration-object-for-nil", "returns no object for nil",
      ["CFG-021"],
      .set(\.configuration.ofNobody, .null)),
    Defect(
      "device-settings-for-everybody", "gives the settings of device management for every identity",
      ["CFG-020"],
      .set(\.configuration.deviceSettings, .ofEverybody)),
    Defect(
      "device-settings-for-nobody", "leaves the settings of device management out",
      ["CFG-007", "CFG-020"],
      .set(\.configuration.deviceSettings, .ofNobody)),
    Defect(
      "device-settings-not-notified",
      "does not notify of a change of the settings of device management",
      ["CFG-019"],
      .set(\.configuration.notifiesOfDeviceSettings, false)),
    Defect(
      "configuration-lost-at-relaunch", "loses configuration with the process",
      ["CFG-004", "CFG-007"],
      .set(\.configuration.survivesRelaunch, false)),
    Defect(
      "numbers-in-hexadecimal", "takes a value such as 0x10 for a number",
      ["CFG-016"],
      .set(\.configuration.numbersAreDecimal, false)),
    Defect(
      "configuration-object-empty", "leaves the configuration object of every identity empty",
      ["CFG-004"],
      .set(\.configuration.objectsHoldTheirSets, false)),
    Defect(
      "zeros-make-numbers-octal", "takes a number with a zero before it for an octal one",
      ["CFG-014"],
      .set(\.configuration.zerosBeforeNumbersChangeNothing, false)),
    Defect(
      "same-device-settings-notified",
      "notifies of configuration whatever changes in the device's management",
      ["CFG-019"],
      .set(\.configuration.sameDeviceSettingsAreQuiet, false)),
    Defect(
      "extension-configuration-by-letters",
      "finds the configuration object in an extension only by the letters of the enrollment",
      ["CFG-004", "IDN-010"], .set(\.configuration.extensionsKnowAnyCase, false)),
    Defect(
      "device-settings-of-the-named-user",
      "gives the settings of device management also to the user whom IntuneMAMUPN names",
      ["CFG-020"], .set(\.configuration.namedUsersHaveNoDeviceSettings, false)),
  ]
}
