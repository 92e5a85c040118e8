internal import ExactText

/// What is taken for something that is called alike, or that stands beside it.
enum LikenessDefects {
  static let all: [Defect] = [
    Defect(
      "owners-by-decoded-paths",
      "takes a file for another one whose path has a blank instead of %20",
      ["FIL-001", "FIL-010"], .set(\.files.ownersAreKept, .byDecodedPath)),
    Defect(
      "owners-by-trimmed-paths",
      "takes a file for another one whose path has no dots and blanks at its ends",
      ["FIL-001", "FIL-010"], .set(\.files.ownersAreKept, .byTrimmedPath)),
    Defect(
      "owners-by-shortened-paths",
      "takes a file for another one whose path begins with the same hundred bytes",
      ["FIL-001", "FIL-010"], .set(\.files.ownersAreKept, .byShortenedPath)),
    Defect(
      "owners-by-file-names", "takes a file for another one of its name in another folder",
      ["FIL-001", "FIL-009"], .set(\.files.ownersAreKept, .byName)),
    Defect(
      "setting-is-the-users-alone",
      "leaves the authority of the settings out for everybody but the enrolled user",
      ["AUTH-032"], .set(\.tokens.settingsAreEverybodys, false)),
    Defect(
      "removed-override-takes-the-setting",
      "leaves the authority of the settings out once an override was removed",
      ["AUTH-028", "AUTH-032"], .set(\.tokens.settingsOutlastOverrides, false)),
    Defect(
      "task-takes-the-screens-identity",
      "runs a task of a thread without an identity under that of the screen",
      ["THR-001", "THR-003"], .set(\.tasks.capture, .ofScreen)),
    Defect(
      "schemes-found-within-links",
      "leaves a link to the app in which one of its schemes stands anywhere", ["WEB-006"],
      .set(\.policy.webSchemesComeFirst, false)),
    Defect(
      "last-colours-win", "shows each app in the colours that an app of the device has set last",
      ["UIX-011", "UIX-013"], .set(\.colors.outlastOtherApps, false)),
    Defect(
      "encrypted-elsewhere-without-owner",
      "leaves the owner of a file as it is that another thread than the main one encrypts",
      ["FIL-017"], .set(\.protection.encryptionSetsOwnerEverywhere, false)),
  ]
}
