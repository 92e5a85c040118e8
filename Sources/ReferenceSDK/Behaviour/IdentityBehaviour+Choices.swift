internal import ExactText

extension IdentityBehaviour {
  /// Which names are those of one user.
  package enum SameNames: Sendable {
    case inAnyLetterCase
    /// In any letter case of the letters A to Z.
    case inAnyASCIILetterCase
    /// As full lower-casing has them, in which a final sigma is another letter than a sigma.
    case asLowercased
    case byteForByte
    /// Whatever stands behind the `@`.
    case ofAnyDomain
  }

  /// Whom the handler of a link is told as its sender.
  package enum ToldSender: Sendable {
    case sender, nobody
    /// Who works in the app.
    case active
    /// Who has worked in the app before the link.
    case activeBefore
  }

  /// Which users the app is asked to add whom it has enrolled itself.
  package enum OwnUsers: Sendable {
    case none, registered, signedIn, retried
  }

  /// Which two identities `isIdentity:equalTo:` calls equal.
  package enum EqualIdentities: Sendable {
    /// Two names of one user, and nil and nil.
    case sameUser
    /// All of one domain, too.
    case sameDomain
    /// Only two spellings of one name, whatever object IDs are known.
    case sameName
    /// Only two names of the managed user.
    case sameManagedUser
    /// Only two names that full lower-casing makes one.
    case sameOnceLowercased
    /// Nobody and whoever is compared with nobody, too.
    case nobodyAndAnybody
  }

  /// Of whom `isIdentityManaged:` is true.
  package enum ReportedAsManaged: Sendable {
    case enrolledUser
    /// Of registered accounts that have not enrolled, too.
    case registeredAccounts
    /// Of the user who was enrolled before, too, once another one is.
    case enrolledUserBefore
    case everybody, nobody
  }

  /// Under whom an app with several identities starts.
  package enum StartIdentity: Sendable {
    case nobody, enrolledUser
  }

  /// What a getter returns for an identity that is not set.
  package enum UnsetIdentity: Sendable {
    case nothing, processIdentity
  }

  /// Which window is meant by a call that names none.
  package enum UnnamedWindow: Sendable {
    case keyWindow
    /// The one that was named last.
    case lastNamed
  }

  /// Who owns what a thread does with files.
  package enum FileOwner: Sendable {
    /// The thread's identity, else that of the process.
    case effectiveIdentity
    /// Who decides policy on the thread.
    case uiIdentity
    case enrolledUser
  }

  /// Whom policy restricts.
  package enum RestrictedUsers: Sendable {
    /// The managed user.
    case managed
    /// Everybody, as soon as there is policy.
    case all
    /// Everybody while nobody is enrolled, and then the managed user.
    case allBeforeEnrollment
  }

  /// What the policy object of a user is to whom no policy applies.
  package enum UnrestrictedPolicy: Sendable {
    /// An object that restricts nothing.
    case object
    case null
  }

  /// Which checks of conditional launch are made again at later switches.
  package enum CheckedAgain: Sendable {
    case everything
    /// The PIN alone.
    case pin
  }

  /// Which conditional-launch checks a switch to a managed identity makes.
  package enum ChecksMade: Sendable {
    case askedForByPolicy, none, all
    /// The first one that policy asks for.
    case first
    /// All that policy asks for but the sign-in.
    case allButSignIn
    /// All that policy asks for but the compliance of the device.
    case allButCompliance
  }

  /// When a switch ends.
  package enum SwitchEnd: Sendable {
    case afterItsChecks, beforeItsChecks
    /// After its checks, which do not wait for the person.
    case withoutThePerson
  }

  /// What becomes of a switch while another one waits for a person.
  package enum SecondSwitch: Sendable {
    case waits, overtakes
    /// It ends at once as not allowed.
    case isRefused
  }

  /// By which rules switches are judged that come while another one is running.
  package enum LineRules: Sendable {
    case asEver
    /// Whatever the identity of the main thread is.
    case withoutTheMainThread
    /// Also colleagues of the managed user are switched to.
    case withoutTheOrganisation
  }

  /// How often the completion handler of a switch is called.
  package enum CompletionCalls: Sendable {
    case once, twice, threeTimes, onceAndAnHourLater
  }

  /// How the identity changes for a link that needs another one.
  package enum LinkSwitch: Sendable {
    /// The app is asked, and once it has accepted the SDK switches.
    case bySDKOnceAccepted
    /// The app is asked, and has to switch by itself.
    case byAppOnceAccepted
    /// The SDK switches without asking.
    case bySDKUnasked
  }

  /// To whom the app is asked to switch.
  package enum AskedIdentity: Sendable {
    /// The empty string.
    case nobody
    /// The user whom it is about.
    case user
  }

  /// When the app is asked to add the user whom the SDK has enrolled.
  package enum AddQuestion: Sendable {
    /// Once the launch has enrolled the user.
    case onceEnrolledByLaunch
    case never
    /// Then, and at every launch with `AutoEnrollOnLaunch`.
    case atEveryLaunch
  }

  /// What becomes of a link that comes before the app has started.
  package enum EarlyLinks: Sendable {
    /// The same as of any other.
    case asLater
    case lost
    /// Of several links the first one is opened.
    case lostBehindAnother
    /// It is opened as if nobody were known to have sent it.
    case withoutTheirSender
  }
}
