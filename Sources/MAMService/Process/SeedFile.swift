internal import ExactText
public import JSONText

/// A seed that has been read from a file.
public struct SeedFile {
  /// Reads a file of that path.
  public typealias Reader = (_ path: String) throws(CommandError) -> SeedFile
  /// Reads a seed in a string.
  public typealias TextReader = (_ text: String) throws(CommandError) -> SeedFile

  /// The seed: tenants, users, groups and so on.
  public var world: JSONObject
  /// Where the value that the names lead to is written, as `file:line:column`, as far as is known.
  public var place: ([String]) -> String

  /// A seed with a way to find its parts in the file.
  public init(world: JSONObject, place: @escaping ([String]) -> String) {
    self.world = world
    self.place = place
  }

  /// Reads a file in JSON.
  public static let json: @Sendable (String) throws(CommandError) -> SeedFile = {
    path throws(CommandError) in
    let text = try PEMFile.read(path)
    let world: JSON
    do throws(JSONError) {
      world = try JSON(parsing: text)
    } catch {
      throw CommandError("\(path): \(error.description)")
    }
    guard let world = world.object else { throw CommandError("\(path): a seed is an object") }
    return SeedFile(world: world) { _ in path }
  }
}
