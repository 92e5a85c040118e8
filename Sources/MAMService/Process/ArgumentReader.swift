internal import ExactText
import Wording

/// Arguments of the form `--name value` and `--name=value`.
struct ArgumentReader {
  private var rest: ArraySlice<String>
  private var name = ""
  private var attached: String?

  init(_ arguments: [String]) { rest = arguments[...] }

  /// The next name; an error if the one before was given a value that it does not take.
  mutating func nextName() throws(CommandError) -> String? {
    if attached != nil { throw CommandError("\(name) takes no value") }
    guard let word = rest.popFirst() else { return nil }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let hasValue = word.hasPrefix("--") && parts.count == 2
    name = hasValue ? String(parts[0]) : word
    attached = hasValue ? String(parts[1]) : nil
    return name
  }

  mutating func value() throws(CommandError) -> String {
    guard let value = attached ?? rest.popFirst() else {
      throw CommandError("\(name) needs a value")
    }
    attached = nil
    return value
  }

  /// The name of a file or a folder: an empty one would do without a word what nobody has asked for.
  mutating func path(_ kind: String) throws(CommandError) -> String {
    let path = try value()
    guard !path.isEmpty else { throw CommandError("\(name) needs a \(kind)'s name") }
    return path
  }

  mutating func number(_ range: ClosedRange<Int>) throws(CommandError) -> Int {
    let text = try value()
    guard let number = Int(text), range.contains(number) else {
      throw CommandError(
        "\(name) must be a number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
    }
    return number
  }

  func unknown(among names: [String]) -> CommandError {
    let near =
      Spelling.nearest(to: name, among: names)
      ?? names.first { $0.hasPrefix(name) && name.count > 3 }
    let hint = near.map { "; did you mean \($0)?" } ?? "; see mamconform serve --help"
    return CommandError("unknown argument \"\(name)\"\(hint)")
  }
}
