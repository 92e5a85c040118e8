package import ExactText
internal import JSONText
internal import ServiceProtocol
internal import StepProtocol

/// One way in which an SDK could show something else than it does: one part of what the history of a case holds of it is
/// changed, wherever it occurs.
///
/// A history is changed, not the SDK: what the app would have done next stays as it was. So a change that no check notices is
/// a part of the histories at which no check looks.
package struct HistoryMutation: Sendable, Hashable {
  /// What is done to the part.
  package enum Change: String, Sendable, CaseIterable {
    /// The record is not there.
    case dropped
    /// The record is repeated.
    case repeated
    /// The member is null.
    case emptied
    /// The member has another value of its type.
    case replaced
  }

  /// In which of the records that are alike.
  package enum Occurrence: String, Sendable, CaseIterable {
    /// In all of them.
    case every
    /// In all but the first that the app has.
    case later
    /// In those from the app's second launch on.
    case relaunched
  }

  /// The records that are changed: kind and name, and for an event the word that says which one it is, such as
  /// `event prompt[pin]` or `result policyForIdentity`.
  package var place: ExactString
  /// The member of their fields, such as `value.isPINRequired` or `value.[].key`; nil for the whole record.
  package var path: ExactString?
  /// What is done.
  package var change: Change
  /// In which of the records.
  package var occurrence: Occurrence

  /// The deepest member that is changed on its own.
  private static let deepest = 4
  /// The members of which one says which event it is, the most telling first.
  private static let tellingMembers = ["api", "what", "kind", "name", "check"]
  /// What the service says of a request, of which the SDK knows nothing.
  private static let ofService: Set<ExactString> = [
    "hold", "status", "outcome", "code", "version", "checkInSeconds", "subject", "result",
    "repeated",
  ]

  /// What records like this one are called; nil for one that shows nothing of an SDK or an app.
  ///
  /// An operation of the protocol that is no call returns nothing of the SDK.
  static func place(of record: Record) -> ExactString? {
    var name = record.name
    switch record.kind {
    case .request: break
    case .result:
      if StepOperation(rawValue: record.name) != nil { return nil }
    case .event:
      if let word = tellingMembers.lazy.compactMap({ record.fields[$0]?.string }).first {
        name += "[\(word)]"
      }
    default: return nil
    }
    return ExactString("\(record.kind.rawValue) \(name)")
  }

  /// The members of a record that can be changed on their own: of an array itself, and its first element.
  static func paths(of record: Record) -> [String] {
    var paths: [String] = []
    func walk(_ value: JSON, _ path: String, _ depth: Int) {
      switch value {
      case .object(let object) where !object.isEmpty && depth < deepest:
        for member in object.members { walk(member.value, "\(path).\(member.name)", depth + 1) }
      case .array(let elements) where depth < deepest:
        paths.append(path)
        if let first = elements.first { walk(first, path + ".[]", depth + 1) }
      default: paths.append(path)
      }
    }
    for member in record.fields.members
    where record.kind != .request || !ofService.contains(ExactString(member.name)) {
      walk(member.value, member.name, 0)
    }
    return paths
  }

  /// The history as it would be, with the windows of its checks; nil if nothing of it would be different.
  func applied(to history: History) -> History? {
    let parts = (path?.text ?? "").split(separator: ".")[...]
    var records: [Record] = []
    records.reserveCapacity(history.records.count + 4)
    // Where each record is now, and what each changed call returns.
    var (moved, returned): ([Int], [Int: JSON]) = ([], [:])
    moved.reserveCapacity(history.records.count + 1)
    var (seen, launches): ([ExactString: Int], [ExactString: Int]) = ([:], [:])
    var isChanged = false
    for (index, record) in history.records.enumerated() {
      moved.append(records.count)
      let app = ExactString(record.app)
      if record.isLaunch { launches[app, default: 0] += 1 }
      let isAlike = HistoryMutation.place(of: record) == place
      if isAlike { seen[app, default: 0] += 1 }
      guard isAlike, isMeant(seen[app] ?? 0, launches[app] ?? 0) else {
        records.append(record)
        continue
      }
      switch change {
      case .dropped: isChanged = true
      case .repeated:
        records += [record, record]
        isChanged = true
      case .emptied, .replaced:
        var other = record
        if case .object(let fields)? = changed(.object(record.fields), parts) {
          other.fields = fields
          if record.kind == .result { returned[index] = fields["value"] }
          isChanged = true
        }
        records.append(other)
      }
    }
    guard isChanged else { return nil }
    moved.append(records.count)
    var changed = history
    changed.records = records
    changed.move(to: moved, returned: returned)
    return changed
  }

  private func isMeant(_ count: Int, _ launch: Int) -> Bool {
    switch occurrence {
    case .every: true
    case .later: count > 1
    case .relaunched: launch > 1
    }
  }

  /// A value with one member changed; nil if it has no such member, or if that is null and is to be.
  private func changed(_ value: JSON, _ path: ArraySlice<Substring>) -> JSON? {
    guard let name = path.first else {
      guard change == .emptied else { return HistoryMutation.another(value) }
      return value.isNull ? Optional<JSON>.none : JSON.null
    }
    if name == "[]" {
      guard case .array(var elements) = value, let first = elements.first,
        let other = changed(first, path.dropFirst())
      else { return nil }
      elements[0] = other
      return .array(elements)
    }
    guard case .object(var object) = value, let member = object[String(name)],
      let other = changed(member, path.dropFirst())
    else { return nil }
    object[String(name)] = other
    return .object(object)
  }

  /// Another value of the same type.
  private static func another(_ value: JSON) -> JSON {
    switch value {
    case .null: "other"
    case .bool(let flag): .bool(!flag)
    case .int(let number): .int(number + 1)
    case .double(let number): .double(number + 1)
    case .string(let text): .string(text.contains("@") ? "other@contoso.com" : text + "x")
    case .array(let elements): .array(elements.isEmpty ? ["other"] : Array(elements.dropLast()))
    case .object: ["other": "other"]
    }
  }
}

extension Record {
  /// True if it says that an app was launched.
  var isLaunch: Bool { kind == .life && name == LifeChange.launched.rawValue }
}

extension History {
  /// Moves the windows of the steps with the records, and takes over what their calls return now.
  ///
  /// - Parameters:
  ///   - places: where each record of before is now, and behind them the number of records.
  ///   - returned: what a call returns whose record of before was at that index.
  fileprivate mutating func move(to places: [Int], returned: [Int: JSON]) {
    var before = 0
    for index in reached.indices {
      let window = reached[index].window
      let own = (before..<max(before, window.upperBound)).last { returned[$0] != nil }
      if let own, reached[index].result != nil { reached[index].result = returned[own] }
      reached[index].window = places[window.lowerBound]..<places[window.upperBound]
      before = max(before, window.upperBound)
    }
  }
}
