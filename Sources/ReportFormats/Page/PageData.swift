internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
internal import VirtualTime

/// What the script of the HTML report draws cases from: JSON, with every string and every row once.
///
/// `strings` has the texts by number, `kinds` the kinds of rows. A row is `[kind, lane, target or -1, text, detail, note]`, and
/// `rows` has each different one once. A case is `{checks, lanes, lives, time, rows, leftOut}`: a check is `[id, verdict,
/// requirements, milliseconds or -1, demand, found, line]`, a life is `[lane, from, to]`, and `rows` has three numbers for each
/// row: milliseconds since the one before, pixels since the one before, and its number.
struct PageData {
  /// The most rows of a picture: of a case that did not pass, and of one that did.
  private static let mostRows = (bad: 1500, good: 300)
  /// The longest detail of a row, in characters.
  private static let longestDetail = 1500
  /// The size beyond which cases that passed have no picture, in bytes.
  private static let limit = 12 << 20

  private var strings = Table<ExactString>()
  private var rows = Table<[Int]>()
  private var cases: [[UInt8]]
  private var size = 0
  /// How many cases have no picture because the page is full.
  private(set) var withoutPicture = 0
  /// How many records of cases with a picture are left out.
  private(set) var recordsLeftOut = 0

  /// Values by number, each once.
  private struct Table<Value: Hashable> {
    var values: [Value] = []
    var places: [Value: Int] = [:]

    mutating func place(_ value: Value) -> Int {
      if let place = places[value] { return place }
      places[value] = values.count
      values.append(value)
      return values.count - 1
    }
  }

  init(_ run: FinishedRun) {
    cases = Array(repeating: [], count: run.results.count)
    // Those that did not pass are not to be crowded out by those that did.
    for isBad in [true, false] {
      for (index, result) in run.results.enumerated() {
        let outcome = result.outcome
        guard isBad == (outcome != .passed && outcome != .skipped) else { continue }
        add(result, index, isBad: isBad)
      }
    }
  }

  private mutating func add(_ result: CaseResult, _ index: Int, isBad: Bool) {
    var object: JSONObject = ["checks": .array(result.checks.map { check($0, result) })]
    if isBad || size < PageData.limit {
      let limit = isBad ? PageData.mostRows.bad : PageData.mostRows.good
      picture(Timeline(result, limit: limit), &object)
    } else {
      withoutPicture += 1
    }
    var bytes: [UInt8] = []
    object.write(to: &bytes)
    size += bytes.count
    cases[index] = bytes
  }

  private mutating func check(_ check: CheckResult, _ result: CaseResult) -> JSON {
    let time = check.time.map { ($0 - result.history.epoch).milliseconds } ?? -1
    return [
      .int(string(check.check.id)), .int(string(check.verdict.rawValue)),
      .int(string(check.check.requirements.joined(separator: " "))), .int(time),
      .int(string(check.check.demand.text)), .int(string(check.found)),
      .int(check.check.location.line),
    ]
  }

  private mutating func picture(_ timeline: Timeline, _ object: inout JSONObject) {
    var numbers: [JSON] = []
    var time = timeline.epoch
    var y = 0
    for row in timeline.rows {
      let kind = Timeline.Kind.allCases.firstIndex(of: row.kind) ?? 0
      let detail =
        row.detail.utf8.count > PageData.longestDetail
        ? "\(row.detail.prefix(PageData.longestDetail))…" : row.detail
      let place = rows.place([
        kind, row.lane, row.target ?? -1, string(row.text), string(detail), string(row.note),
      ])
      numbers += [.int((row.time - time).milliseconds), .int(row.y - y), .int(place)]
      (time, y) = (row.time, row.y)
    }
    object["lanes"] = .array(timeline.lanes.map { .int(string($0.name)) })
    object["lives"] = .array(
      timeline.lanes.enumerated().flatMap { index, lane in
        lane.lives.map { [.int(index), .int($0.lowerBound), .int($0.upperBound)] }
      })
    object["rows"] = .array(numbers)
    if timeline.leftOut > 0 { object["leftOut"] = .int(timeline.leftOut) }
    recordsLeftOut += timeline.leftOut
  }

  private mutating func string(_ text: String) -> Int {
    let before = strings.values.count
    let place = strings.place(ExactString(text))
    if strings.values.count > before { size += text.utf8.count }
    return place
  }

  /// The data as the content of a script element: `<` is escaped, so that nothing in it ends the element.
  var bytes: [UInt8] {
    var bytes: [UInt8] = Array("{\"strings\":".utf8)
    JSON.array(strings.values.map { .string($0.text) }).write(to: &bytes)
    bytes += ",\n\"kinds\":".utf8
    JSON.array(Timeline.Kind.allCases.map { .string($0.rawValue) }).write(to: &bytes)
    bytes += ",\n\"rows\":".utf8
    JSON.array(rows.values.map { .array($0.map(JSON.int)) }).write(to: &bytes)
    bytes += ",\n\"cases\":[".utf8
    for (index, item) in cases.enumerated() {
      if index > 0 { bytes += ",\n".utf8 }
      bytes += item
    }
    bytes += "]}".utf8
    return bytes.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }
  }
}
