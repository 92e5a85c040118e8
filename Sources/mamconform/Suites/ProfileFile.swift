import Arguments
import CaseYAML
import Contract
internal import ExactText
import SystemFiles

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
    guard Path.exists(path) else { throw CommandError("there is no profile \(path)") }
    let (profile, diagnostics) = ProfileReader.load(path: path)
    for diagnostic in diagnostics { Output.complain("\(diagnostic)\n") }
    guard let profile else {
      throw CommandError(
        "\(path) is not a profile", suggestion: "'mamconform lint \(path)' checks it alone")
    }
    return profile
  }
}

extension Option {
  static let profile = Option(
    "--profile", "FILE", .file,
    "judge by the numbers of that file instead of the contract's, such as a retry after 12 hours; see 'schema profile'"
  )
}
