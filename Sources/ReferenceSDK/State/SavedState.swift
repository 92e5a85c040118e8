internal import ExactText
import JSONText
import VirtualTime

/// Everything that survives the process, as a few small values that are saved one by one.
struct SavedState: Sendable {
  /// The values, by the name under which each is saved.
  enum Part: String, CaseIterable {
    case accounts, enrollment, checkInDue, unenrollments, overrides, remediations, locations,
      colors, telemetryIsOff, userDefaults, testPolicy, checkInInterval, marks, appVersion,
      identityToAdd
  }

  /// The registered accounts in the order of their registration (ENR-021).
  var accounts: [Account] = [] { didSet { change(.accounts) } }
  /// The one enrolled user (ENR-014).
  var enrollment: Enrollment? {
    didSet {
      change(.enrollment)
      enrollmentRevision += 1
    }
  }
  /// When the next check-in is due; apart from the enrollment because it changes every 8 hours.
  var checkInDue: VirtualInstant? { didSet { change(.checkInDue) } }
  /// The interval that the service has sent for the enrolled user; nil for the SDK's own (OQ-19).
  var checkInInterval: VirtualDuration? { didSet { change(.checkInInterval) } }
  /// Unenrollments of which the service may not know yet.
  var unenrollments: [PendingUnenrollment] = [] {
    didSet {
      change(.unenrollments)
      enrollmentRevision += 1
    }
  }
  var overrides = Overrides() { didSet { change(.overrides) } }
  /// Compliance remediations to go on with after a restart (AUTH-051).
  var remediations: [Remediation] = [] { didSet { change(.remediations) } }

  /// The hosts of users, if the SDK asks for each only once (ENR-041).
  var locations: [KnownLocation] = [] { didSet { change(.locations) } }

  /// The colours that the app has set, by the names of their properties (UIX-013).
  var colors = JSONObject() { didSet { change(.colors) } }

  /// True once the app has switched telemetry off (TEL-007).
  var telemetryIsOff = false { didSet { change(.telemetryIsOff) } }

  /// What the app has set of its user defaults (AUTH-041).
  var userDefaults = JSONObject() { didSet { change(.userDefaults) } }

  /// The test policy of the settings bundle, and where it was put (DBG-001).
  var testPolicy: JSON? { didSet { change(.testPolicy) } }

  /// What an SDK remembers that does something else the next time, by the names of ``Mark``.
  var marks = JSONObject() { didSet { change(.marks) } }

  /// The version of the app that was launched last, for an SDK to which an update matters.
  var appVersion: String? { didSet { change(.appVersion) } }

  /// The user whom the SDK has enrolled by itself and the app has not been asked to add yet (IDN-055).
  var identityToAdd: String? { didSet { change(.identityToAdd) } }

  /// Counts the changes of who is enrolled and with what policy.
  private(set) var enrollmentRevision = 0

  /// The parts that changed since they were last taken.
  private(set) var changed: [Part] = []

  init() {}

  private mutating func change(_ part: Part) {
    if !changed.contains(part) { changed.append(part) }
  }

  /// The changed parts as they now are; nil values are to be removed.
  mutating func takeChanges() -> [SavedValue] {
    defer { changed.removeAll(keepingCapacity: true) }
    return changed.map { SavedValue(name: $0.rawValue, value: encoded($0)) }
  }

  private func encoded(_ part: Part) -> JSON? {
    switch part {
    case .accounts: accounts.isEmpty ? nil : .array(accounts.map(\.json))
    case .enrollment: enrollment?.json
    case .checkInDue: checkInDue.map { .int($0.milliseconds) }
    case .unenrollments:
      unenrollments.isEmpty ? nil : .array(unenrollments.map(\.json))
    case .overrides: overrides == Overrides() ? nil : overrides.json
    case .remediations: remediations.isEmpty ? nil : .array(remediations.map(\.json))
    case .locations: locations.isEmpty ? nil : .array(locations.map(\.json))
    case .colors: colors.isEmpty ? nil : .object(colors)
    case .telemetryIsOff: telemetryIsOff ? true : nil
    case .userDefaults: userDefaults.isEmpty ? nil : .object(userDefaults)
    case .testPolicy: testPolicy
    case .checkInInterval: checkInInterval.map { .int($0.milliseconds) }
    case .marks: marks.isEmpty ? nil : .object(marks)
    case .appVersion: appVersion.map(JSON.string)
    case .identityToAdd: identityToAdd.map(JSON.string)
    }
  }

  /// Reads what an earlier process saved; a value that cannot be read counts as absent.
  init(_ values: [(name: String, value: JSON)]) {
    for (name, value) in values {
      switch Part(rawValue: name) {
      case .accounts: accounts = (value.array ?? []).compactMap(Account.init)
      case .enrollment: enrollment = Enrollment(value)
      case .checkInDue: checkInDue = value.int.map(VirtualInstant.init)
      case .unenrollments:
        unenrollments = (value.array ?? []).compactMap(PendingUnenrollment.init)
      case .overrides: overrides = Overrides(value)
      case .remediations: remediations = (value.array ?? []).compactMap(Remediation.init)
      case .locations: locations = (value.array ?? []).compactMap(KnownLocation.init)
      case .colors: colors = value.object ?? [:]
      case .telemetryIsOff: telemetryIsOff = value.bool ?? false
      case .userDefaults: userDefaults = value.object ?? [:]
      case .testPolicy: testPolicy = value
      case .checkInInterval: checkInInterval = value.int.map(VirtualDuration.init(milliseconds:))
      case .marks: marks = value.object ?? [:]
      case .appVersion: appVersion = value.string
      case .identityToAdd: identityToAdd = value.string
      case nil: break
      }
    }
    changed = []
  }
}
