import Contract
internal import ExactText
import JSONText
import ReferenceSDK
import StepProtocol

/// Data that the app saves or opens, and where.
struct DataAtPlace {
  /// Whose data it is.
  var identity: String?
  /// Where it lies.
  var place: DataPlace
  /// The account by which the place is reached; nil if it is unknown, or if there is none.
  var account: String?
}

/// Saving and opening, for which the app asks the policy first: what a place is called, and whose it is (LOC-003 to LOC-028).
struct PlaceDuties: AppRules {
  let host: AppHost

  func move(
    _ act: PersonalAct, _ data: DataAtPlace, _ transport: any Transport
  ) throws(HostError) {
    let isSaving = act == .save
    let done: AppDeed = isSaving ? .saved : .opened
    let asks =
      isSaving ? behaviour.duties.asksBeforeSaving : behaviour.duties.asksBeforeOpening
    // The query for opening is there from 2020-01 on.
    guard asks, isSaving || edition >= .e2020_01 else {
      return did(done, data.identity, place: data.place)
    }
    let location = isSaving ? saveLocation(data).rawValue : openLocation(data).rawValue
    let isForOwner = behaviour.duties.asksAboutPlacesFor == .theOwner
    let asked = isForOwner ? data.identity : account(data) ?? data.identity
    let call = try callSDK(
      isSaving ? .isSaveToAllowedForLocation : .isOpenFromAllowedForLocation,
      [
        "identity": asked.map(JSON.string) ?? .null, "location": .string(location),
        "account": account(data).map(JSON.string) ?? .null,
      ], transport)
    let isAllowed = duties.take(call, .returned) != false
    let goesOn = isAllowed || isSaving && !behaviour.duties.heedsForbiddenPlaces
    did(goesOn ? done : .cancelled, data.identity, place: data.place)
  }

  private func saveLocation(_ data: DataAtPlace) -> SaveLocation {
    switch data.place {
    case .oneDriveForBusiness: .oneDriveForBusiness
    case .sharePoint: .sharePoint
    case .localDrive: behaviour.duties.knowsLocalStorage ? .localDrive : .other
    // Before it had a name of its own the photo library was a place on the device.
    case .photoLibrary, .camera:
      edition >= .e2020_06 && behaviour.duties.knowsPhotos ? .cameraRoll : .localDrive
    case .personalService:
      behaviour.duties.privatePlacesAreOther ? unnamed(data, .other) : .oneDriveForBusiness
    case .managedService, .otherService, .unknown:
      isDocument(data) ? unnamed(data, .accountDocument) : .other
    }
  }

  private func openLocation(_ data: DataAtPlace) -> OpenLocation {
    switch data.place {
    case .oneDriveForBusiness: .oneDriveForBusiness
    case .sharePoint: .sharePoint
    case .localDrive: behaviour.duties.knowsLocalStorage ? .localStorage : .other
    case .photoLibrary, .camera: behaviour.duties.knowsPhotos ? .camera : .localStorage
    case .personalService:
      behaviour.duties.privatePlacesAreOther
        ? (behaviour.duties.foreignPlacesAreOther ? .other : .accountDocument)
        : .oneDriveForBusiness
    case .managedService, .otherService, .unknown: isDocument(data) ? .accountDocument : .other
    }
  }

  /// A place without a name, by the names that the edition has.
  private func unnamed(_ data: DataAtPlace, _ location: SaveLocation) -> SaveLocation {
    guard edition >= .e2020_01 else { return .other }
    return location == .other && !behaviour.duties.foreignPlacesAreOther
      ? .accountDocument : location
  }

  /// True if a place that has no name is reached with the managed account.
  private func isDocument(_ data: DataAtPlace) -> Bool {
    switch data.place {
    case .managedService: behaviour.duties.unnamedPlacesAreDocuments
    case .otherService:
      !behaviour.duties.comparesServices && isSame(data.account, data.identity)
        || !behaviour.duties.foreignPlacesAreOther
    default: !behaviour.duties.foreignPlacesAreOther
    }
  }

  private func isSame(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.isSameIgnoringCase(as: other)
  }

  /// The account that the app names for a place.
  private func account(_ data: DataAtPlace) -> String? {
    switch data.place {
    case .localDrive, .photoLibrary, .camera:
      return behaviour.duties.deviceHasNoAccount ? nil : data.identity
    default: break
    }
    guard let account = data.account else {
      return behaviour.duties.unknownAccountIsNil ? nil : data.identity
    }
    return behaviour.duties.namesAccounts ? account : nil
  }
}
