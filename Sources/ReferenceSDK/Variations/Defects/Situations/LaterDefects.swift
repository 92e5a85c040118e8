internal import ExactText

/// Deviations in what changes after an enrollment: the user of the device, files that are worked on.
enum LaterDefects {
  static let all: [Defect] = [
    Defect(
      "device-settings-of-the-enrolled-user",
      "gives the enrolled user the settings of a device that another user has enrolled",
      ["CFG-020", "CFG-012"], .set(\.configuration.deviceSettings, .ofEnrolledUserToo)),
    Defect(
      "emptied-file-becomes-plain", "leaves a file plain that was encrypted and is cut to nothing",
      ["FIL-026", "FIL-027"], .set(\.protection.emptiedFilesStayEncrypted, false)),
    Defect(
      "lengthened-file-becomes-plain",
      "writes an encrypted file plain if it becomes longer", ["FIL-026", "FIL-027"],
      .set(\.protection.lengthenedFilesStayEncrypted, false)),
  ]
}
