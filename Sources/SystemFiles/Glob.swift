internal import ExactText

/// A pattern in which `*` stands for any characters and `?` for one; every other character stands for itself.
package struct Glob: Sendable {
  private let characters: [Character]

  /// Reads a pattern; every text is one.
  package init(_ text: String) { characters = Array(text) }

  /// True if a string has a character that means more than itself.
  package static func isPattern(_ text: String) -> Bool {
    text.contains("*") || text.contains("?")
  }

  /// True if the pattern stands for the whole of a name.
  ///
  /// Takes time proportional to pattern times name: only the last star is tried with more of the name.
  package func matches(_ name: String) -> Bool {
    let name = Array(name)
    var (position, index) = (0, 0)
    var star: (position: Int, index: Int)?
    while index < name.count {
      if position < characters.count, characters[position] == "*" {
        star = (position, index)
        position += 1
      } else if position < characters.count,
        characters[position] == "?" || characters[position] == name[index]
      {
        position += 1
        index += 1
      } else if let last = star {
        star = (last.position, last.index + 1)
        (position, index) = (last.position + 1, last.index + 1)
      } else {
        return false
      }
    }
    return characters[position...].allSatisfy { $0 == "*" }
  }
}
