internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
internal import ServiceProtocol
package import VirtualTime

/// The first decision of an SDK that the reference SDK makes otherwise: where two histories of one case part.
///
/// An SDK may conform and yet part from the reference SDK earlier, in what the contract leaves open; so this is said
/// beside what a check has found, and not instead of it. How an app or a library signs in, and which words an error has, is
/// left open to every SDK: that counts only if nothing else differs, and then only in the window of the check.
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
  ///
  /// - Parameters:
  ///   - check: the failed check; members that it finds to be other than demanded count.
  ///   - opening: the step that opens its window.
  init?(_ subject: CaseResult, _ reference: CaseResult?, of check: CheckResult, from opening: Int) {
    guard let reference else { return nil }
    let isOpen = Openness(check.difference)
    let sides = [subject, reference]
    let decisive = sides.map { result in
      result.history.records.indices.filter { !isOpen.record(result.history.records[$0]) }
    }
    let windows = sides.map { result in
      Array(result.history.records.indices.dropFirst(result.history.start(ofStep: opening)))
    }
    guard
      let parting = Deviation.parting(sides, decisive, isOpen.withoutOpenMembers)
        ?? Deviation.parting(sides, windows, { $0 })
    else { return nil }
    let (left, right) = (parting.left, parting.right)
    let (mine, theirs) = (subject.history.records, reference.history.records)
    let epoch = subject.history.epoch
    let times = [left.map { mine[$0].time }, right.map { theirs[$0].time }].compactMap(\.self)
    time = times.min() ?? epoch
    last = parting.last.map { mine[$0].text(since: epoch) }
    self.subject = left.map { mine[$0].text(since: epoch) }
    self.reference = right.map { theirs[$0].text(since: epoch) }
    let areApart = times.count < 2 || times[0] != times[1]
    let isFirst = left != nil && (right == nil || areApart && times[0] < times[1])
    isShifted = areApart
    isInTime = Deviation.isInTime(
      (isFirst ? left : right) ?? 0, isFirst ? subject : reference)
  }

  /// Where two histories part: the place in each, nil if it has no more, and that of the last record that both have.
  private struct Parting {
    var left: Int?
    var right: Int?
    var last: Int?
  }

  /// Compares the records of some places of two histories.
  ///
  /// - Parameter whatCounts: a record without what does not count.
  private static func parting(
    _ sides: [CaseResult], _ places: [[Int]], _ whatCounts: (Record) -> Record
  ) -> Parting? {
    func line(_ side: Int, _ index: Int) -> [UInt8]? {
      guard index < places[side].count else { return nil }
      return Deviation.line(whatCounts(sides[side].history.records[places[side][index]]))
    }
    let count = max(places[0].count, places[1].count)
    guard let index = (0..<count).first(where: { line(0, $0) != line(1, $0) }) else { return nil }
    func place(_ side: Int) -> Int? {
      index < places[side].count ? places[side][index] : nil
    }
    return Parting(
      left: place(0), right: place(1), last: index > 0 ? places[0][index - 1] : nil)
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

/// What the contract and the service protocol leave to every SDK, unless a check is about it.
private struct Openness {
  private let members: [String]
  /// What the check is about, which is not left open.
  private let subject: String?

  init(_ difference: Difference?) {
    subject = difference?.subject
    let wanted = difference?.members ?? []
    members = Openness.members.filter { !wanted.contains($0) }
  }

  /// As whom and where a library signs in, of which version the SDK is, and what it says of an error besides that it is one.
  private static let members = [
    "authority", "clientId", "error", "errorString", "redirectUri", "sdkVersion",
  ]

  /// True for a request that a library may make or not: one that only asks where to sign in, or signs in an app by itself.
  func record(_ record: Record) -> Bool {
    guard record.kind == .request, let endpoint = Endpoint(rawValue: record.name),
      subject != "request \(record.name)"
    else { return false }
    return switch endpoint {
    case .discovery, .keys, .userRealm: true
    case .token: record.fields["grant"] == "password"
    default: false
    }
  }

  /// The record without the members that are left open.
  func withoutOpenMembers(_ record: Record) -> Record {
    guard record.kind == .request || record.kind == .event else { return record }
    var record = record
    record.fields = JSONObject(
      record.fields.members.compactMap { member -> (String, JSON)? in
        guard members.contains(member.name) else { return (member.name, member.value) }
        // That there is a text is demanded.
        return member.name == "errorString" && member.value != .null ? (member.name, "...") : nil
      })
    return record
  }
}

extension History {
  /// How many records there were before a step.
  fileprivate func start(ofStep step: Int) -> Int {
    reached.last { $0.step < step }?.window.upperBound ?? 0
  }
}
