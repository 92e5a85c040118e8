internal import Conformance
internal import ExactText
internal import JSONText
internal import Reporting

/// A Chrome trace of cases, for Perfetto.
struct TraceReport {
  /// The most cases in one trace: more than a viewer can show.
  static let mostCases = 100
  private let run: FinishedRun

  init(_ run: FinishedRun) { self.run = run }

  /// The trace: the object form of the trace event format.
  var bytes: [UInt8] {
    let cases = run.chosen(atMost: TraceReport.mostCases)
    var events: [JSON] = []
    for (index, result) in cases.enumerated() {
      var trace = CaseTrace(result, number: index, isAlone: cases.count == 1)
      events += trace.build()
    }
    let document: JSON = [
      "displayTimeUnit": "ms",
      "otherData": [
        "producer": .string("mamconform \(run.description.version)"),
        "clock": "virtual time; 1 ms is 1000 units, and the units count the records of one instant",
        "cases": .int(cases.count), "casesLeftOut": .int(run.results.count - cases.count),
      ],
      "traceEvents": .array(events),
    ]
    return document.compactFileBytes
  }
}
