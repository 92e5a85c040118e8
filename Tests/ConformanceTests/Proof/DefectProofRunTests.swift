import CaseModel
import Contract
import Foundation
import JSONText
import Participants
import StepProtocol
import Testing
import VirtualTime

@testable import Conformance

/// The proof as a whole, in process, with a small case.
@Suite struct DefectProofRunTests {
  private func proof(
    _ control: RunControl, memory: ProofMemory? = nil, _ body: (inout DefectProof) throws -> Void
  ) throws {
    try Stage.inFolder { folder in
      var world = World(devices: ["phone": ["managed": [:]]], apps: [:])
      world.apps["one"] = ["device": "phone"]
      let place = SourceLocation(file: "x.yaml", line: 1, column: 1)
      let check = Check(
        id: "started", requirements: ["STA-001"],
        demand: .returns(.exists(true)), location: place)
      let item = ConformanceCase(
        suite: "s", id: "i", title: "t", area: "STA", edition: .latest, parameters: [],
        location: place, world: world,
        steps: [
          Step(
            location: place, action: .launch(app: "one", mode: .launch, options: .none),
            opensWindow: true, check: nil),
          Step(
            location: place,
            action: .operation(app: "one", .call(AppCall(.registeredAccounts))),
            opensWindow: true, check: check),
        ], limit: .days(1))
      var options = RunOptions(adapter: [], serviceProgram: "", scratchFolder: folder)
      options.jobs = 1
      var proof = DefectProof(
        cases: [item], options: options, memory: memory, control: control)
      try body(&proof)
    }
  }

  private static let unseen = KnownDefect(
    name: "no-such-defect", requirements: ["STA-001"], summary: "does nothing")

  @Test func `a defect that no case comes to survives without a run`() throws {
    try proof(RunControl()) { proof in
      var told: [String] = []
      proof.run([Self.unseen]) { report, outcome in
        told.append("\(outcome.defect.name) \(outcome.caseCount) \(report.outcomes.count)")
      }
      #expect(told == ["no-such-defect 0 1"])
      #expect(proof.report.conclusion(demanding: []) == .unproven)
    }
  }

  @Test func `what is to be remembered is given out after each defect`() throws {
    try proof(RunControl(), memory: ProofMemory(nil, build: "b", digest: { _ in "d" })) { proof in
      var kept = 0
      proof.run(
        [Self.unseen, Self.unseen], keeper: { memory in kept += memory.counts.run + 1 },
        observer: { _, _ in })
      #expect(kept == 2)
    }
  }

  @Test func `a proof that is interrupted tries no defect`() throws {
    let control = RunControl()
    control.interrupt()
    try proof(control) { proof in
      proof.run([Self.unseen]) { _, _ in Issue.record("notified of a defect") }
      #expect(proof.report.outcomes.isEmpty)
    }
  }
}
