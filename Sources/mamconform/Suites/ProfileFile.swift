import Arguments
import CaseYAML
import Contract
internal import ExactText
import SystemFiles
import Wording

/// The file of `--profile`: the numbers of a vendor, in which the suites then count.
enum ProfileFile {
  /// Where a stored run keeps its profile among its suites.
  static let storedPath = "profiles/of-this-run.yaml"

  /// The profile of a command line; the contract's own numbers without the option.
  ///
  /// - Throws: if there is no such file, or it has an error, after every diagnostic was said.
  static func profile(_ arguments: ParsedArguments) throws(CommandError) -> Profile {
    guard let path = arguments.value(.profile) else { return .standard }
    return try read(path)
  }

  /// The profile of a file.
  static func read(_ path: String) throws(CommandError) -> Profile {
    guard Path.exists(path) else {
      throw CommandError("there is no profile \(path)", suggestion: hint(for: path))
    }
    let (profile, diagnostics) = ProfileReader.load(path: path)
    for diagnostic in diagnostics { Output.complain("\(diagnostic)\n") }
    guard let profile else {
      throw CommandError(
        "\(path) is not a profile", suggestion: "'mamconform lint \(path)' checks it alone")
    }
    return profile
  }

  /// The file that was probably meant by a path that leads nowhere: one beside it, or one that comes with the suites.
  private static func hint(for path: String) -> String? {
    func stem(_ path: String) -> String {
      let name = Path.name(of: path)
      let ending = [".yaml", ".yml"].first(where: name.hasSuffix)
      return String(name.dropLast(ending?.count ?? 0))
    }
    func profiles(in folder: String) -> [String] {
      Folder.names(in: folder).filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
        .map { folder == "." ? $0 : "\(folder)/\($0)" }
    }
    let own = Path.isFolder("suites/profiles") ? "suites" : Suites.builtIn
    let known = own.map { profiles(in: "\($0)/profiles") } ?? []
    let files = profiles(in: Path.parent(of: path)) + known
    if let near = Spelling.nearest(to: stem(path), among: files.map(stem)),
      let file = files.first(where: { stem($0) == near })
    {
      return "did you mean '\(file)'?"
    }
    return known.isEmpty ? nil : "such as \(known.joined(separator: ", "))"
  }
}

extension Option {
  static let profile = Option(
    "--profile", "FILE", .file,
    "judge by the numbers of that file instead of the contract's, such as a retry after 12 hours; see 'schema profile'"
  )
}
