internal import ExactText
import MAMRules

/// The scopes of a request, as they were written and as they are compared.
struct Scopes: Equatable {
  /// What every client may ask for: OpenID Connect Core, section 5.4, and a refresh token.
  private static let standard: Set<ExactString> = [
    "openid", "profile", "email", "offline_access", "address", "phone",
  ]
  /// What the words of OpenID Connect are of: they name no resource.
  private static func isStandard(_ word: String) -> Bool { standard.contains(word) }
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
  /// What OpenID Connect asks for, which is not a permission.
  var ofIdentity: [String] { words.filter(Scopes.isStandard) }
  /// What the access token is for, which is the resource of the first scope that is a permission; Graph
  /// without any.
  var resource: String { resources.first ?? Resources.graph }
  /// The resources of the permissions, each once.
  ///
  /// That of a scope stands before its last slash; one without a slash is Graph's if it has a dot, as all of
  /// Graph's have. Any other word is the MAM service's, whose apps may write what they like.
  var resources: [String] {
    var resources: [String] = []
    for word in words where !Scopes.isStandard(word) {
      let resource =
        if Scopes.isOfMAM(word) {
          Resources.mam
        } else if let slash = word.lastIndex(of: "/") {
          String(word[..<slash])
        } else {
          word.contains(".") ? Resources.graph : Resources.mam
        }
      if !resources.contains(where: { Resources.areSame($0, resource) }) {
        resources.append(resource)
      }
    }
    return resources
  }
  /// True if nothing is asked for but the MAM service, which a user may reach before any policy.
  var isOfMAM: Bool {
    let others = words.filter { !Scopes.isStandard($0) }
    return !others.isEmpty && others.allSatisfy(Scopes.isOfMAM)
  }

  private static func isOfMAM(_ word: String) -> Bool {
    word == "mam" || word.hasPrefix(Resources.mam)
  }

  /// The claim `scp` of an access token: permissions without the resource, which the claim `aud` already names.
  ///
  /// Of `api://other/read` a client and the API itself see `read`, as Microsoft's identity platform writes it.
  static func claim(_ permissions: [String]) -> String {
    permissions.map { permission in
      permission.lastIndex(of: "/").map { String(permission[permission.index(after: $0)...]) }
        ?? permission
    }.joined(separator: " ")
  }

  /// The scopes that need consent, without the name of the resource.
  var permissions: [String] {
    words.filter { !Scopes.isStandard($0) && !$0.hasSuffix(".default") }.map { word in
      for graph in Resources.namesOfGraph where word.hasPrefix(graph + "/") {
        return String(word.dropFirst(graph.count + 1))
      }
      return word
    }
  }
}
