import Contract
internal import ExactText
internal import VirtualTime

extension Defect {
  /// Deviations that suites did not notice before the suites named `tight`.
  static let ofTightness: [Defect] = [
    Defect(
      "restart-dialog-does-nothing",
      "does not end the process when the person has confirmed the restart dialog", ["RST-005"],
      .set(\.restart.endsOnceConfirmed, false)),
    Defect(
      "waiting-switches-lost", "forgets the switches in line when the person cancels the first",
      ["IDN-027"], .set(\.identity.waitingSwitchesGoOn, false)),
  ]
}
