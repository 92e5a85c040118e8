internal import ExactText
public import JSONText

/// `IntuneMAMSaveLocation`, by name: the numbers differ from release to release (CNF-29).
public enum SaveLocation: String, Sendable, CaseIterable {
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
public enum OpenLocation: String, Sendable, CaseIterable {
  case other = "Other"
  case oneDriveForBusiness = "OneDriveForBusiness"
  case sharePoint = "SharePoint"
  case camera = "Camera"
  case localStorage = "LocalStorage"
  case accountDocument = "AccountDocument"
}

extension PolicyObject {
  /// The save locations that the edition has (LOC-008, CNF-28, CNF-30).
  public var saveLocations: [SaveLocation] {
    SaveLocation.allCases.filter { location in
      switch location {
      case .accountDocument: behaviour.policy.savesToAccountDocument
      case .cameraRoll: behaviour.policy.savesToCameraRoll
      default: true
      }
    }
  }

  /// The open locations that the edition has; none before 2020.
  public var openLocations: [OpenLocation] {
    behaviour.policy.opensFromLocations ? OpenLocation.allCases : []
  }

  /// `isSaveToAllowedForLocation:withAccountName:` (LOC-002).
  ///
  /// Data that may go to every app may be saved everywhere, data that may go to none nowhere; in between
  /// `saveAsBlocked` limits saving to `allowedDataStorageLocations` of the managed account (OQ-57 to OQ-60).
  /// - Parameter name: the account in the location; nil for none. Places on the device have no account, so it
  ///   does not matter there (OQ-58).
  public func isSaveToAllowed(for location: SaveLocation, account name: String?) -> Bool {
    switch outbound {
    case .allApps: return true
    case .none: return false
    case .managedApps: break
    }
    guard isSet("saveAsBlocked") else { return true }
    let allowed = list("allowedDataStorageLocations")
    switch location {
    case .other, .dropbox, .googleDrive: return false
    case .oneDriveForBusiness: return allowed.contains("oneDriveForBusiness") && isOwn(name)
    case .sharePoint: return allowed.contains("sharePoint") && isOwn(name)
    case .box: return allowed.contains("box") && isOwn(name)
    case .localDrive: return allowed.contains("localStorage")
    case .cameraRoll: return allowed.contains("photoLibrary")
    case .accountDocument: return isOwn(name)
    }
  }

  /// `isOpenFromAllowedForLocation:withAccountName:` (LOC-017), the same for data that comes in.
  public func isOpenFromAllowed(for location: OpenLocation, account name: String?) -> Bool {
    switch inbound {
    case .allApps: return true
    case .none: return false
    case .managedApps: break
    }
    guard isSet("blockDataIngestionIntoOrganizationDocuments") else { return true }
    let allowed = list("allowedDataIngestionLocations")
    switch location {
    case .other, .localStorage: return false
    case .oneDriveForBusiness: return allowed.contains("oneDriveForBusiness") && isOwn(name)
    case .sharePoint: return allowed.contains("sharePoint") && isOwn(name)
    case .camera: return allowed.contains("camera")
    case .accountDocument: return isOwn(name)
    }
  }

  /// `getSaveToLocationsForAccount:` (LOC-031), by name.
  public func saveToLocations(account name: String?) -> JSON {
    .object(
      JSONObject(
        saveLocations.map { ($0.rawValue, .bool(isSaveToAllowed(for: $0, account: name))) }))
  }

  /// `getOpenFromLocationsForAccount:` (LOC-032), by name.
  public func openFromLocations(account name: String?) -> JSON {
    .object(
      JSONObject(
        openLocations.map { ($0.rawValue, .bool(isOpenFromAllowed(for: $0, account: name))) }))
  }

  private func isOwn(_ name: String?) -> Bool {
    guard let name, let account else { return false }
    return IdentityName(name) == IdentityName(account)
  }
}
