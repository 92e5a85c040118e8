internal import ExactText
import JSONText
import MAMModel
import MAMWire

extension GraphCall {
  /// True if the client wants no annotations: the first range of `Accept` that is of JSON says so (OData JSON Format
  /// 4.0, section 3.1). What else it may say is answered as `odata.metadata=minimal`.
  var isWithoutMetadata: Bool {
    for range in (header("accept") ?? "").split(separator: ",") {
      let parts = range.split(separator: ";").map { $0.trimmed() }
      guard let type = parts.first, GraphName.areSame(type, "application/json") else { continue }
      return parts.dropFirst().contains { GraphName.areSame($0, "odata.metadata=none") }
    }
    return false
  }
}

extension JSON {
  /// The value without annotations but those that `odata.metadata=none` leaves (OData JSON Format 4.0, section
  /// 3.1.3): links to further pages and counts.
  var withoutMetadata: JSON {
    switch self {
    case .array(let items): return .array(items.map(\.withoutMetadata))
    case .object(let object):
      let kept = object.members.filter { member in
        !member.name.contains("@odata.") || member.name.hasSuffix("@odata.nextLink")
          || member.name.hasSuffix("@odata.count")
      }
      return .object(JSONObject(kept.map { ($0.name, $0.value.withoutMetadata) }))
    default: return self
    }
  }
}
