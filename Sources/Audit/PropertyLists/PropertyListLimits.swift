internal import ExactText

/// Counts the values of a property list while it is read, so that no file can make the reader grow without bound.
struct PropertyListLimits {
  /// How deep values may be nested.
  static let deepest = 128
  /// The most values that a property list may come to; in a binary file, one that is used twice counts twice.
  static let mostValues = 200_000

  private var count = 0

  /// Takes in one more value.
  ///
  /// - Parameter depth: in how many others it lies.
  /// - Throws: which limit it exceeds.
  mutating func take(
    in file: String, at place: FilePlace, depth: Int
  ) throws(FileProblem) {
    count += 1
    guard count <= PropertyListLimits.mostValues else {
      throw FileProblem(
        file, place, "it has more than \(PropertyListLimits.mostValues) values")
    }
    guard depth < PropertyListLimits.deepest else {
      throw FileProblem(
        file, place, "values are nested more than \(PropertyListLimits.deepest) deep")
    }
  }
}
