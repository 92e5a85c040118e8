internal import ExactText

enum FileReadings {
  /// Files of folders, and users whom the app does not add.
  static let all: [Reading] = [
    Reading(
      "new-files-follow-their-folder",
      "gives a new file the owner of the protected folder that it is made in", ["OQ-52"],
      .set(\.files.foldersLeaveNewFilesAlone, false)),
    Reading(
      "refused-user-stays", "leaves a user enrolled whom the app does not add", ["OQ-45"],
      .set(\.identity.refusedUsersLeave, false)),
  ]
}
