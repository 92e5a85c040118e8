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
    fields = JSONObject()
    fields.reserveCapacity(12)
    func add(_ name: String, _ text: String?) {
      if let text { fields.append(name, .string(text)) }
    }
    add("identity", record.facts.identity)
    add("subject", record.facts.subject)
    if let status = record.status { fields.append("status", .int(status)) }
    add("outcome", record.outcome.rawValue)
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
    add("code", record.code)
    for detail in record.facts.detail.members { fields.append(detail.name, detail.value) }
  }
}
