internal import ExactText
package import JSONText

/// The members of an object in a seed or command, each read as what it must be.
///
/// An unknown member is an error at once; so is a member of a wrong type when it is read. Null stands
/// for a member that is not there, except where ``isNull(_:)`` is asked. Every error names the subject,
/// the member and what it must be, and leads to the member by its path.
///
///     let reader = try MemberReader("user \"ana\"", value, known: ["upn", "licensed"])
///     let isLicensed = try reader.flag("licensed") ?? true
package struct MemberReader {
  /// What the members are of, such as `user "ana"`.
  let subject: String
  let members: JSONObject

  /// The members of a value that must be an object; null stands for one without members.
  package init(_ subject: String, _ value: JSON, known: [String]) throws(CommandError) {
    self.subject = subject
    guard value.isNull || value.object != nil else {
      throw CommandError("\(subject) must be an object")
    }
    members = value.object ?? JSONObject()
    for member in members.members where !known.contains(member.name) {
      let hint = CommandError.hint(member.name, known)
      throw failure("has no member \"\(member.name)\"\(hint)", at: member.name)
    }
  }

  /// The member, unless it is null.
  package subscript(name: String) -> JSON? {
    guard let value = members[name], !value.isNull else { return nil }
    return value
  }

  /// True if the member is there and null.
  func isNull(_ name: String) -> Bool { members[name]?.isNull ?? false }

  /// True if one of the members is there, null or not.
  package func hasAny(of names: [String]) -> Bool { names.contains { members[$0] != nil } }

  package func text(_ name: String) throws(CommandError) -> String? {
    try read(name, "a string", \.string)
  }

  /// A string that must be there and not be empty.
  package func requiredText(_ name: String) throws(CommandError) -> String {
    guard let text = try text(name), !text.isEmpty else {
      throw failure("has no \(name)", at: members[name] == nil ? nil : name)
    }
    return text
  }

  package func flag(_ name: String) throws(CommandError) -> Bool? {
    try read(name, "true or false", \.bool)
  }

  package func number(_ name: String, _ range: ClosedRange<Int>) throws(CommandError) -> Int? {
    try read(name, "an integer from \(range.lowerBound) to \(range.upperBound)") { value in
      value.int.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  func list(_ name: String, of what: String) throws(CommandError) -> [JSON]? {
    try read(name, "a list of \(what)", \.array)
  }

  package func texts(_ name: String) throws(CommandError) -> [String]? {
    try read(name, "a list of strings") { value in
      let texts = value.array?.compactMap(\.string)
      return texts?.count == value.array?.count ? texts : nil
    }
  }

  package func object(_ name: String) throws(CommandError) -> JSONObject? {
    try read(name, "an object", \.object)
  }

  /// One of some words.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, of type: Word.Type
  ) throws(CommandError) -> Word? {
    try read(name, "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))") { value in
      value.string.flatMap(Word.init(rawValue:))
    }
  }

  private func read<Value>(
    _ name: String, _ must: String, _ convert: (JSON) -> Value?
  ) throws(CommandError) -> Value? {
    guard let value = self[name] else { return nil }
    guard let converted = convert(value) else { throw wrong(name, must) }
    return converted
  }

  /// The error for a member whose value cannot be used.
  package func wrong(_ name: String, _ must: String) -> CommandError {
    let value = members[name].map { ", not \($0.shortText)" } ?? ""
    return error("\(subject): \"\(name)\" must be \(must)\(value)", [name])
  }

  /// An error about the subject, of which the predicate says something: `has no upn`.
  ///
  /// - Parameters:
  ///   - name: the member that is wrong; nil for the object itself.
  ///   - index: the item of the member that is wrong, counted from 0.
  package func failure(_ predicate: String, at name: String?, _ index: Int? = nil) -> CommandError {
    error("\(subject) \(predicate)", [name, index.map(String.init)].compactMap { $0 })
  }

  private func error(_ text: String, _ path: [String]) -> CommandError {
    var error = CommandError(text)
    error.path = path
    return error
  }

  /// The error for a name that leads nowhere.
  package func unknown(
    _ word: String, _ name: String, at member: String, _ index: Int? = nil, among known: [String]
  ) -> CommandError {
    failure(
      "has the unknown \(word) \"\(name)\"\(CommandError.hint(name, known))", at: member, index)
  }
}

extension JSON {
  /// The text, cut for a message.
  fileprivate var shortText: String {
    let text = text
    return text.utf8.count <= 60 ? text : "\(text.prefix(60))..."
  }
}
