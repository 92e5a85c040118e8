internal import CEdit
internal import ExactText
internal import Glibc

/// Lines that a person types, with editing, history and completion by libedit.
///
/// The library keeps what it knows in variables of the process, so there is one editor; it belongs to the thread that reads.
package final class LineEditor: @unchecked Sendable {
  /// The editor.
  package static let shared = LineEditor()

  /// The words that could stand at the end of a line, and whether one of them can go on.
  package typealias Completions = (words: [String], goOn: Bool)

  private var complete: (String) -> Completions = { _ in ([], false) }
  private var found: [String] = []

  private init() {}

  /// Begins to read.
  ///
  /// - Parameter complete: what could stand at the end of a line.
  package func begin(complete: @escaping (String) -> Completions) {
    self.complete = complete
    mam_edit_begin("mamconform")
    using_history()
    mam_edit_complete_by { word, _, _ in
      // Nothing else completes, not even if there is nothing to offer.
      mam_edit_completion_is_over()
      LineEditor.shared.look(mam_edit_line().map { String(cString: $0) } ?? "")
      return rl_completion_matches(word) { _, number in LineEditor.shared.match(number) }
    }
  }

  /// The next line; nil at the end of input. Ctrl-C gives up what was typed, and the prompt comes again.
  package func line(prompt: String) -> String? {
    var isBrokenOff: Int32 = 0
    var read = mam_edit_read(prompt, &isBrokenOff)
    while isBrokenOff != 0 { read = mam_edit_read(prompt, &isBrokenOff) }
    guard let bytes = read else { return nil }
    defer { free(bytes) }
    let line = String(cString: bytes)
    if !line.isEmpty { add_history(bytes) }
    return line
  }

  private func look(_ line: String) {
    let completions = complete(line)
    found = completions.words
    // Behind a part of a path comes a dot or nothing, so no blank is put there.
    mam_edit_append(completions.goOn ? 0 : 0x20)
  }

  /// The match of a number, as a string that the library frees.
  private func match(_ number: Int32) -> UnsafeMutablePointer<CChar>? {
    found.indices.contains(Int(number)) ? strdup(found[Int(number)]) : nil
  }
}
