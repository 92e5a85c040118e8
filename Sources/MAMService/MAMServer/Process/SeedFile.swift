internal import ExactText
package import JSONText
package import MAMDirectory

/// A seed that has been read from a file.
package struct SeedFile {
  /// Reads a file of that path.
  typealias Reader = (_ path: String) throws(CommandError) -> SeedFile
  /// Reads a seed in a string.
  typealias TextReader = (_ text: String) throws(CommandError) -> SeedFile

  /// The seed: tenants, users, groups and so on.
  package var world: JSONObject
  /// Where the value that the names lead to is written, as `file:line:column`, as far as is known.
  package var place: ([String]) -> String

  /// A seed with a way to find its parts in the file.
  package init(world: JSONObject, place: @escaping ([String]) -> String) {
    self.world = world
    self.place = place
  }

  /// Reads a file in JSON.
  static let json: @Sendable (String) throws(CommandError) -> SeedFile = {
    path throws(CommandError) in
    let text = try PEMFile.read(path)
    let world: JSON
    do throws(JSONError) {
      world = try JSON(parsing: text)
    } catch {
      throw CommandError("\(path): \(error.description)")
    }
    guard let world = world.object else { throw CommandError("\(path): a seed must be an object") }
    return SeedFile(world: world) { _ in path }
  }
}

/// How seeds are read.
package struct SeedReader {
  private let file: SeedFile.Reader
  /// Reads a seed that the control API is sent; nil for one in JSON only.
  let text: SeedFile.TextReader?

  /// Reads files in JSON, and strings in JSON only.
  package static var json: SeedReader { SeedReader(file: SeedFile.json, text: nil) }

  /// A reader of files, and of strings that are not JSON.
  package init(
    file: @escaping (_ path: String) throws(CommandError) -> SeedFile,
    text: ((_ text: String) throws(CommandError) -> SeedFile)?
  ) {
    self.file = file
    self.text = text
  }

  /// Reads the file of a path.
  package func read(_ path: String) throws(CommandError) -> SeedFile { try file(path) }
}
