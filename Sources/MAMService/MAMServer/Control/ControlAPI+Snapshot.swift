internal import ExactText
import JSONText
import MAMCrypto
import MAMDirectory
import MAMEngine
import MAMSignIn
import MAMWire
import Storage
import VirtualTime

extension ControlAPI {
  /// Everything that the service knows, its clock and its fault rules: the same state, the same bytes.
  ///
  /// Held requests, orders to hold and the journal are not in it. Secrets are sealed, and the key that signs
  /// tokens is not there, unless they are asked for.
  func snapshot(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    let hasSecrets: Bool
    switch request.query["secrets"]?.string {
    case nil, "false": hasSecrets = false
    case "true": hasSecrets = true
    default: throw .badRequest("\"secrets\" must be true or false")
    }
    guard !hasSecrets || request.isByHeader else {
      throw ControlError(
        status: 403, code: "Forbidden",
        message:
          "a snapshot with secrets needs the last segment of the control URL in the header "
          + "\(ControlAccess.header): a URL alone can leak")
    }
    var rows: [JSON] = []
    let sealing = sealing
    for row in engine.core.state.allRows {
      let line: JSON? =
        hasSecrets
        ? [.string(row.kind), .string(row.key), .int(row.sequence), row.value ?? .null]
        : sealing.sealed(row)
      guard let line else {
        throw ControlError(
          status: 503, code: "ServiceUnavailable", message: "the secrets cannot be sealed")
      }
      rows.append(line)
    }
    var document: JSONObject = [
      "format": .int(StateStore.formatVersion), "clock": .int(clock.now.milliseconds),
    ]
    if hasSecrets { document.append("key", JSON(engine.core.signer?.keyText)) }
    document.append("faults", .array(engine.faults.map(\.json)))
    document.append("rows", .array(rows))
    return ServiceResponse(.object(document))
  }

  private var sealing: SealedRows {
    SealedRows(sealer: sealer, running: engine.core.state.allRows, random: .ofSystem)
  }

  /// Goes back to a snapshot, or leaves everything as it is.
  func restore(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    let body = request.body
    guard body["format"] == .int(StateStore.formatVersion) else {
      throw .badRequest("this is not a snapshot of format \(StateStore.formatVersion)")
    }
    guard let lines = body["rows"]?.array, let faults = body["faults"]?.array,
      let instant = try ControlAPI.attempt({ () throws(CommandError) in
        try VirtualInstant(body["clock"], "clock")
      })
    else { throw .badRequest("a snapshot has \"clock\", \"faults\" and \"rows\"") }
    let rows = try ControlAPI.rows(try sealing.opened(lines))
    let rules = try rules(faults)
    let state = try ControlAPI.state(of: rows)
    let key = body["key"]?.string
    guard key != nil || body["key"]?.isNull ?? true else {
      throw .badRequest("\"key\" must be an RSA private key in PEM, or null")
    }
    guard key.map(X509.isRSAKey) ?? true else {
      throw .badRequest("\"key\" must be an RSA private key in PEM")
    }
    // A snapshot that does not speak of a key leaves the one that there is.
    var kept: [StateStore.Kept] = []
    if body["key"] != nil { kept.append(StateStore.Kept(name: TokenSigner.keyName, value: key)) }
    if clock.mode == .virtual { kept.append(clock.kept(at: instant)) }
    do throws(StorageError) {
      try engine.replaceState(with: state, keeping: kept)
    } catch {
      throw ControlError(CommandError(storage: error))
    }
    if body["key"] != nil { engine.core.signer?.replaceKey(with: key) }
    engine.faults = rules.enumerated().sorted {
      ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset)
    }.map(\.element)
    engine.watchWindows()
    if clock.mode == .virtual { clock.set(to: instant) }
    try reachabilityChanged()
    return ServiceResponse([:])
  }

  private static func rows(_ lines: [JSON]) throws(ControlError) -> [RowChange] {
    var rows: [RowChange] = []
    var seen: [ExactString: (keys: Set<ExactString>, sequences: Set<Int>)] = [:]
    for line in lines {
      guard let row = RowChange(snapshot: line) else {
        throw .badRequest("the row \(line.text.prefix(80)) is unreadable")
      }
      let kind = ExactString(row.kind)
      guard seen[kind, default: ([], [])].keys.insert(ExactString(row.key)).inserted,
        seen[kind, default: ([], [])].sequences.insert(row.sequence).inserted
      else { throw .badRequest("the row \(row.kind) \"\(row.key)\" is given twice") }
      rows.append(row)
    }
    return rows
  }

  private static func state(of rows: [RowChange]) throws(ControlError) -> ServiceState {
    do throws(ServiceState.UnreadableRow) {
      return try ServiceState(rows: rows)
    } catch {
      throw .badRequest(error.text)
    }
  }

  private func rules(_ faults: [JSON]) throws(ControlError) -> [FaultRule] {
    var rules: [FaultRule] = []
    for json in faults {
      let rule = try ControlAPI.attempt { () throws(CommandError) in
        let rule = try FaultRule(snapshot: json)
        try engine.checkPossible(rule)
        return rule
      }
      guard !rules.contains(where: { $0.id == rule.id }) else {
        throw .badRequest("the fault rule \"\(rule.id)\" is given twice")
      }
      rules.append(rule)
    }
    return rules
  }
}

extension RowChange {
  /// Reads `[kind, key, sequence, value]`.
  fileprivate init?(snapshot line: JSON) {
    guard let parts = line.array, parts.count == 4, let kind = parts[0].string,
      let key = parts[1].string, let sequence = parts[2].int
    else { return nil }
    self.init(kind: kind, key: key, sequence: sequence, value: parts[3])
  }
}

extension FaultRule {
  /// Reads a rule with its counters.
  fileprivate init(snapshot json: JSON) throws(CommandError) {
    guard var rule = json.object, rule["id"]?.string != nil, let matched = rule["matched"]?.int,
      let hits = rule["hits"]?.int, 0...JSON.largestCount ~= matched, 0...matched ~= hits
    else { throw CommandError("a rule of a snapshot has \"id\", \"matched\" and \"hits\"") }
    let lastHit = try VirtualInstant(rule["lastHit"], "lastHit")
    for name in ["matched", "hits", "lastHit"] { rule[name] = nil }
    self = try FaultRule(json: .object(rule), id: "", isAlone: true)
    restore(matched: matched, hits: hits, lastHit: lastHit)
  }
}
