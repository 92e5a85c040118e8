internal import ExactText

extension Defect {
  /// Files.
  static let ofFiles: [Defect: Description] = [
    .filesBelongToTheEnrolledUser: (
      "gives every file to the enrolled user", ["FIL-005", "FIL-001", "IDN-004"]
    ),
    .createdFilesBelongToNobody: ("gives new files no owner", ["FIL-002", "FIL-005"]),
    .truncatingKeepsTheOwner: ("leaves the owner of a file that is truncated", ["FIL-003"]),
    .appendingTakesOver: ("gives a file to whoever appends to it", ["FIL-004"]),
    .readingTakesOver: ("gives a file to whoever reads it", ["FIL-004"]),
    .renamingTakesOver: ("gives a file to whoever renames it", ["FIL-001"]),
    .ownersLostOnRestart: (
      "forgets whose the files are when the process ends", ["FIL-001", "WIP-007"]
    ),
    .missingFilesHaveAnOwner: ("names an owner of files that are not there", ["FIL-009"]),
    .groupsNotWiped: ("does not wipe the files in app groups", ["WIP-007", "WIP-003"]),
    .onlyTopFilesWiped: ("wipes only the files at the top of the folder", ["WIP-007", "WIP-003"]),
  ]
}
