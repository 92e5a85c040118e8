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
    if scheme == "http" || scheme == "https" { return opensWebLinks }
    if outbound == .allApps || isOfTheSystem(scheme) || isExempted(scheme) { return true }
    return outbound == .managedApps && hasMarkOfManagedApps(scheme)
      && takesManagedScheme(scheme, of: url)
  }

  /// True for a scheme of `exemptedAppProtocols`.
  private func isExempted(_ scheme: String) -> Bool {
    let exempted = (settings?["exemptedAppProtocols"]?.array ?? []).map {
      exemptedSchemes($0["value"]?.string ?? "")
    }
    guard let place = exempted.firstIndex(where: { $0.contains(scheme) }) else { return false }
    return isOpen(exemption: place)
  }

  /// `isUniversalLinkAllowed:` (POL-015): a universal link may open any app, so only if all may be reached.
  package func isUniversalLinkAllowed(_ url: String) -> Bool {
    if leavesUniversalLinksToBrowser { return false }
    return isAllowed(outbound == .allApps, behaviour.policy.isUniversalLinkAllowed)
  }

  /// `isDocumentPickerAllowed:` (POL-016): false if policy blocks the mode whatever the person picks.
  package func isDocumentPickerAllowed(_ mode: DocumentPickerMode) -> Bool {
    let isInbound = mode == .import || mode == .open
    let level = isInbound || exportsFollowInbound ? inbound : outbound
    return isAllowed(level != .none, behaviour.policy.isDocumentPickerAllowed)
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
