internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
package import VirtualTime

/// The first decision of an SDK that the reference SDK makes otherwise: where two histories of one case part.
///
/// An SDK may conform and yet part from the reference SDK earlier, in what the contract leaves open; so this is said
/// beside what a check has found, and not instead of it.
package struct Deviation: Sendable {
  /// When it was.
  package var time: VirtualInstant
  /// The last record that both have, in words; nil if they part at once.
  package var last: String?
  /// What the SDK did, in words; nil if it did nothing more.
  package var subject: String?
  /// What the reference SDK did; nil if it did nothing more.
  package var reference: String?
  /// True if it is in a step that lets time pass, and so came of itself.
  package var isInTime: Bool
  /// True if only one of the two does something at that instant: what differs is when, or whether.
  package var isShifted: Bool

  /// Compares two results of one case, as far as the first came; nil without a reference, or if nothing differs.
  init?(_ subject: CaseResult, _ reference: CaseResult?) {
    guard let reference else { return nil }
    let (left, right) = (subject.history.records, reference.history.records)
    let epoch = subject.history.epoch
    guard
      let index = (0..<max(left.count, right.count)).first(where: { index in
        guard index < left.count, index < right.count else { return true }
        return Deviation.line(left[index]) != Deviation.line(right[index])
      }), index < left.count || index < right.count
    else { return nil }
    let times = [left, right].compactMap { index < $0.count ? $0[index].time : nil }
    time = times.min() ?? epoch
    last = index > 0 ? left[index - 1].text(since: epoch) : nil
    self.subject = index < left.count ? left[index].text(since: epoch) : nil
    self.reference = index < right.count ? right[index].text(since: epoch) : nil
    isShifted =
      index >= left.count || index >= right.count || left[index].time != right[index].time
    let isFirst =
      index < left.count && (index >= right.count || left[index].time < right[index].time)
    isInTime = Deviation.isInTime(index, isFirst ? subject : reference)
  }

  /// True if the record of that place was added in a step that lets time pass.
  private static func isInTime(_ index: Int, _ result: CaseResult) -> Bool {
    guard let step = result.history.reached.first(where: { $0.window.upperBound > index })?.step
    else { return false }
    return DecisionList.isTime(result.conformanceCase.steps[step].action)
  }

  private static func line(_ record: Record) -> [UInt8] {
    var bytes: [UInt8] = []
    record.writeLine(to: &bytes)
    return bytes
  }
}
