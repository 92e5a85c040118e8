internal import ExactText
package import JSONText
import MAMWire

/// An enumeration of Graph's metadata.
package struct Enumeration: Sendable {
  /// The name, without the namespace.
  package let name: String
  /// The members that every version knows, in the order of their numbers.
  let members: [String]
  /// The members that only `/beta` knows.
  let betaMembers: [String]

  init(_ name: String, _ members: [String], beta: [String] = []) {
    self.name = name
    self.members = members
    betaMembers = beta
  }

  /// The members that a version knows.
  package func members(isBeta: Bool) -> [String] { isBeta ? members + betaMembers : members }

  /// The place of a member in the order of the numbers; nil for none.
  func place(of member: String) -> Int? { (members + betaMembers).firstIndex(of: member) }
}

/// The form that a value of a property has (OData JSON Format 4.01, section 7).
package indirect enum PropertyForm: Sendable {
  case boolean
  /// An `Edm.Int32` from 0 up.
  case integer
  case text
  /// An instant of RFC 3339.
  case instant
  /// An ISO 8601 duration.
  case duration
  /// A member of an enumeration.
  case choice(Enumeration)
  /// Members of an enumeration with commas between.
  case flags(Enumeration)
  /// An object with members of any names.
  case object
  /// An object of a complex type.
  case complex(GraphType)
  /// A list of values of a form.
  case list(PropertyForm)

  /// What a value must be, in words.
  func demand(isBeta: Bool) -> String {
    switch self {
    case .boolean: "true or false"
    case .integer: "a non-negative integer"
    case .text: "a string"
    case .instant: "an instant such as 2020-06-04T09:00:00Z"
    case .duration: "an ISO 8601 duration"
    case .choice(let kind): "one of \(kind.members(isBeta: isBeta).joined(separator: ", "))"
    case .flags(let kind):
      "one or more of \(kind.members(isBeta: isBeta).joined(separator: ", ")), separated by commas"
    case .object: "an object"
    case .complex(let type): "an object of the type \(type.qualifiedName)"
    case .list(.choice(let kind)):
      "a list of \(kind.members(isBeta: isBeta).joined(separator: ", "))"
    case .list(let form): "a list, each item \(form.demand(isBeta: isBeta))"
    }
  }

  /// The integer that a number is: 4.0 is one, too (RFC 8259, section 6, knows numbers only).
  private static func integer(_ value: JSON) -> Int? {
    var number = value.int
    if case .double(let value) = value { number = Int(exactly: value) }
    return number.flatMap { 0...Int(Int32.max) ~= $0 ? $0 : nil }
  }

  /// What a property is that nobody has set: a list is never null (OData JSON Format 4.01, section 7.3).
  package var absent: JSON {
    if case .list = self { [] } else { .null }
  }

  /// A value that fits as it is kept.
  package func normal(_ value: JSON) -> JSON {
    guard case .integer = self, let number = PropertyForm.integer(value) else { return value }
    return .int(number)
  }

  /// A value without the members of enumerations and the properties that only `/beta` knows.
  func shownInV1(_ value: JSON) -> JSON {
    switch (self, value) {
    case (.list(.choice(let kind)), .array(let items)) where !kind.betaMembers.isEmpty:
      .array(items.filter { kind.members.contains($0.string ?? "") })
    case (.list(.complex(let type)), .array(let items)):
      .array(items.map(PropertyForm.complex(type).shownInV1))
    case (.complex(let declared), .object(let object)):
      if let type = declared.type(of: object), type.properties.contains(where: \.isOfBeta) {
        .object(
          JSONObject(
            object.members.filter { member in
              !type.properties.contains { $0.name == member.name && $0.isOfBeta }
            }.map { ($0.name, $0.value) }))
      } else {
        value
      }
    default: value
    }
  }

  /// What is wrong with a value that is not null, in words; nil if it fits.
  ///
  /// - Parameter name: how the value is called in the words.
  package func fault(of value: JSON, named name: String, isBeta: Bool) -> String? {
    let fits: Bool
    switch self {
    case .boolean: fits = value.bool != nil
    case .integer: fits = PropertyForm.integer(value) != nil
    case .text: fits = value.string != nil
    case .instant: fits = value.string.flatMap(ISO8601.milliseconds) != nil
    case .duration: fits = value.string.map(ISO8601.isDuration) ?? false
    case .choice(let kind):
      fits = value.string.map(kind.members(isBeta: isBeta).contains) ?? false
    case .flags(let kind):
      let members = kind.members(isBeta: isBeta)
      fits =
        value.string.map { text in
          text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
            members.contains($0.trimmed())
          }
        } ?? false
    case .object: fits = value.object != nil
    case .complex(let type):
      if let object = value.object { return type.fault(of: object, named: name, isBeta: isBeta) }
      fits = false
    case .list(.choice(let kind)):
      let members = kind.members(isBeta: isBeta)
      fits = value.array?.allSatisfy { members.contains($0.string ?? "") } ?? false
    case .list(let form):
      for (index, item) in (value.array ?? []).enumerated() {
        if let fault = form.fault(of: item, named: "\(name)[\(index)]", isBeta: isBeta) {
          return fault
        }
      }
      fits = value.array != nil
    }
    return fits ? nil : "\(name) must be \(demand(isBeta: isBeta))"
  }
}
