internal import ExactText
import JSONText
import MAMModel
import MAMWire

/// The condition of `$search` on users and groups: clauses such as `"displayName:staff"`, with AND or OR between.
struct Search {
  /// True for an entity that is to stay.
  let includes: (Resource) -> Bool

  /// Reads a condition on entities of a type.
  ///
  /// A clause holds if a word of the property, or the whole of it, begins with its text.
  ///
  /// - Throws: 400 for what is no such list of clauses.
  init(_ text: String, on type: GraphType, isBeta: Bool) throws(GraphError) {
    var alternatives: [[(property: String, text: String)]] = [[]]
    var rest = text.trimmed()[...]
    repeat {
      guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else {
        throw .badRequest("$search: expected a clause in quotes such as \"displayName:staff\"")
      }
      let clause = rest[rest.index(after: rest.startIndex)..<end]
      let name = clause.prefix { $0 != ":" }
      guard name.count < clause.count,
        let property = type.property(name.trimmed(), isBeta: isBeta), case .text = property.form,
        !property.traits.contains(.hidden)
      else {
        throw .badRequest(
          "$search: expected a property of type \(type.qualifiedName) followed by a colon, found \(clause)"
        )
      }
      alternatives[alternatives.count - 1].append(
        (property.name, clause.dropFirst(name.count + 1).trimmed().foldedCase()))
      rest = rest[rest.index(after: end)...].drop { $0 == " " }
      guard !rest.isEmpty else { break }
      let word = rest.prefix { $0 != " " && $0 != "\"" }
      switch word.asciiLowercased() {
      case "or": alternatives.append([])
      // Clauses side by side must both hold.
      case "and", "": break
      default: throw .badRequest("$search: expected AND or OR between clauses, found \(word)")
      }
      rest = rest.dropFirst(word.count).drop { $0 == " " }
    } while true
    let conditions = alternatives
    includes = { resource in
      conditions.contains { clauses in
        clauses.allSatisfy { Search.holds(resource.fields[$0.property]?.string ?? "", $0.text) }
      }
    }
  }

  private static func holds(_ value: String, _ text: String) -> Bool {
    let value = value.foldedCase()
    return value.hasPrefix(text)
      || value.split { !isOfWord($0) }.contains { $0.hasPrefix(text) }
  }

  /// True for what words are made of: a mark that combines belongs to its letter.
  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
      || character.unicodeScalars.contains {
        $0.properties.canonicalCombiningClass != .notReordered
      }
  }
}
