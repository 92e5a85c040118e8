/// Where the files of this repository are.
enum Repository {
  /// The root of the checkout that this was built from.
  static let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    .joined(separator: "/")
}
