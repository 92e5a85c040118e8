internal import ExactText
package import JSONText
package import MAMDirectory

/// A table of endpoints and faults: one rule for every pair, endpoint by endpoint.
///
/// With `times` 1, the requests of an endpoint meet the faults one after the other: the first rule that
/// applies decides, and a spent rule applies no more.
package enum FaultMatrix {
  /// The rules of a table, as they would be written one by one.
  package static func rules(_ json: JSONObject) throws(CommandError) -> [JSON] {
    guard let matrix = json["matrix"]?.object else {
      throw CommandError("\"matrix\" must be an object with \"endpoints\" and \"faults\"")
    }
    guard let endpoints = matrix["endpoints"]?.array, !endpoints.isEmpty,
      let faults = matrix["faults"]?.array, !faults.isEmpty
    else { throw CommandError("a matrix needs the lists \"endpoints\" and \"faults\"") }
    for name in ["endpoint", "fault"] where json[name] != nil {
      throw CommandError("\"\(name)\" belongs in the lists of a matrix, not beside them")
    }
    for member in matrix.members where !["endpoints", "faults"].contains(member.name) {
      throw CommandError("a matrix has no member \"\(member.name)\"")
    }
    if let name = ["after", "times", "probability", "identity"].first(where: { json[$0] != nil }),
      faults.contains(where: { ($0.string ?? $0["kind"]?.string) == "refused" })
    {
      throw CommandError(
        "a matrix with \"\(name)\" cannot have \"refused\", which cannot be counted: leave it out of the "
          + "matrix, and add a rule of its own with a window (\"from\", \"until\")")
    }
    var rules: [JSON] = []
    var names: Set<ExactString> = []
    for endpoint in endpoints {
      for fault in faults {
        let fault = Fault.whole(fault)
        let name = name(json["id"]?.string, endpoint, fault)
        var id = name
        var number = 2
        while !names.insert(id).inserted {
          id = "\(name)-\(number)"
          number += 1
        }
        var rule = json
        rule["matrix"] = nil
        rule["endpoint"] = endpoint
        rule["fault"] = fault
        rule["id"] = .string(id)
        rules.append(.object(rule))
      }
    }
    return rules
  }

  /// `enroll-status-503`: the ID of the matrix if it has one, the endpoint, the kind, and what tells
  /// faults of a kind apart.
  private static func name(_ id: String?, _ endpoint: JSON, _ fault: JSON) -> String {
    var parts = [id, endpoint.string ?? "any", fault["kind"]?.string ?? "none"].compactMap(\.self)
    for name in ["status", "code", "milliseconds", "bytes"] {
      switch fault[name] {
      case .int(let number): parts.append(String(number))
      case .string(let text): parts.append(text)
      default: break
      }
    }
    return parts.joined(separator: "-")
  }
}
