internal import Contract
internal import ExactText

/// The libraries by which an app signs people in, and what shows that one is used.
enum AuthenticationLibrary: String, Sendable, CaseIterable {
  case adal = "ADAL"
  case msal = "MSAL"

  /// Names of the frameworks of the library.
  private var frameworks: [String] { self == .adal ? ["ADAL", "ADALiOS"] : ["MSAL"] }
  /// The class by which an app comes to it.
  private var mainClass: String {
    self == .adal ? "ADAuthenticationContext" : "MSALPublicClientApplication"
  }
  /// Names of its packages.
  private var packages: [String] {
    self == .adal
      ? ["ADAL", "ADALiOS", "azure-activedirectory-library-for-objc"]
      : ["MSAL", "microsoft-authentication-library-for-objc"]
  }

  /// True or false if the files show it; nil if they do not.
  func isUsed(_ view: RuleView) -> Bool? {
    if let program = view.bundle.program {
      let isLinked = program.slices.contains { slice in
        slice.libraries.contains { frameworks.contains($0.lastPart) }
          || slice.definesClass(prefix: mainClass) || slice.refersToClass(mainClass)
      }
      if isLinked { return true }
      return program.slices.allSatisfy(\.isReadable) ? false : nil
    }
    if view.evidence.package(packages) != nil { return true }
    let references = view.evidence.projects.flatMap { $0.references + $0.linked }
    if references.contains(where: { reference in
      frameworks.contains { reference.name == "\($0).framework" }
        || reference.name == "lib\(frameworks.last!).a"
    }) {
      return true
    }
    if view.evidence.projects.contains(where: { $0.packageProducts.contains(rawValue) }) {
      return true
    }
    return view.evidence.packages.isEmpty ? nil : false
  }

  /// True or false if the files show whether the app uses any library; nil if they do not.
  static func anyIsUsed(_ view: RuleView) -> Bool? {
    let found = allCases.map { $0.isUsed(view) }
    if found.contains(true) { return true }
    return found.contains(where: { $0 == nil }) ? nil : false
  }
}

/// A value of the sign-in that a key of the settings gives, or a property at run time.
struct SignInValue: Sendable {
  /// The keys, one of which is enough.
  let keys: [String]
  /// Why the value of a key does not show what it has to be; nil if it does.
  let doubt: @Sendable (_ key: String, _ text: String) -> String?
  /// The property that is set instead.
  let property: String

  static let client = SignInValue(
    keys: ["ADALClientId"], doubt: { SignInForm.doubt(ofClient: $1, in: $0) },
    property: "aadClientIdOverride")
  static let authority = SignInValue(
    keys: ["ADALAuthority"], doubt: { SignInForm.doubt(ofAuthority: $1, in: $0) },
    property: "aadAuthorityUriOverride")
  static let redirect = SignInValue(
    keys: ["ADALRedirectUri", "ADALRedirectScheme"],
    doubt: { SignInForm.doubt(ofRedirect: $1, in: $0) }, property: "aadRedirectUriOverride")

  /// Kept if a key has it, or if the app sets the property; not shown if nothing shows what the app sets.
  func outcome(_ view: RuleView) -> RuleOutcome {
    let doubts = doubts(view)
    if doubts.contains(where: { $0 == nil }) { return .kept }
    let setter = "set\(property.prefix(1).asciiUppercased())\(property.dropFirst()):"
    if view.evidence.sources.contains(where: { $0.place(of: property) != nil }) { return .kept }
    if let slices = view.bundle.program?.slices {
      if slices.contains(where: { $0.hasMethod(setter) }) { return .kept }
      if doubts.isEmpty, slices.allSatisfy(\.isReadable) { return .violated([missing(view)]) }
    }
    if let doubt = doubts.first { return .notShown(doubt ?? "") }
    if !view.evidence.sources.isEmpty { return .violated([missing(view)]) }
    return .notShown(
      "\(name) is not set; no program or source shows whether the app sets \(property)")
  }

  /// For each key that is set, why its value shows nothing, or nil if it does.
  func doubts(_ view: RuleView) -> [String?] {
    keys.compactMap { key -> String?? in
      guard let text = view.bundle.settings?[key]?.string, !text.isEmpty else { return nil }
      return .some(AppBundle.hasVariable(text) ? nil : doubt(key, text))
    }
  }

  private var name: String { keys.joined(separator: " or ") }

  private func missing(_ view: RuleView) -> AuditFinding {
    var finding = view.setting(
      "neither \(name) nor \(property) is set", keys[0],
      do: "add \(name) to IntuneMAMSettings with the value of the app's registration")
    // Without an authority a default takes its place (SET-002).
    finding.isMild = property == SignInValue.authority.property
    return finding
  }
}
