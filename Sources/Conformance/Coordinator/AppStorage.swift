internal import CaseModel
internal import ExactText
package import JSONText
package import Participants
internal import ServiceProtocol
internal import StepProtocol
internal import SystemFiles
internal import VirtualTime

/// What an app and its SDK have saved.
package struct AppStorage: Sendable {
  /// The folder of the installation.
  package let dataFolder: String
  /// What is saved beside files; nil if that cannot be seen.
  package let saved: SavedState?
  /// The files below the folder by their paths; see ``Coordinator/files(below:)``.
  package let files: JSON
}

/// What the apps of a device have saved together.
package struct DeviceStorage: Sendable {
  /// The folder that they share.
  package let sharedFolder: String
  /// The keychain and the owners of files; nil if that cannot be seen.
  package let saved: SavedOnDevice?
  /// The files of app groups by their paths.
  package let groups: JSON
}

extension Coordinator {
  /// What an app and its SDK have saved; nil if the app has never been launched.
  func storage(of app: String) -> AppStorage? {
    guard let app = apps.first(where: { $0.name == app }), app.hasBeenLaunched else { return nil }
    let folder = "\(scratch.path)/\(app.device)/\(app.name)-\(app.installation)"
    return AppStorage(
      dataFolder: folder, saved: participants.saved(in: folder),
      files: Coordinator.files(below: folder))
  }

  /// What the apps of a device have saved together; nil if none of them has ever been launched.
  func storage(ofDevice device: String) -> DeviceStorage? {
    guard apps.contains(where: { $0.device == device && $0.hasBeenLaunched }) else { return nil }
    let folder = sharedFolder(ofDevice: device)
    return DeviceStorage(
      sharedFolder: folder, saved: participants.saved(onDevice: folder),
      groups: Coordinator.files(below: folder + "/groups"))
  }

  /// The folder that the apps of a device share.
  func sharedFolder(ofDevice device: String) -> String {
    "\(scratch.path)/\(device)/\(ScratchFolder.shared)"
  }

  /// The state of each device of the case.
  var deviceStates: [(name: String, managed: JSON, shift: VirtualDuration)] {
    conformanceCase.world.devices.members.map { member in
      let device = devices[ExactString(member.name)]
      return (
        member.name, device?.managed ?? [:], VirtualDuration(milliseconds: device?.shift ?? 0)
      )
    }
  }

  /// The most bytes of a file that are shown.
  private static let mostBytes = 256

  /// The files below a folder: short texts as they are, anything else by its size.
  static func files(below folder: String) -> JSON {
    var object = JSONObject()
    for name in Folder.files(below: folder) {
      let path = "\(folder)/\(name)"
      let size = Path.size(of: path) ?? 0
      let bytes = WholeFile.untrusted(path, atMost: mostBytes)
      let text = bytes.flatMap { String(validating: $0, as: UTF8.self) }
      object.append(name, text.map(JSON.string) ?? .string("\(size) bytes"))
    }
    return .object(object)
  }
}

extension Coordinator {
  /// Looks at a file of an app as it lies on the disk, without asking the app: `plain` if the given text is in it,
  /// `hidden` if not, `absent` if there is no such regular file of at most 64 MiB, `unreadable` if there is one that nobody
  /// may read. The files of app groups lie in the folder that the apps of the device share, wherever the SDK has put them
  /// there.
  func lookAtDisk(_ app: AppState, _ request: FileRequest) throws(CaseEnd) {
    let path = request.path ?? ""
    let isShared = request.folder?.hasPrefix("group:") ?? false
    let root = isShared ? sharedFolder(ofDevice: app.device) : app.dataFolder
    let found = Folder.files(below: root).first {
      $0 == path || $0.utf8.count > path.utf8.count && $0.hasSuffix("/" + path)
    }
    let word =
      found.map { Coordinator.look(at: "\(root)/\($0)", for: request.content ?? "") } ?? "absent"
    record(.result, "file", app: app.name, ["value": .string(word)])
    stepResult = .string(word)
  }

  /// What a file is to somebody who looks for a text in it; the SDK under test may have put anything there.
  static func look(at path: String, for content: String) -> String {
    if let bytes = WholeFile.untrusted(path, atMost: mostBytesOnDisk) {
      return holds(bytes, Array(content.utf8)) ? "plain" : "hidden"
    }
    let isFile = Path.kind(ofEntry: path) == .regularFile
    return isFile && Path.size(of: path) ?? .max <= mostBytesOnDisk ? "unreadable" : "absent"
  }

  /// The largest file that is looked at.
  private static let mostBytesOnDisk = 64 << 20

  /// True if some bytes hold others.
  private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard bytes.count >= part.count else { return false }
    return (0...bytes.count - part.count).contains {
      bytes[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}
