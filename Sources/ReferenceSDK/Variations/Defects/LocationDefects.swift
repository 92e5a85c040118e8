internal import ExactText

enum LocationDefects {
  /// Where data may be saved and opened from.
  static let all: [Defect] = [
    Defect(
      "free-level-forbids", "limits places although data may go to every app",
      ["LOC-002", "LOC-017"],
      .set(\.locations.freeLevelAllows, false)),
    Defect(
      "closed-level-allows", "allows places although data may go to no app",
      ["LOC-002", "LOC-017"],
      .set(\.locations.closedLevelForbids, false)),
    Defect(
      "places-always-limited", "limits places although no policy does",
      ["LOC-002", "LOC-017"],
      .set(\.locations.limit, .always)),
    Defect(
      "places-never-limited", "allows every place although policy limits them",
      ["LOC-002", "LOC-017"],
      .set(\.locations.limit, .never)),
    Defect(
      "every-place-listed", "allows places that the policy does not list",
      ["LOC-002", "LOC-017"],
      .set(\.locations.list, .all)),
    Defect(
      "no-place-listed", "forbids places that the policy lists",
      ["LOC-002", "LOC-017"],
      .set(\.locations.list, .none)),
    Defect(
      "places-of-anybody", "allows managed places of any account",
      ["LOC-002", "LOC-017"],
      .set(\.locations.account, .anybody)),
    Defect(
      "places-of-colleagues", "allows managed places of other accounts of the organisation",
      ["LOC-002", "LOC-017"],
      .set(\.locations.account, .sameOrganisation)),
    Defect(
      "other-places-allowed", "allows personal places although policy limits places",
      ["LOC-002", "LOC-017"],
      .set(\.locations.forbidsOthers, false)),
    Defect(
      "device-places-of-others-forbidden",
      "forbids places on the device if an account is named with them",
      ["LOC-002", "LOC-017"],
      .set(\.locations.devicePlacesNeedNoAccount, false)),
    Defect(
      "opening-follows-outbound", "goes by what may go out when data comes in",
      ["LOC-017"],
      .set(\.locations.openingFollowsInbound, false)),
    Defect(
      "saving-follows-inbound", "goes by what may come in when data goes out",
      ["LOC-002"],
      .set(\.locations.savingFollowsOutbound, false)),
    Defect(
      "all-places-allowed-at-once", "allows every place when asked for all",
      ["LOC-031", "LOC-032"],
      .set(\.locations.all, .allowed)),
    Defect(
      "last-place-missing", "leaves a place out when asked for all",
      ["LOC-031", "LOC-032"],
      .set(\.locations.all, .withoutTheLast)),
    Defect(
      "share-point-unknown", "does not know SharePoint",
      ["LOC-008", "LOC-002"],
      .set(\.locations.known, .withoutSharePoint)),
    Defect(
      "local-drive-unknown", "does not know the local drive",
      ["LOC-008", "LOC-002"],
      .set(\.locations.known, .withoutLocalDrive)),
    Defect(
      "other-places-unknown", "does not know other places",
      ["LOC-008", "LOC-002"],
      .set(\.locations.known, .withoutOther)),
    Defect(
      "consumer-places-unknown", "does not know Box, Dropbox and Google Drive",
      ["LOC-008", "LOC-002"],
      .set(\.locations.known, .withoutConsumerPlaces)),
    Defect(
      "account-documents-need-a-list",
      "forbids documents of the account while no place is listed", ["LOC-002", "LOC-017"],
      .set(\.locations.accountDocumentsNeedNoList, false)),
    Defect(
      "test-policy-forgets-the-camera-roll",
      "allows the camera roll under a test policy that limits places", ["LOC-034", "LOC-002"],
      .set(\.locations.testPoliciesLimitTheCameraRoll, false)),
  ]
}
