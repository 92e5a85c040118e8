internal import ExactText

/// What is left behind by one thing and decides another one, of another kind.
enum AftermathDefects {
  static let all: [Defect] = [
    Defect(
      "cancelled-link-cancels-the-next-switch",
      "ends a switch that has passed its checks as the link before it has ended",
      ["IDN-031"], .set(\.identity.linksLeaveNoResult, false)),
    Defect(
      "cancelled-switch-refuses-the-next-link",
      "does not handle a link that has passed its checks if the switch before it did not succeed",
      ["IDN-048"], .set(\.identity.switchesLeaveNoResult, false)),
    Defect(
      "open-files-as-they-were",
      "writes a file in plain text that was encrypted after it was opened",
      ["FIL-026", "FIL-027"], .set(\.protection.openFilesFollowTheDisk, false)),
    Defect(
      "files-given-away-with-their-folder",
      "gives the files of a folder's owner to whom the folder is given",
      ["FIL-001", "FIL-014"], .set(\.files.filesOutlastOwnersOfFolders, false)),
    Defect(
      "leavers-refused-tokens-kept",
      "goes on with a token that the service has refused when its user left", ["AUTH-002"],
      .set(\.tokens.renewsTokensRefusedToLeavers, false)),
  ]
}
