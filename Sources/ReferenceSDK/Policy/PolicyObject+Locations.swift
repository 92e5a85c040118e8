internal import ExactText
package import JSONText

/// `IntuneMAMSaveLocation`, by name: the numbers differ from release to release (CNF-29).
package enum SaveLocation: String, Sendable, CaseIterable {
  case other = "Other"
  case oneDriveForBusiness = "OneDriveForBusiness"
  case sharePoint = "SharePoint"
  case box = "Box"
  case dropbox = "Dropbox"
  case googleDrive = "GoogleDrive"
  case localDrive = "LocalDrive"
  case cameraRoll = "CameraRoll"
  case accountDocument = "AccountDocument"
}

/// `IntuneMAMOpenLocation`, by name.
package enum OpenLocation: String, Sendable, CaseIterable {
  case other = "Other"
  case oneDriveForBusiness = "OneDriveForBusiness"
  case sharePoint = "SharePoint"
  case camera = "Camera"
  case localStorage = "LocalStorage"
  case accountDocument = "AccountDocument"
}

extension PolicyObject {
  /// The save locations that the edition has (LOC-008, CNF-28, CNF-30).
  package var saveLocations: [SaveLocation] {
    SaveLocation.allCases.filter { location in
      switch location {
      case .accountDocument: behaviour.policy.savesToAccountDocument
      case .cameraRoll: behaviour.policy.savesToCameraRoll
      default: true
      }
    }
  }

  /// The open locations that the edition has; none before 2020.
  package var openLocations: [OpenLocation] {
    behaviour.policy.opensFromLocations ? OpenLocation.allCases : []
  }

  /// `isSaveToAllowedForLocation:withAccountName:` (LOC-002).
  ///
  /// Data that may go to every app may be saved everywhere, data that may go to none nowhere; in between
  /// `saveAsBlocked` limits saving to `allowedDataStorageLocations` of the managed account (OQ-57 to OQ-60).
  /// - Parameter name: the account in the location; nil for none. Places on the device have no account, so it
  ///   does not matter there (OQ-58).
  package func isSaveToAllowed(for location: SaveLocation, account name: String?) -> Bool {
    let level = behaviour.locations.savingFollowsOutbound ? outbound : inbound
    guard isKnown(location) else { return false }
    if let decision = decision(level, isLimited: isSet("saveAsBlocked")) {
      return decision && !isKeptFromOthers(location == .accountDocument, account: name)
    }
    let allowed = list("allowedDataStorageLocations")
    switch location {
    case .other, .dropbox, .googleDrive: return !behaviour.locations.forbidsOthers
    case .oneDriveForBusiness: return isListed("oneDriveForBusiness", allowed) && isOwn(name)
    case .sharePoint:
      return isListed("sharePoint", allowed) && (isOwn(name) || isUnnamedSharePoint(name))
    case .box: return isListed("box", allowed) && isOwn(name)
    case .localDrive: return isListed("localStorage", allowed) && isOnDevice(name)
    case .cameraRoll: return isListed("photoLibrary", allowed) && isOnDevice(name)
    case .accountDocument: return isOwn(name) && takesAccountDocuments(allowed)
    }
  }

  /// `isOpenFromAllowedForLocation:withAccountName:` (LOC-017), the same for data that comes in.
  package func isOpenFromAllowed(for location: OpenLocation, account name: String?) -> Bool {
    let level = behaviour.locations.openingFollowsInbound ? inbound : outbound
    if isForbidden(location, account: name, level) { return false }
    let isLimited = isSet("blockDataIngestionIntoOrganizationDocuments")
    if let decision = decision(level, isLimited: isLimited) {
      return decision && !isKeptFromOthers(location == .accountDocument, account: name)
    }
    let allowed = list("allowedDataIngestionLocations")
    switch location {
    case .other, .localStorage: return !behaviour.locations.forbidsOthers
    case .oneDriveForBusiness: return isListed("oneDriveForBusiness", allowed) && isOwn(name)
    case .sharePoint: return isListed("sharePoint", allowed) && isOwn(name)
    case .camera: return (isListed("camera", allowed) || isListedForSaving) && isOnDevice(name)
    case .accountDocument: return isOwn(name) && takesAccountDocuments(allowed)
    }
  }

  /// `getSaveToLocationsForAccount:` (LOC-031), by name.
  package func saveToLocations(account named: String?) -> JSON {
    let name = accountOfMaps(named)
    return .object(
      map(saveLocations.map { ($0.rawValue, isSaveToAllowed(for: $0, account: name)) }))
  }

  /// `getOpenFromLocationsForAccount:` (LOC-032), by name.
  package func openFromLocations(account named: String?) -> JSON {
    let name = accountOfMaps(named)
    return .object(
      map(openLocations.map { ($0.rawValue, isOpenFromAllowed(for: $0, account: name)) }))
  }

  // MARK: What decides

  /// What the transfer level alone decides, or that places are not limited; nil if the place decides.
  private func decision(_ level: TransferLevel, isLimited: Bool) -> Bool? {
    if level == .allApps, !isManaged || behaviour.locations.freeLevelAllows { return true }
    if level == .none, behaviour.locations.closedLevelForbids { return false }
    switch behaviour.locations.limit {
    case .bySwitch: return isLimited ? nil : true
    case .always: return nil
    case .never: return true
    }
  }

  /// True for a place on the device, whatever account is named with it (OQ-58).
  private func isOnDevice(_ name: String?) -> Bool {
    name == nil || behaviour.locations.devicePlacesNeedNoAccount || isOwn(name)
  }

  func isOwn(_ name: String?) -> Bool {
    guard let account else { return false }
    guard let name else {
      return !isMultiIdentity && behaviour.locations.account == .enrolledOrNone
    }
    let (named, own) = (IdentityName(name), IdentityName(account))
    if named == own { return name == account || behaviour.locations.accountsHaveAnyCase }
    switch behaviour.locations.account {
    case .enrolled, .enrolledOrNone: return false
    case .enrolledOrFormer: return former.map { IdentityName($0) == named } ?? false
    case .anybody: return true
    case .sameOrganisation: return named.organisation == own.organisation
    }
  }
}
