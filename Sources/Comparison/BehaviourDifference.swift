internal import Conformance
internal import ExactText
internal import JSONText
internal import ServiceProtocol
package import VirtualTime

/// Something that an SDK does otherwise than before: one record that differs, or a stretch that comes in another order.
package struct BehaviourDifference: Sendable, Equatable {
  /// How two histories can differ.
  package enum Kind: String, Sendable, CaseIterable {
    /// A record that was not there before.
    case extra
    /// A record that is not there any more.
    case missing
    /// The same record at another time.
    case time
    /// The same record with other members.
    case member
    /// The same record at another place among those of its instant.
    case order
  }

  /// How they differ.
  package let kind: Kind
  /// Kind and name of the record, such as `request enroll`.
  package let subject: String
  /// The participant; empty for the service and what the case itself does.
  package let app: String
  /// The members that differ, with those above them: `body.version`.
  package let members: [String]
  /// How much later than before it comes; nil unless the time is what differs.
  package let shift: VirtualDuration?
  /// When it came, or had come before, since the start of the case.
  package let offset: VirtualDuration
  /// The difference in words.
  package let text: String

  /// True for requests and events; messages and results show the same a second time.
  private var isOfTheSDK: Bool { subject.hasPrefix("request ") || subject.hasPrefix("event ") }

  /// What is the same in all cases in which one change of the SDK shows.
  var key: ExactString {
    // What comes later by the same time comes so together: a request, and the event that it leads to.
    if let shift { return ExactString("time \(shift.milliseconds)") }
    return ExactString("\(kind.rawValue) \(subject) \(members.joined(separator: ","))")
  }

  /// The differences of two histories, in the order in which they occur.
  static func all(
    _ old: [Record], _ new: [Record], epoch: VirtualInstant = .defaultEpoch
  ) -> [BehaviourDifference] {
    let alignment = HistoryAlignment(old, new)
    var found: [BehaviourDifference] = []
    var lastOld = -1
    for pair in alignment.pairs {
      switch (pair.old.map { old[$0] }, pair.new.map { new[$0] }) {
      case (nil, let record?):
        found.append(there(.extra, record, "\(record.subject)\(record.owner) is new", epoch))
      case (let record?, nil):
        found.append(there(.missing, record, "\(record.subject)\(record.owner) is gone", epoch))
      case (let before?, let after?):
        let isOutOfOrder = pair.isMoved || (pair.old ?? 0) < lastOld
        // What was moved does not make others come in another order.
        if !pair.isMoved, before.time == after.time { lastOld = max(lastOld, pair.old ?? 0) }
        if let difference = between(before, after, isOutOfOrder: isOutOfOrder, epoch) {
          found.append(difference)
        }
      case (nil, nil): break
      }
    }
    // What the SDK does stands before the wake-ups that it asks for, and before what its calls return then.
    func place(_ difference: BehaviourDifference) -> (VirtualDuration, Int) {
      (difference.offset, difference.isOfTheSDK ? 0 : 1)
    }
    let ranked = found.enumerated().sorted {
      let (left, right) = (place($0.element), place($1.element))
      return left == right ? $0.offset < $1.offset : left < right
    }
    return ranked.map(\.element)
  }

  private static func there(
    _ kind: Kind, _ record: Record, _ text: String, _ epoch: VirtualInstant
  ) -> BehaviourDifference {
    let offset = record.time - epoch
    return BehaviourDifference(
      kind: kind, subject: record.subject, app: record.app, members: [], shift: nil,
      offset: offset, text: "\(text), at +\(offset)")
  }

  private static func between(
    _ before: Record, _ after: Record, isOutOfOrder: Bool, _ epoch: VirtualInstant
  ) -> BehaviourDifference? {
    let offset = after.time - epoch
    var members: [String] = []
    var words: [String] = []
    note(.object(before.fields), .object(after.fields), at: "", &members, &words)
    let subject = "\(after.subject)\(after.owner)"
    if before.time != after.time {
      let shift = after.time - before.time
      let amount =
        shift < .zero
        ? "\(before.time - after.time) earlier" : "\(shift) later"
      return BehaviourDifference(
        kind: .time, subject: after.subject, app: after.app, members: members, shift: shift,
        offset: offset,
        text: "\(subject) comes at +\(offset) instead of +\(before.time - epoch), \(amount)")
    }
    if !members.isEmpty {
      return BehaviourDifference(
        kind: .member, subject: after.subject, app: after.app, members: members, shift: nil,
        offset: offset, text: "\(subject) at +\(offset): \(words.joined(separator: "; "))")
    }
    guard isOutOfOrder else { return nil }
    return BehaviourDifference(
      kind: .order, subject: after.subject, app: after.app, members: [], shift: nil,
      offset: offset, text: "\(subject) at +\(offset) comes in another order")
  }

  /// Notes the members that differ; those of objects on their own, lists as a whole.
  private static func note(
    _ before: JSON?, _ after: JSON?, at path: String, _ members: inout [String],
    _ words: inout [String]
  ) {
    guard before != after else { return }
    if let one = before?.object, let other = after?.object {
      let names = one.members.map(\.name) + other.members.map(\.name).filter { one[$0] == nil }
      for name in names {
        note(one[name], other[name], at: path.isEmpty ? name : "\(path).\(name)", &members, &words)
      }
      return
    }
    members.append(path)
    let (old, new) = (before.map(brief) ?? "not there", after.map(brief) ?? "not there")
    words.append("\(path) is \(new), was \(old)")
  }

  private static func brief(_ value: JSON) -> String {
    let text = value.text
    return text.count <= 80 ? text : "\(text.prefix(77))..."
  }
}

extension Record {
  /// Kind and name.
  var subject: String { "\(kind.rawValue) \(name)" }
  /// ` of mail`; empty without an app.
  var owner: String { app.isEmpty ? "" : " of \(app)" }
}
