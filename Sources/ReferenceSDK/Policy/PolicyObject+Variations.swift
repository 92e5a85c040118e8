internal import ExactText
internal import JSONText

/// What other SDKs than the contract's make of policy; by the contract each answers as its first line says.
extension PolicyObject {
  // MARK: Properties

  /// True if policy requires it, and false if not.
  func isRequired(_ byPolicy: Bool, _ answer: @autoclosure () -> PolicyBehaviour.Answer) -> Bool {
    byPolicy ? answer() != .never : isManaged && answer() == .always
  }

  /// True if policy allows it, or if there is none.
  func isAllowed(_ byPolicy: Bool, _ answer: @autoclosure () -> PolicyBehaviour.Answer) -> Bool {
    byPolicy ? !isManaged || answer() != .never : answer() == .always
  }

  /// False: the credentials of the organisation do not take the place of the PIN.
  var isReplacedByCredentials: Bool {
    isSet("organizationalCredentialsRequired") && !behaviour.policy.pinsStandBesideCredentials
  }

  /// False: web links open in the managed browser wherever data may go, and whatever is exempted.
  var isFreeOfTheBrowser: Bool {
    outbound == .allApps && !behaviour.policy.browserRuleStandsAlone
      || exemptsTheWeb && !behaviour.policy.exemptionsLeaveTheBrowserRule
  }

  /// True if an exemption names a scheme of the web.
  private var exemptsTheWeb: Bool {
    (settings?["exemptedAppProtocols"]?.array ?? []).contains { exemption in
      exemptedSchemes(exemption["value"]?.string ?? "").contains { $0 == "http" || $0 == "https" }
    }
  }

  /// What notifications may show, as the setting says.
  func reported(_ setting: NotificationPolicy) -> NotificationPolicy {
    if setting == .allow {
      return outbound == .none && !behaviour.policy.notificationsHaveTheirSetting ? .block : .allow
    }
    switch behaviour.policy.notifications {
    case .free: return .allow
    case .blockedIfRestricted: return .block
    case .hiddenIfRestricted where setting == .block: return .blockOrgData
    case .byPolicy, .hiddenIfRestricted:
      return setting == .blockOrgData && outbound == .none
        && !behaviour.policy.bareNotificationsStayBare ? .block : setting
    }
  }

  // MARK: Links and documents

  /// True: links to the web are not blocked but sent to the managed browser.
  var opensWebLinks: Bool { !isManagedBrowserRequired || behaviour.policy.webLinksAreFree }

  /// False: the schemes of the system are those of other apps.
  func isOfTheSystem(_ scheme: String) -> Bool {
    outbound == .managedApps && ["mailto", "tel"].contains(scheme)
      && !behaviour.policy.systemSchemesAreOthers
  }

  /// The schemes of one exemption in lower case: one or several, with semicolons between them.
  func exemptedSchemes(_ value: String) -> [String] {
    let all = value.split(separator: ";").map { exemptedScheme(String($0)) }
    if all.count > 5, !behaviour.policy.exemptionsMayBeMany { return Array(all.prefix(5)) }
    return all.count < 2 || behaviour.policy.exemptionsHaveSeveralSchemes
      ? all : Array(all.prefix(1))
  }

  private func exemptedScheme(_ scheme: String) -> String {
    if scheme.utf8.contains(UInt8(ascii: ".")), !behaviour.policy.exemptedSchemesMayHaveDots {
      return ""
    }
    let lower = scheme.asciiLowercased()
    return lower == scheme || behaviour.policy.exemptionsHaveAnyCase ? lower : scheme
  }

  /// True: every exemption is open.
  func isOpen(exemption place: Int) -> Bool {
    switch behaviour.policy.openExemptions {
    case .all: place < 5 || behaviour.policy.exemptionsMayBeMany
    case .first: place == 0
    case .none: false
    }
  }

  /// True if the scheme ends in the mark of managed apps.
  func hasMarkOfManagedApps(_ scheme: String) -> Bool {
    let mark = "-intunemam"
    return scheme.hasSuffix(mark)
      || scheme.contains(mark) && !behaviour.policy.managedSchemesEndInTheirMark
  }

  /// True: the scheme of a managed app may have dots, and be written in any letter case.
  func takesManagedScheme(_ scheme: String, of url: String) -> Bool {
    if scheme.utf8.contains(UInt8(ascii: ".")), !behaviour.policy.managedSchemesMayHaveDots {
      return false
    }
    return url.hasPrefix(scheme) || behaviour.policy.managedSchemesHaveAnyCase
  }

  /// False: where data may go to every app, a universal link may open any app.
  var leavesUniversalLinksToBrowser: Bool {
    outbound == .allApps && isManagedBrowserRequired
      && !behaviour.policy.universalLinksNeedNoBrowser
  }

  /// False: exports follow the level of what goes out.
  var exportsFollowInbound: Bool { outbound != inbound && !behaviour.policy.exportsFollowOutbound }

  // MARK: Places

  /// True: the SDK knows all places of the edition.
  func isKnown(_ location: SaveLocation) -> Bool {
    switch behaviour.locations.known {
    case .all: true
    case .withoutSharePoint: location != .sharePoint
    case .withoutLocalDrive: location != .localDrive
    case .withoutOther: location != .other
    case .withoutConsumerPlaces: ![.box, .dropbox, .googleDrive].contains(location)
    }
  }

  /// False: no place is closed for its own sake.
  func isForbidden(_ location: OpenLocation, account name: String?, _ level: TransferLevel) -> Bool
  {
    switch location {
    case .sharePoint: behaviour.locations.known == .withoutSharePoint
    case .localStorage where isManaged:
      name != nil && !behaviour.locations.localStorageNeedsNoAccount
        || level == .allApps && !behaviour.locations.freeLevelOpensLocalStorage
    default: false
    }
  }

  /// False: where nothing is limited, the account of a document does not matter (LOC-002, LOC-017).
  func isKeptFromOthers(_ isAccountDocument: Bool, account name: String?) -> Bool {
    isAccountDocument && !isOwn(name) && !behaviour.locations.unlimitedMeansEveryAccount
  }

  /// True: a document of the account needs no place to be listed.
  func takesAccountDocuments(_ listed: [String]) -> Bool {
    !listed.isEmpty || behaviour.locations.accountDocumentsNeedNoList
  }

  /// The account of all places at once: the one that is named, or none.
  func accountOfMaps(_ name: String?) -> String? {
    guard let name else {
      return isMultiIdentity || behaviour.locations.mapsTakeNilAsOneByOne ? nil : account
    }
    guard let account, name != account, IdentityName(name) == IdentityName(account) else {
      return name
    }
    return behaviour.locations.mapsKnowAccountsInAnyCase ? name : ""
  }

  /// The places with whether each is allowed.
  func map(_ places: [(name: String, isAllowed: Bool)]) -> JSONObject {
    let isFree = behaviour.locations.all == .allowed
    let count = places.count - (behaviour.locations.all == .withoutTheLast ? 1 : 0)
    return JSONObject(places.prefix(max(count, 0)).map { ($0.name, .bool($0.isAllowed || isFree)) })
  }

  /// False: without the name of its account SharePoint is nobody's in an app of several identities.
  func isUnnamedSharePoint(_ name: String?) -> Bool {
    name == nil && isMultiIdentity && !behaviour.locations.sharePointNeedsItsAccount
  }

  /// True for what the list names.
  func isListed(_ name: String, _ allowed: [String]) -> Bool {
    switch behaviour.locations.list {
    case .named: allowed.contains(name)
    case .all: true
    case .none: false
    }
  }

  /// False: what is listed for saving does not let the camera be opened from.
  var isListedForSaving: Bool {
    list("allowedDataStorageLocations").contains("photoLibrary")
      && !behaviour.locations.listsAreApart
  }
}
