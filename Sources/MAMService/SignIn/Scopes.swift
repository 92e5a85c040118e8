internal import ExactText

/// The scopes of a request, as they were written and as they are compared.
struct Scopes: Equatable {
  /// What every client may ask for: OpenID Connect Core, section 5.4, and a refresh token.
  private static let standard: Set<ExactString> = [
    "openid", "profile", "email", "offline_access", "address", "phone",
  ]
  /// The resource of a scope that names none.
  private static let graph = "https://graph.microsoft.com"
  /// The permissions of Graph that this service knows something to do with.
  static let everything = [
    "DeviceManagementApps.ReadWrite.All", "DeviceManagementManagedDevices.ReadWrite.All",
    "Directory.ReadWrite.All", "Group.ReadWrite.All", "User.ReadWrite.All",
  ]

  /// The text of the request.
  let text: String
  private let words: [String]

  /// Reads a list that is separated by blanks.
  init(_ text: String) {
    self.text = text
    words = text.split(separator: " ").map(String.init)
  }

  /// True if a refresh token is asked for.
  var asksForRefreshToken: Bool { words.contains("offline_access") }
  /// True if an identity token is asked for.
  var asksForIdentity: Bool { words.contains("openid") }
  /// True if the identity token is to tell the mail address.
  var asksForEmail: Bool { words.contains("email") }
  /// True if everything is asked for that has been consented to.
  var asksForDefault: Bool { words.contains { $0.hasSuffix("/.default") || $0 == ".default" } }
  /// What the access token is for: what stands before the last slash of the first scope that names a
  /// resource of its own.
  var resource: String {
    for word in words where !Scopes.isOfMAM(word) {
      if let slash = word.lastIndex(of: "/") { return String(word[..<slash]) }
    }
    return Scopes.graph
  }
  /// True if nothing is asked for but the MAM service, which a user may reach before any policy.
  var isOfMAM: Bool {
    let others = words.filter { !Scopes.standard.contains($0) }
    return !others.isEmpty && others.allSatisfy(Scopes.isOfMAM)
  }

  private static func isOfMAM(_ word: String) -> Bool {
    word == "mam" || word.hasPrefix("https://msmamservice.api.application")
  }

  /// The scopes that need consent, without the name of the resource.
  var permissions: [String] {
    words.filter { !Scopes.standard.contains($0) && !$0.hasSuffix(".default") }.map {
      $0.hasPrefix(Scopes.graph + "/") ? String($0.dropFirst(Scopes.graph.count + 1)) : $0
    }
  }
}
