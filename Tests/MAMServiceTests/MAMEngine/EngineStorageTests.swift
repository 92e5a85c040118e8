import Foundation
import JSONText
import Storage
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMWire

/// What is answered is stored, and what cannot be stored has not happened.
@Suite struct EngineStorageTests {
  /// An engine over a state file whose rows of one kind, or of all (`*`), can be made impossible to write.
  private func withStage(
    _ body: (_ stage: EngineStage, _ refuse: (_ kind: String?) throws -> Void, _ path: String)
      throws
      -> Void
  ) throws {
    try withFolder { folder in
      let path = folder.appending(path: "state").path
      let stage = try EngineStage(store: StateStore(path: path, isExclusive: false))
      let other = try Database(path: path)
      try body(
        stage,
        { kind in
          try other.execute("DROP TRIGGER IF EXISTS refuse")
          guard let kind else { return }
          try other.execute(
            "CREATE TRIGGER refuse BEFORE INSERT ON service_row WHEN NEW.kind GLOB '\(kind)' "
              + "BEGIN SELECT RAISE(ABORT, 'refused'); END")
        }, path)
    }
  }

  /// The rows of the file, as a service sees them that starts over it.
  private func stored(_ path: String) throws -> [RowChange] {
    try StateStore(path: path, isExclusive: false).load()
  }

  private func sorted(_ rows: [RowChange]) -> [RowChange] {
    rows.sorted { ($0.kind, $0.sequence) < ($1.kind, $1.sequence) }
  }

  @Test func `after every request the file has what the engine knows`() throws {
    try withStage { stage, _, path in
      for user in ["ana", "ben", "eve", "ana"] {
        stage.signIn("\(user)@contoso.com")
        let rows = try stored(path)
        #expect(sorted(rows) == sorted(stage.engine.core.state.allRows))
      }
    }
  }

  @Test func `an effect of several rows of which one cannot be stored has not happened`() throws {
    try withStage { stage, refuse, path in
      let before = stage.engine.core.state.allRows
      try refuse("refreshToken")
      #expect(EngineStage.status(stage.signIn()) == 503)
      #expect(stage.engine.core.state.allRows == before)
      #expect(sorted(try stored(path)) == sorted(before))
      #expect(stage.records.map(\.status) == [503])
      try refuse(nil)
      #expect(EngineStage.status(stage.signIn()) == 200)
      #expect(sorted(try stored(path)) == sorted(stage.engine.core.state.allRows))
    }
  }

  @Test func `a held request that cannot be stored when it is released is answered with that`()
    throws
  {
    try withStage { stage, refuse, path in
      try stage.order(["do": "hold", "point": "received"])
      stage.signIn()
      try refuse("refreshToken")
      #expect(try stage.order(["do": "release", "request": 1]) == ["status": 503])
      #expect(stage.signIns == 0)
      #expect(stage.transport.sent.first?.reply.response.status == 503)
      #expect(try !stored(path).contains { $0.kind == "refreshToken" })
    }
  }

  @Test(
    arguments: [
      [
        "do": "seed", "tenants": ["fabrikam": .null],
        "users": ["zoe": ["upn": "zoe@fabrikam.com", "tenant": "fabrikam"]],
      ],
      ["do": "user", "name": "ana", "licensed": false],
      ["do": "tenant", "name": "contoso", "enabled": false],
    ] as [JSON])
  func `a command that cannot be stored changes nothing`(command: JSON) throws {
    try withStage { stage, refuse, path in
      let before = stage.engine.core.state.allRows
      try refuse("*")
      #expect(stage.refusal(command)?.contains("refused") == true)
      #expect(stage.engine.core.state.allRows == before)
      #expect(sorted(try stored(path)) == sorted(before))
      try refuse(nil)
      #expect(stage.refusal(command) == nil)
      #expect(stage.engine.core.state.allRows != before)
    }
  }

  @Test func `a reset that cannot be stored forgets nothing`() throws {
    try withStage { stage, _, path in
      stage.signIn()
      let before = stage.engine.core.state.allRows
      let other = try Database(path: path)
      try other.execute(
        "CREATE TRIGGER refuse BEFORE DELETE ON service_row BEGIN SELECT RAISE(ABORT, 'refused'); END"
      )
      #expect(stage.refusal(["do": "reset"])?.contains("refused") == true)
      #expect(stage.engine.core.state.allRows == before)
      try other.execute("DROP TRIGGER refuse")
      try stage.order(["do": "reset"])
      #expect(stage.engine.core.state.allRows.isEmpty)
      #expect(try stored(path).isEmpty)
    }
  }
}
