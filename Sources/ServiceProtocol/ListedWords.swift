internal import ExactText

/// The words of an enumeration as a sentence lists them: `gone, reenroll or none`.
package func listed<Word: RawRepresentable & CaseIterable>(_ words: Word.Type) -> String
where Word.RawValue == String {
  let names = words.allCases.map(\.rawValue)
  guard let last = names.last, names.count > 1 else { return names.joined() }
  return names.dropLast().joined(separator: ", ") + " or " + last
}
