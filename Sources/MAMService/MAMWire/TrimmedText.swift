internal import ExactText

/// A string without the spaces around it.
package func trimmed(_ text: some StringProtocol) -> String {
  let start = text.drop { $0 == " " }
  return String(start.reversed().drop { $0 == " " }.reversed())
}
