internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import StepProtocol
internal import SystemFiles

extension Coordinator {
  /// Looks at a file of an app as it lies on the disk, without asking the app: `plain` if the given text is in it,
  /// `hidden` if not, `absent` if there is no such file.
  func lookAtDisk(_ app: AppState, _ request: FileRequest) throws(CaseEnd) {
    let path = request.path ?? ""
    let found = Folder.files(below: app.dataFolder).first {
      $0 == path || $0.utf8.count > path.utf8.count && $0.hasSuffix("/" + path)
    }
    var word = "absent"
    if let found {
      let bytes = (try? WholeFile.bytes(app.dataFolder + "/" + found)) ?? []
      word = Coordinator.holds(bytes, Array((request.content ?? "").utf8)) ? "plain" : "hidden"
    }
    record(.result, "file", app: app.name, ["value": .string(word)])
    stepResult = .string(word)
  }

  /// True if some bytes hold others.
  private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard bytes.count >= part.count else { return false }
    return (0...bytes.count - part.count).contains {
      bytes[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}
