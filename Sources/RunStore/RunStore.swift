internal import ExactText
internal import Glibc
internal import SystemFiles

/// A folder of stored runs, a folder each.
///
///     let store = RunStore("runs")
///     let folder = try store.makeFolder(startedMilliseconds: WallClock.sinceEpoch)
///     let last = try StoredRun(store.find("latest"))
package struct RunStore: Sendable {
  /// The folder.
  package let folder: String

  /// The store in a folder, which need not be there yet.
  package init(_ folder: String) {
    self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// The names of its runs, the oldest first: a name begins with the time at which the run started.
  package var names: [String] {
    Folder.names(in: folder).filter { Path.exists("\(folder)/\($0)/\(RunFormat.fileName)") }
  }

  /// Makes the folder of a new run: the time in coordinated universal time, such as `20200604-090000-000`.
  package func makeFolder(startedMilliseconds: Int) throws(StoreError) -> String {
    let name = RunStore.name(startedMilliseconds)
    do throws(SystemError) {
      try Folder.make(folder)
      for number in 1...1000 {
        let path = "\(folder)/\(name)" + (number == 1 ? "" : "-\(number)")
        if try Folder.make(path) { return path }
      }
    } catch {
      throw StoreError("cannot make a folder for the run in \(folder): \(error)")
    }
    throw StoreError("there are a thousand runs of the same millisecond in \(folder)")
  }

  /// The folder of the run that a word names: a path; `latest`, or `latest~2` for the second before it; the beginning of a
  /// name that no other run has; or a label, of which the latest run counts.
  package func find(_ word: String) throws(StoreError) -> String {
    if Path.exists("\(word)/\(RunFormat.fileName)") { return word }
    let names = names
    if word.contains("/") {
      // A label may have a slash too, as the name of a branch does.
      guard !Path.exists(word), let name = name(labelled: word) else { return word }
      return "\(folder)/\(name)"
    }
    guard !names.isEmpty else { throw StoreError("there is no run in \(folder)") }
    if word.hasPrefix("latest") {
      let back = word == "latest" ? 0 : word.hasPrefix("latest~") ? Int(word.dropFirst(7)) : nil
      if let back, back >= 0 { return try latest(back, names, word) }
    }
    let found = names.contains(word) ? [word] : names.filter { $0.hasPrefix(word) }
    if found.count == 1 { return "\(folder)/\(found[0])" }
    // The latest with the label counts.
    if let name = name(labelled: word) { return "\(folder)/\(name)" }
    guard found.isEmpty else {
      throw StoreError(
        "\(found.count) runs in \(folder) begin with '\(word)'", suggestion: "give more of the name"
      )
    }
    throw StoreError(
      "there is no run '\(word)' in \(folder)",
      suggestion: "'mamconform runs list' shows the names and labels")
  }

  /// The folder of the latest run, or of one so many before it; what is left of a run that has stored nothing is none.
  private func latest(
    _ back: Int, _ names: [String], _ word: String
  ) throws(StoreError) -> String {
    var count = 0
    for name in names.reversed() where !isDead(name) {
      if count == back { return "\(folder)/\(name)" }
      count += 1
    }
    throw StoreError("there is no run \(word) in \(folder)", suggestion: "it has \(count)")
  }

  /// True for what is left of a run that was ended before it had stored anything.
  package func isDead(_ name: String) -> Bool {
    do throws(StoreError) {
      _ = try StoredRun("\(folder)/\(name)")
      return false
    } catch {
      return error.isOfDeadRun && !RunLock.isHeld("\(folder)/\(name)")
    }
  }

  /// The name of the run that a label means: the latest one that has it; nil if none has.
  package func name(labelled label: String) -> String? {
    names.reversed().first { self.label(of: $0) == label }
  }

  private func label(of name: String) -> String? {
    do throws(StoreError) {
      return try StoredRun("\(folder)/\(name)").details.label
    } catch {
      return nil
    }
  }

  /// Removes a run; what is in its folder beside the run stays, and the folder with it.
  ///
  /// - Throws: if a program writes it now, and if it cannot be removed.
  package func remove(_ name: String) throws(StoreError) {
    let path = "\(folder)/\(name)"
    let lock = try RunLock(writing: path)
    defer { withExtendedLifetime(lock) {} }
    // The file goes first: what is left of a run that is half removed is none.
    for suffix in ["", "-wal", "-shm"] {
      let file = "\(path)/\(RunFormat.fileName)\(suffix)"
      guard unlink(file) == 0 || errno == ENOENT else {
        throw StoreError("cannot remove \(file): \(SystemError.last)")
      }
    }
    rmdir(path)
  }

  private static func name(_ milliseconds: Int) -> String {
    var seconds = milliseconds / 1000
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let date = [
      (Int(parts.tm_year) + 1900, 4), (Int(parts.tm_mon) + 1, 2), (Int(parts.tm_mday), 2),
    ]
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0), 2) }
    return date.map { padded($0.0, $0.1) }.joined() + "-" + time.joined() + "-"
      + padded(milliseconds % 1000, 3)
  }
}
