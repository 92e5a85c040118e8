internal import ExactText

/// Reads an `.xcconfig` file: `NAME[condition] = value // comment`, a line each.
enum ConfigurationFile {
  /// The settings of the file, in its order.
  ///
  /// What an `#include` names is read only if it is among the files that are audited too.
  ///
  /// - Throws: a line that is neither a setting nor an `#include`.
  static func read(_ text: [UInt8], file: String) throws(FileProblem) -> BuildConfiguration {
    var settings: [BuildSetting] = []
    var number = 0
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let full = String(decoding: line, as: UTF8.self)
      let code = (full.firstRange(of: "//").map { full[..<$0.lowerBound] } ?? full[...])
      let words = code.split { $0.isWhitespace }
      guard let first = words.first, !first.hasPrefix("#include") else { continue }
      guard let sign = code.firstIndex(of: "=") else {
        throw FileProblem(
          file, .text(line: number, column: 1), "a line of settings must have the form NAME = value"
        )
      }
      // A condition has an equals sign of its own.
      var place = sign
      if let bracket = code.firstIndex(of: "["), bracket < sign,
        let end = code[bracket...].firstIndex(of: "]")
      {
        place = code[end...].firstIndex(of: "=") ?? sign
      }
      let name = String(code[..<place].split { $0.isWhitespace }.first ?? "")
      settings.append(
        BuildSetting(
          name: XcodeProject.name(name),
          words: code[code.index(after: place)...].split { $0.isWhitespace }.map(String.init),
          file: file, place: .text(line: number, column: 1)))
    }
    return BuildConfiguration(name: file, target: nil, productType: nil, settings: settings)
  }
}
