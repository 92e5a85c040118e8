internal import ExactText
import JSONText
import MAMModel
import VirtualTime

extension GraphCall {
  /// The members of the body that the client may set, checked against the type.
  ///
  /// - Parameters:
  ///   - isNew: true for a new resource, which must bring what is required.
  ///   - navigations: what may be given beside the properties, and is left to the caller.
  /// - Throws: `BadRequest` for a property that the version does not have or a value that does not fit,
  ///   `ModelValidationFailure` if something required is missing.
  func members(
    of type: GraphType, isNew: Bool, navigations: [String] = []
  ) throws(GraphError) -> JSONObject {
    let body = try object()
    if let named = body["@odata.type"], type.type(of: body) == nil {
      throw .badRequest("@odata.type must be #\(type.qualifiedName), not \(named.text)")
    }
    var members = JSONObject()
    for member in body.members where !member.name.contains("@") {
      if type.navigation(member.name, isBeta: path.isBeta) != nil {
        if navigations.contains(member.name) { members.append(member.name, member.value) }
        continue
      }
      guard let property = type.taken(member.name, isBeta: path.isBeta) else {
        throw .badRequest(type.unknown(member.name))
      }
      if let fault = property.fault(of: member.value, isBeta: path.isBeta) {
        throw .badRequest(fault)
      }
      guard property.traits.contains(.writable) else { continue }
      if property.traits.contains(.required), member.value.string?.isEmpty ?? false {
        throw .validation("\(member.name) must not be empty")
      }
      members.append(member.name, property.form.normal(member.value))
    }
    guard isNew else { return members }
    for property in type.properties
    where property.traits.contains(.required) && members[property.name] == nil {
      throw .validation("\(property.name) is required")
    }
    return members
  }
}
