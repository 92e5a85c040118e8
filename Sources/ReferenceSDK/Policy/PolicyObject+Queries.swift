internal import ExactText
internal import JSONText

extension PolicyObject {
  /// `isURLAllowed:` (POL-014): false if policy blocks opening the URL.
  ///
  /// Links to the web are not blocked but sent to the managed browser where policy asks for it. A scheme of
  /// another app is open to every app, to managed apps (which register their schemes with the suffix
  /// `-intunemam`), or to none; `exemptedAppProtocols` are always open.
  package func isURLAllowed(_ url: String) -> Bool {
    isURLAllowedByPolicy(url)
      ? outbound != .allApps || settings == nil || behaviour.policy.isURLAllowed != .never
      : behaviour.policy.isURLAllowed == .always
  }

  private func isURLAllowedByPolicy(_ url: String) -> Bool {
    let scheme = PolicyObject.scheme(of: url)
    if isManagedBrowserRequired, scheme == "http" || scheme == "https",
      !behaviour.policy.webLinksAreFree
    {
      return false
    }
    if outbound == .allApps || scheme == "http" || scheme == "https" { return true }
    if outbound == .managedApps, ["mailto", "tel"].contains(scheme),
      !behaviour.policy.systemSchemesAreOthers
    {
      return true
    }
    // A value has one scheme or several, with semicolons between them.
    let exempt = (settings?["exemptedAppProtocols"]?.array ?? []).map {
      exempted(schemes: $0["value"]?.string ?? "")
    }
    if let place = exempt.firstIndex(where: { $0.contains(scheme) }), isOpen(exemption: place) {
      return true
    }
    guard outbound == .managedApps, scheme.hasSuffix("-intunemam") else { return false }
    if scheme.utf8.contains(UInt8(ascii: ".")), !behaviour.policy.managedSchemesMayHaveDots {
      return false
    }
    return url.hasPrefix(scheme) || behaviour.policy.managedSchemesHaveAnyCase
  }

  /// The schemes of one exemption as they are compared.
  private func exempted(schemes: String) -> [String] {
    let all = schemes.split(separator: ";").map { exempted(scheme: String($0)) }
    return all.count < 2 || behaviour.policy.exemptionsHaveSeveralSchemes
      ? all : Array(all.prefix(1))
  }

  /// A scheme of an exempted app as it is compared.
  private func exempted(scheme: String) -> String {
    if scheme.utf8.contains(UInt8(ascii: ".")), !behaviour.policy.exemptedSchemesMayHaveDots {
      return ""
    }
    let lower = scheme.asciiLowercased()
    return lower == scheme || behaviour.policy.exemptionsHaveAnyCase ? lower : scheme
  }

  /// True if the exempted app at that place of the list is open.
  private func isOpen(exemption place: Int) -> Bool {
    switch behaviour.policy.openExemptions {
    case .all: true
    case .first: place == 0
    case .none: false
    }
  }

  /// `isUniversalLinkAllowed:` (POL-015): a universal link may open any app, so only if all may be reached.
  package func isUniversalLinkAllowed(_ url: String) -> Bool {
    if outbound == .allApps, isManagedBrowserRequired,
      !behaviour.policy.universalLinksNeedNoBrowser
    {
      return false
    }
    return outbound == .allApps
      ? settings == nil || behaviour.policy.isUniversalLinkAllowed != .never
      : behaviour.policy.isUniversalLinkAllowed == .always
  }

  /// `isDocumentPickerAllowed:` (POL-016): false if policy blocks the mode whatever the person picks.
  package func isDocumentPickerAllowed(_ mode: DocumentPickerMode) -> Bool {
    let isInbound = mode == .import || mode == .open
    let level =
      isInbound || outbound != inbound && !behaviour.policy.exportsFollowOutbound
      ? inbound : outbound
    if level == .none { return behaviour.policy.isDocumentPickerAllowed == .always }
    return settings == nil || behaviour.policy.isDocumentPickerAllowed != .never
  }

  /// The scheme of a URL in lower case; empty if there is none.
  static func scheme(of url: String) -> String {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return "" }
    return url[..<colon].asciiLowercased()
  }
}

/// `UIDocumentPickerMode`, by name and by number.
package enum DocumentPickerMode: Int, Sendable, CaseIterable {
  case `import` = 0
  case open = 1
  case exportToService = 2
  case moveToService = 3

  /// The mode of that name, such as `exportToService`; nil if there is none.
  package init?(name: String) {
    guard let mode = DocumentPickerMode.allCases.first(where: { "\($0)" == name }) else {
      return nil
    }
    self = mode
  }
}
