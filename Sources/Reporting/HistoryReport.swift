package import Conformance
internal import ExactText
import JSONText
internal import ServiceProtocol
package import VirtualTime
internal import Wording

/// A history for people: one line a record, with virtual time since the start, app, and what happened.
package enum HistoryReport {
  /// The longest value of one member that is shown whole, in characters.
  static let maximumValueLength = 200

  /// The text of a history, with a final line feed; empty if nothing happened.
  ///
  /// - Parameter marks: what is to be said between the records, in order.
  package static func text(
    _ records: [Record], epoch: VirtualInstant, marks: [HistoryMark] = []
  ) -> String {
    var marks = marks[...]
    let times = records.map { "+\($0.time - epoch)" }
    let timeWidth = times.map(\.count).max() ?? 0
    let appWidth = records.map(\.app.count).max() ?? 0
    let kindWidth = records.map(\.kind.rawValue.count).max() ?? 0
    var text = ""
    // As long as each other: a time for each record.
    for (index, (record, time)) in zip(records, times).enumerated() {
      text += HistoryReport.lines(of: &marks, before: index, record.time - epoch)
      text += String(repeating: " ", count: timeWidth - time.count) + time
      if appWidth > 0 { text += "  " + padded(record.app, appWidth) }
      text += "  \(padded(record.kind.rawValue, kindWidth))  \(record.name)"
      for member in record.fields.members { text += " \(member.name)=\(value(member.value))" }
      text += "\n"
    }
    text += HistoryReport.lines(of: &marks, before: .max, nil)
    return Excerpt.harmless(text)
  }

  /// The marks that stand before the record of a place and time, of which no more are left then.
  private static func lines(
    of marks: inout ArraySlice<HistoryMark>, before index: Int, _ time: VirtualDuration?
  ) -> String {
    var text = ""
    while let mark = marks.first {
      let isHere = mark.place.map { $0 <= index } ?? (time.map { mark.time < $0 } ?? true)
      guard isHere else { break }
      text += "--- +\(mark.time)  \(mark.text)\n"
      marks = marks.dropFirst()
    }
    return text
  }

  /// Reads a stored history: JSON lines as ``History/lines`` writes them.
  ///
  /// - Throws: ``HistoryError`` with the number of the first line that is not a record.
  package static func records(_ bytes: [UInt8]) throws(HistoryError) -> [Record] {
    var records: [Record] = []
    for (index, line) in bytes.split(separator: 0x0A).enumerated() {
      let value: JSON
      do throws(JSONError) {
        value = try JSON(parsing: line)
      } catch {
        throw HistoryError(line: index + 1, reason: error.description)
      }
      guard let object = value.object, let time = object["t"]?.int,
        let word = object["kind"]?.string, let name = object["name"]?.string
      else { throw HistoryError(line: index + 1, reason: "\"t\", \"kind\" or \"name\" is missing") }
      guard let kind = RecordKind(rawValue: word) else {
        throw HistoryError(line: index + 1, reason: "there is no kind of record \"\(word)\"")
      }
      records.append(
        Record(
          time: VirtualInstant(milliseconds: time), kind: kind, name: name,
          app: object["app"]?.string ?? "", fields: object["fields"]?.object ?? [:]))
    }
    return records
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func value(_ value: JSON) -> String {
    let text = value.text
    return text.count <= maximumValueLength
      ? text : "\(text.prefix(maximumValueLength))...(\(text.count) characters)"
  }
}

/// Why a file is not a stored history.
package struct HistoryError: Error, Equatable, CustomStringConvertible {
  /// The line, from 1.
  package var line: Int
  /// What is wrong with it.
  package var reason: String

  package var description: String { "line \(line) is not a record of a history: \(reason)" }
}
