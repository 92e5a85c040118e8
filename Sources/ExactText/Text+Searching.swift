// Finding a text in another goes by bytes, which is by scalars too: no scalar begins within another.

extension StringProtocol {
  /// Where the bytes of a text are first; an empty text is at the beginning.
  public func firstRange(of text: some StringProtocol) -> Range<Index>? {
    guard let first = text.utf8.first else { return startIndex..<startIndex }
    let count = text.utf8.count
    var rest = utf8[...]
    while rest.count >= count, let found = rest.firstIndex(of: first) {
      rest = rest[found...]
      if rest.starts(with: text.utf8) { return found..<utf8.index(found, offsetBy: count) }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// True if the bytes of a text are in this one.
  public func contains(_ text: some StringProtocol) -> Bool { firstRange(of: text) != nil }
}

extension String {
  /// The text with every part that has those bytes replaced by another.
  public func replacing(_ part: String, with other: String) -> String {
    guard !part.isEmpty else { return self }
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      result += rest[..<range.lowerBound]
      result += other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
