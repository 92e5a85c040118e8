internal import ExactText
internal import JSONText
internal import MAMEngine
internal import MAMWire
internal import ServiceProtocol

extension ServiceRecord {
  /// The record of a request of a service in this process: what its line on the control channel would say.
  init(_ record: RequestRecord) {
    number = record.request
    instance = record.instance
    client = record.client ?? ""
    endpoint = record.endpoint?.rawValue ?? "unknown"
    isUnasked = record.outcome == .idle
    isDiskFull = record.facts.isDiskFull
    isRepeated = record.isRepeated
    fields = JSONObject()
    fields.reserveCapacity(12)
    fields.append("identity", string: record.facts.identity)
    fields.append("subject", string: record.facts.subject)
    if let status = record.status { fields.append("status", .int(status)) }
    fields.append("outcome", .string(record.outcome.rawValue))
    switch record.hold {
    case .delay(let milliseconds):
      hold = .delay(milliseconds)
      fields.append("hold", ["milliseconds": .int(milliseconds)])
    case .never: hold = .never
    case .kill:
      hold = .killPoint
      fields.append("hold", "kill")
    case nil: break
    }
    fields.append("code", string: record.code)
    for detail in record.facts.detail.members { fields.append(detail.name, detail.value) }
  }
}
