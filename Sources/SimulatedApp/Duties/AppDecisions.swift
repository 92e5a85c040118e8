internal import ExactText
import JSONText
import StepProtocol

/// What the app of this process remembers of what it judges for itself.
struct AppDecisions {
  /// The app's bundle identifier.
  var bundleId = ""
  /// The tenant of the authority that the app signs in at.
  var tenant = ""
  /// Accounts of which the person waits to hear whether they are protected.
  var awaited: [String] = []
  /// True while the authority override is that of a user who is signed in.
  var hasAuthority = false
  /// True once it was set.
  var hadAuthority = false
  /// True once the app has called on the SDK to sign a user in.
  var hasStarted = false
  /// Accounts whose tokens were refused for want of compliance.
  var refused: [String] = []
  /// Settings that wait for the enrollment of their user.
  var settings: [Setting] = []
  /// Documents that were saved, and data that was saved among that of others.
  var documents: [Document] = []
  var mixed: [Document] = []
  /// Whose notifications a service extension handles.
  var extended: String?
  /// True while something is in front that must not be left.
  var isBusy = false
  /// True once it is left to the app how it answers its delegates' handlers.
  var answers = false

  /// A setting of the app configuration that the app needs.
  struct Setting {
    var identity: String
    var key: String
    var kind: SettingKind
  }

  /// Something that the app has saved.
  struct Document {
    var identity: String
    var path: String
    var data: String
  }

  /// Forgets what was saved for a user who has left, and returns it: it is not to be protected again.
  @discardableResult
  mutating func forgetData(of identity: String) -> (documents: [Document], mixed: [Document]) {
    func isTheirs(_ document: Document) -> Bool {
      document.identity.isSameIgnoringCase(as: identity)
    }
    defer {
      documents.removeAll(where: isTheirs)
      mixed.removeAll(where: isTheirs)
    }
    return (documents.filter(isTheirs), mixed.filter(isTheirs))
  }

  /// True if a list holds an account.
  static func holds(_ accounts: [String], _ identity: String?) -> Bool {
    guard let identity else { return false }
    return accounts.contains { $0.isSameIgnoringCase(as: identity) }
  }
}
