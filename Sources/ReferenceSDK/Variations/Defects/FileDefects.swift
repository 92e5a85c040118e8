internal import ExactText

enum FileDefects {
  /// Files and whose they are.
  static let all: [Defect] = [
    Defect(
      "files-belong-to-the-enrolled-user", "gives every file to the enrolled user",
      ["FIL-005", "FIL-001", "IDN-004"], .set(\.identity.fileOwner, .enrolledUser)),
    Defect(
      "created-files-belong-to-nobody", "gives new files no owner", ["FIL-002", "FIL-005"],
      .set(\.files.ownerOfCreated, .nobody)),
    Defect(
      "truncating-keeps-the-owner", "leaves the owner of a file that is truncated", ["FIL-003"],
      .set(\.files.ownerOfTruncated, .previous)),
    Defect(
      "appending-takes-over", "gives a file to whoever appends to it", ["FIL-004"],
      .set(\.files.ownerOfAppended, .worker)),
    Defect(
      "reading-takes-over", "gives a file to whoever reads it", ["FIL-004"],
      .set(\.files.ownerOfRead, .worker)),
    Defect(
      "renaming-takes-over", "gives a file to whoever renames it", ["FIL-001"],
      .set(\.files.ownerOfRenamed, .worker)),
    Defect(
      "owners-lost-on-restart", "forgets whose the files are when the process ends",
      ["FIL-001", "WIP-007"], .set(\.files.ownersSurviveRelaunch, false)),
    Defect(
      "missing-files-have-an-owner", "names an owner of files that are not there", ["FIL-009"],
      .set(\.files.missingFilesHaveNoOwner, false)),
    Defect(
      "groups-not-wiped", "does not wipe the files in app groups", ["WIP-007", "WIP-003"],
      .set(\.files.wipeReachesGroups, false)),
    Defect(
      "only-top-files-wiped", "wipes only the files at the top of the folder",
      ["WIP-007", "WIP-003"], .set(\.files.wipeReachesSubfolders, false)),
    Defect(
      "long-names-of-owners-cut", "keeps the first 64 letters of the name of an owner",
      ["FIL-001", "FIL-010"], .set(\.files.ownersHaveLongNames, false)),
    Defect(
      "owners-by-pattern",
      "gives files away whose path fits that of another one as a pattern with underscores",
      ["FIL-001"], .set(\.files.ownersAreOfOnePath, false)),
    Defect(
      "received-file-leaves-what-is-there",
      "leaves the file at the path of a received one as it is, and only gives it to the owner",
      ["SHR-022"], .set(\.files.receivedFilesReplaceOthers, false)),
  ]
}
