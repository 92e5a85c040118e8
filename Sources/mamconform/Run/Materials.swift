import Arguments
internal import ExactText
import ReportFormats
import SystemFiles

/// The files that decide what a run finds, with their hashes: the suites, and the programs of the SDK under test.
enum Materials {
  /// The suites folder of a command line, and every word of the adapter's command that is a file.
  ///
  /// Of `python3 adapter.py` both are, as the interpreter alone says nothing of the SDK. In process the SDK is this program.
  static func of(
    _ adapter: [String], _ arguments: ParsedArguments
  ) throws(CommandError) -> [FinishedRun.Material] {
    let folder = try Suites.folder(arguments)
    var materials = [
      FinishedRun.Material(
        name: "suites", digest: Digest.ofFolder(try files(in: folder, as: "")))
    ]
    let command = arguments.has(.inProcess) ? [ProgramPath.own] : adapter
    for (index, word) in command.enumerated() {
      let path = index == 0 ? try Programs.find(word) : word
      guard Path.kind(of: path) == .regularFile else { continue }
      materials.append(
        .init(
          name: String(path.split(separator: "/").last ?? ""),
          digest: Digest.of(try FileInput.bytes(path))))
    }
    return materials
  }

  /// Every file below a folder, with its path from there.
  private static func files(
    in folder: String, as prefix: String
  ) throws(CommandError) -> [(path: String, bytes: [UInt8])] {
    var files: [(path: String, bytes: [UInt8])] = []
    let entries: [Folder.Entry]
    do throws(SystemError) {
      entries = try Folder.entries(of: folder)
    } catch {
      throw CommandError("cannot read \(folder): \(error)")
    }
    for entry in entries {
      let path = "\(folder)/\(entry.name)"
      if entry.kind == .folder {
        files += try self.files(in: path, as: "\(prefix)\(entry.name)/")
      } else if Path.kind(of: path) == .regularFile {
        files.append(("\(prefix)\(entry.name)", try FileInput.bytes(path)))
      }
    }
    return files
  }
}
