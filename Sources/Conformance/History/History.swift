internal import ExactText
package import JSONText
package import ServiceProtocol
package import VirtualTime

/// One thing that happened in a case: the unit of a history.
package struct Record: Sendable, Equatable {
  /// When it happened.
  package var time: VirtualInstant
  /// What it is.
  package var kind: RecordKind
  /// Its name: of the operation, event, API, endpoint or change of life.
  package var name: String
  /// The app it concerns; empty if none.
  package var app: String
  /// Everything else, in a fixed order.
  package var fields: JSONObject

  /// A record with all its parts.
  package init(
    time: VirtualInstant, kind: RecordKind, name: String, app: String = "", fields: JSONObject = [:]
  ) {
    self.time = time
    self.kind = kind
    self.name = name
    self.app = app
    self.fields = fields
  }

  /// How much room the record takes, in bytes: 96, its strings and its fields; see ``JSON/size``. Its kind is one of a few
  /// strings that take no room of their own.
  var size: Int { 96 + name.utf8.count + app.utf8.count + fields.size }

  /// Appends the record as one JSON line: `{"t":...,"kind":...,"name":...,"app":...,"fields":{...}}`.
  ///
  /// The fields are kept apart because theirs may have the same names: a prompt has a `kind`, a notification a `name`.
  /// An empty app and empty fields are left out.
  package func writeLine(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\"t\":".utf8)
    JSON.write(time.milliseconds, to: &bytes)
    bytes.append(contentsOf: ",\"kind\":".utf8)
    JSON.write(kind.rawValue, to: &bytes)
    bytes.append(contentsOf: ",\"name\":".utf8)
    JSON.write(name, to: &bytes)
    if !app.isEmpty {
      bytes.append(contentsOf: ",\"app\":".utf8)
      JSON.write(app, to: &bytes)
    }
    if !fields.isEmpty {
      bytes.append(contentsOf: ",\"fields\":".utf8)
      fields.write(to: &bytes)
    }
    bytes.append(contentsOf: "}\n".utf8)
  }
}

/// The ordered record of everything that happened in a case.
package struct History: Sendable {
  /// The instant at which the virtual clock started.
  package var epoch: VirtualInstant
  /// What happened, in order.
  package var records: [Record] = []
  /// Where the records are too, if they are too many to be kept in memory when the case has been judged.
  package private(set) var file: HistoryFile?
  /// For each step that was reached, in order: the index of the step, and the records of the window
  /// in force after it.
  package var reached: [Reached] = []
  /// The indices of the steps that were not to be taken, because their condition did not hold.
  package var skipped: [Int] = []

  /// A step that was carried out, and its window.
  package struct Reached: Sendable, Equatable {
    /// The index of the step in the case.
    package var step: Int
    /// The indices of the records of the window.
    package var window: Range<Int>
    /// The virtual time after the step.
    package var time: VirtualInstant
    /// What the step's own call or file operation had returned when the step was over; nil if the step has none, or
    /// if it had not returned: because it blocks, because the app was killed in it or stands still in a callback.
    package var result: JSON?
    /// How late retries have been in all by then, within the run's tolerance (OQ-01).
    package var lateness: VirtualDuration
    /// A step that was carried out.
    package init(
      step: Int, window: Range<Int>, time: VirtualInstant, result: JSON?,
      lateness: VirtualDuration = .zero
    ) {
      self.lateness = lateness
      self.step = step
      self.window = window
      self.time = time
      self.result = result
    }
  }

  /// An empty history.
  package init(epoch: VirtualInstant) { self.epoch = epoch }

  /// Notes that the records are in a file.
  mutating func keep(in file: HistoryFile) { self.file = file }

  /// Forgets records that are in a file: for a history that has been judged.
  mutating func giveBackMemory() {
    if file != nil { records = [] }
  }

  /// Forgets everything: for a history that nobody reads any more.
  mutating func forget() { self = History(epoch: epoch) }

  /// The history as JSON lines: byte-identical for the same suite, SDK and seed. Nothing if it is on disk and
  /// cannot be read.
  package var lines: [UInt8] { readableLines ?? [] }

  /// The history as JSON lines; nil if it is on disk and cannot be read.
  var readableLines: [UInt8]? {
    if records.isEmpty, let file { return file.bytes }
    var bytes: [UInt8] = []
    for record in records { record.writeLine(to: &bytes) }
    return bytes
  }
}
