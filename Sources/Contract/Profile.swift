internal import ExactText
package import VirtualTime

/// A number of the contract that other vendors have chosen otherwise, by the name under which suites count in it.
package enum ProfileNumber: String, Sendable, CaseIterable {
  /// From a failed enrollment to the next attempt (ENR-008), and from a broken attempt (OQ-03).
  case retry
  /// From one check-in to the next (POL-001).
  case checkIn
  /// The longest that an SDK may wait for an answer before it gives the request up; no document says how long (STA-035).
  case timeout

  /// What the contract says, or, of ``timeout``, what the suites allow for.
  package var standard: VirtualDuration {
    switch self {
    case .retry: .hours(24)
    case .checkIn: .hours(8)
    case .timeout: .minutes(10)
    }
  }

  /// The values that suites can follow: whole minutes, so that parts of them are whole milliseconds.
  package var range: ClosedRange<VirtualDuration> {
    switch self {
    case .retry, .checkIn: .minutes(30) ... .days(30)
    case .timeout: .minutes(1) ... .minutes(10)
    }
  }
}

/// The numbers of a vendor: the contract with other intervals and limits.
///
/// A run under a profile judges by the same sentences, in which these numbers stand for those of the contract. Durations
/// of suites are written in them (`1 retry - 1 ms`), so that the suites follow without being edited.
package struct Profile: Sendable, Equatable {
  /// The name, such as `half`; empty for the contract itself.
  package var name = ""
  /// What it is for, in one sentence.
  package var title = ""
  /// From a failed enrollment to the next attempt.
  package var retry = ProfileNumber.retry.standard
  /// From one check-in to the next.
  package var checkIn = ProfileNumber.checkIn.standard
  /// The longest that an SDK may wait for an answer.
  package var timeout = ProfileNumber.timeout.standard
  /// True if the service sends the time from one check-in to the next, which the SDK need not know by itself (OQ-19).
  package var sendsCheckIn = false

  /// The contract as it is.
  package init() {}

  /// The contract as it is.
  package static let standard = Profile()

  /// One of the numbers.
  package subscript(number: ProfileNumber) -> VirtualDuration {
    get {
      switch number {
      case .retry: retry
      case .checkIn: checkIn
      case .timeout: timeout
      }
    }
    set {
      switch number {
      case .retry: retry = newValue
      case .checkIn: checkIn = newValue
      case .timeout: timeout = newValue
      }
    }
  }

  /// True if nothing but the name differs from the contract.
  package var isStandard: Bool { changed.isEmpty && !sendsCheckIn }

  /// The numbers that differ from the contract's.
  private var changed: [ProfileNumber] {
    ProfileNumber.allCases.filter { self[$0] != $0.standard }
  }

  /// The limit of a case by these numbers: as many times what it is by those of the contract as the longest interval fits
  /// into its own, rounded up.
  package func scaled(_ limit: VirtualDuration) -> VirtualDuration {
    let factors = [ProfileNumber.retry, .checkIn].map { number in
      (self[number].milliseconds + number.standard.milliseconds - 1) / number.standard.milliseconds
    }
    return VirtualDuration(milliseconds: limit.milliseconds * max(1, factors.max() ?? 1))
  }

  /// The length of a unit in which suites write durations; nil for a word that is none.
  package func length(of unit: some StringProtocol) -> VirtualDuration? {
    ProfileNumber.allCases.first { $0.rawValue == unit }.map { self[$0] }
  }

  /// The numbers that differ from the contract's, as a program takes them: `retry=12:00:00.000`, or `checkIn=service`
  /// for one that the service sends.
  package var assignments: [String] {
    let numbers = changed.filter { $0 != .checkIn || !sendsCheckIn }
    return numbers.map { "\($0.rawValue)=\(self[$0])" }
      + (sendsCheckIn ? ["\(ProfileNumber.checkIn.rawValue)=\(Profile.sent)"] : [])
  }

  /// What stands for a number that the service sends.
  private static let sent = "service"

  /// Takes in one of ``assignments``; false if it is none.
  package mutating func take(_ assignment: String) -> Bool {
    let parts = assignment.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let number = ProfileNumber(rawValue: String(parts[0])) else {
      return false
    }
    if number == .checkIn, parts[1] == Profile.sent {
      sendsCheckIn = true
      return true
    }
    guard let value = VirtualDuration(String(parts[1])), number.range.contains(value)
    else { return false }
    self[number] = value
    return true
  }

  /// The numbers in words: `retry 12:00:00.000, checkIn 4:00:00.000`; those of the contract are left out.
  package var text: String {
    var words = changed.map { "\($0.rawValue) \(self[$0])" }
    if sendsCheckIn { words.append("checkIn sent by the service") }
    return words.isEmpty ? "the numbers of the contract" : words.joined(separator: ", ")
  }
}
