internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
internal import Reporting

/// An in-toto statement (version 1) with the predicate test-result v0.1, unsigned.
///
/// Its subjects are the programs of the SDK under test. `configuration` names the suites by their hash, and
/// `mamconform_histories` (an extension, which readers pass over) the folder of all histories, from which anyone can
/// judge again; see ``Digest/ofFolder(_:)``. A case of which nothing can be said is neither passed nor warned, so the
/// result of such a run is FAILED.
struct TestResultStatement {
  private let run: FinishedRun

  init(_ run: FinishedRun) { self.run = run }

  /// The statement.
  var bytes: [UInt8] {
    let summary = RunSummary(run.results, run.description.ledger)
    let isWhole = run.description.problem(of: run.results) == nil
    let conforms = summary.exitCode == ExitCode.conforms && isWhole
    let result = !conforms ? "FAILED" : summary.warned.isEmpty ? "PASSED" : "WARNED"
    let suites = run.materials.filter { $0.name == "suites" }
    let programs = run.materials.filter { $0.name != "suites" }
    var configuration = suites.map(descriptor)
    configuration.append([
      "name": "mamconform",
      "annotations": [
        "version": .string(run.description.version), "seed": .int(run.description.seed),
        "adapter": .string(run.adapter),
        "options": .array(run.description.repeatOptions.map(JSON.string)),
      ],
    ])
    let statement: JSON = [
      "_type": "https://in-toto.io/Statement/v1",
      "subject": .array(programs.map(descriptor)),
      "predicateType": "https://in-toto.io/attestation/test-result/v0.1",
      "predicate": [
        "result": .string(result), "configuration": .array(configuration),
        "passedTests": names { $0.outcome == .passed && $0.verdict != .warning },
        "warnedTests": names { $0.verdict == .warning },
        "failedTests": names { ![.passed, .skipped].contains($0.outcome) },
        "mamconform_histories": [
          "name": "histories", "digest": ["sha256": .string(Digest.ofHistories(run.results))],
        ],
      ],
    ]
    return statement.fileBytes
  }

  private func descriptor(_ material: FinishedRun.Material) -> JSON {
    ["name": .string(material.name), "digest": ["sha256": .string(material.digest)]]
  }

  private func names(_ isMeant: (CaseResult) -> Bool) -> JSON {
    .array(run.results.filter { isMeant($0) }.map { .string($0.conformanceCase.name) })
  }
}
