internal import ExactText

extension LeavingBehaviour {
  /// Whose deregistration makes the SDK unenroll a user.
  package enum UnenrollingDeregistration: Sendable {
    case ofTheEnrolledUser
    /// Whoever is deregistered, the enrolled user is unenrolled.
    case ofAnybodyForTheEnrolledUser
    /// The service is notified of everybody, enrolled or not.
    case ofAnybody
  }

  /// When the call that deregisters returns.
  package enum DeregistrationReturn: Sendable {
    /// The token for the unenrollment is there, or there will be none.
    case onceTheTokenIsDecided
    case atOnce
    /// The service has answered the unenrollment.
    case onceTheServiceHasAnswered
    /// When it should, and before that by an event at once.
    case alsoAtOnce
    /// When it should, and by an event a second after the call.
    case alsoASecondLater
    case never
  }

  /// What becomes of a check-in whose user leaves meanwhile.
  package enum LateCheckIn: Sendable {
    /// It is reported as what it is: it needed an enrollment that is no more.
    case fails
    /// It is reported as a success if the service says so.
    case succeeds
    /// It is given up, and nothing is reported.
    case isGivenUp
  }

  /// Which deregistrations wipe.
  package enum WipingDeregistrations: Sendable {
    /// Those that ask for it.
    case asAskedFor
    case none, all
  }

  /// What makes the SDK wipe beside a deregistration.
  package struct WipeOccasions: OptionSet, Sendable, CustomStringConvertible {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A check-in has brought the command to wipe.
    package static let administratorsCommand = WipeOccasions(rawValue: 1)
    /// A check-in has failed.
    package static let failedCheckIn = WipeOccasions(rawValue: 2)
    /// Policy targets the user no more.
    package static let withdrawnPolicy = WipeOccasions(rawValue: 4)
    /// Another app of the device has unenrolled the user.
    package static let otherApp = WipeOccasions(rawValue: 8)
    /// A user enrolls after another one has left.
    package static let nextUser = WipeOccasions(rawValue: 16)

    /// A check-in has been refused for want of a valid token.
    package static let refusedCheckIn = WipeOccasions(rawValue: 32)
    /// A check-in has been answered in a way that nobody has named.
    package static let unnamedAnswer = WipeOccasions(rawValue: 128)
    /// The device's clock was set ahead by a month or more.
    package static let clockJump = WipeOccasions(rawValue: 64)

    package var description: String {
      let names: [(WipeOccasions, String)] = [
        (.administratorsCommand, "administratorsCommand"), (.failedCheckIn, "failedCheckIn"),
        (.withdrawnPolicy, "withdrawnPolicy"), (.otherApp, "otherApp"), (.nextUser, "nextUser"),
        (.refusedCheckIn, "refusedCheckIn"), (.clockJump, "clockJump"),
        (.unnamedAnswer, "unnamedAnswer"),
      ]
      return "[" + names.filter { contains($0.0) }.map(\.1).joined(separator: ", ") + "]"
    }
  }

  /// About whom the app is asked before a wipe.
  package enum WipeQuestions: Sendable {
    case leavingUser
    /// About the leaving user, by the object ID in the directory.
    case objectID
    /// About the leaving user, two times.
    case leavingUserTwice
    /// About every registered account, and then the leaving user.
    case everyAccount
  }

  /// When the SDK deletes the files of a wipe itself.
  package enum FileDeletion: Sendable {
    /// Unless the app says that it has wiped them.
    case unlessTheAppHas
    case always, never
    /// If the app has a method to wipe them and says that it has not.
    case ifTheAppSaysNo
  }

  /// Whose files the SDK deletes in a wipe.
  package enum DeletedFiles: Sendable {
    case ofTheLeavingUser, ofEverybody
  }

  /// Which comes first, a wipe or the status that belongs to it.
  package enum WipeOrder: Sendable {
    case wipeFirst, statusFirst
  }

  /// What comes after files that the SDK has deleted itself.
  package enum AfterOwnWipe: Sendable {
    /// The app runs on.
    case goesOn
    /// The app is restarted.
    case restarts
  }
}
