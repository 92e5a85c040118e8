internal import ExactText

/// Deviations that only show if something else is under way, has failed before, or is done by another app.
enum BesideDefects {
  static let all: [Defect] = [
    Defect(
      "leaver-at-sign-in-listed-again",
      "lists an account in the next process whose sign-in was open when it left",
      ["DRG-002", "ENR-021"],
      .set(\.leaving.openSignInsLeaveNobody, false)),
    Defect(
      "leaver-at-request-listed-again",
      "lists an account in the next process whose request was under way when it left",
      ["DRG-002", "ENR-021"],
      .set(\.leaving.openRequestsLeaveNobody, false)),
  ]
}
