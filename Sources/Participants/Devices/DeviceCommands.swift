internal import ExactText
package import Wording

/// What a pipe does by itself and a socket cannot: starting an app, killing it, and removing what it has saved.
///
/// Each is a program and its arguments, in which placeholders in braces stand for what differs from launch to launch.
package struct DeviceCommands: Sendable, Equatable {
  /// Starts the app. Nil if somebody else does.
  package var launch: [String]?
  /// Kills the app as SIGKILL does. Nil to end what ``launch`` has started, or else the connection.
  package var kill: [String]?
  /// Removes what an earlier installation has saved, before an app is launched for the first time in a case, or again
  /// after a reinstall. Nil if the app keeps to the folders of its launch.
  package var wipe: [String]?

  /// No commands: a person starts the app.
  package init() {}

  /// The names of the placeholders, and what they stand for.
  package static let placeholders: [(name: String, meaning: String)] = [
    ("app", "the app's name in the case"), ("device", "the name of its device"),
    ("bundle", "its bundle identifier"), ("address", "where it connects"),
    ("token", "its token"), ("data", "its data folder"),
    ("shared", "the folder that the apps of its device share"),
    ("ports", "the service's ports for it, with commas"),
  ]

  /// Makes sure that every placeholder of a command is known. Braces around anything but small letters are the command's own,
  /// as those of a JSON object or of a shell's function are.
  ///
  /// - Throws: wrong usage, with the name that was probably meant.
  package static func check(_ command: [String]) throws(UsageError) {
    for word in command {
      for part in word.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
        guard let end = part.firstIndex(of: "}"), end > part.startIndex,
          part[..<end].utf8.allSatisfy({ (0x61...0x7A).contains($0) })
        else { continue }
        try UsageError.check(
          String(part[..<end]), "placeholder", among: placeholders.map(\.name))
      }
    }
  }

  /// A command with its placeholders filled in.
  static func filled(_ command: [String], _ values: [(name: String, value: String)]) -> [String] {
    command.map { word in
      var rest = word[...]
      var result = ""
      while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
        let name = String(rest[rest.index(after: start)..<end])
        result += rest[..<start]
        result += values.first { $0.name == name }?.value ?? String(rest[start...end])
        rest = rest[rest.index(after: end)...]
      }
      return result + rest
    }
  }
}

/// What is known of an app before it is launched, beside its name: for commands that start it on a device.
package struct AppInstallation: Sendable, Equatable {
  /// `device/app`.
  package var instance: String
  /// The bundle identifier.
  package var bundleIdentifier: String
  /// The folder of this installation, and the one that the apps of its device share.
  package var dataFolder: String, sharedFolder: String
  /// The ports that the service has opened for the app.
  package var ports: [Int]
  /// True if nothing of an earlier installation may be there.
  package var isNew: Bool

  /// An installation with all its parts.
  package init(
    instance: String, bundleIdentifier: String, dataFolder: String, sharedFolder: String,
    ports: [Int], isNew: Bool
  ) {
    self.instance = instance
    self.bundleIdentifier = bundleIdentifier
    self.dataFolder = dataFolder
    self.sharedFolder = sharedFolder
    self.ports = ports
    self.isNew = isNew
  }

  /// What the placeholders of a command stand for.
  func values(address: String, token: String) -> [(name: String, value: String)] {
    let parts = instance.split(separator: "/", maxSplits: 1).map(String.init)
    return [
      ("app", parts.last ?? ""), ("device", parts.first ?? ""), ("bundle", bundleIdentifier),
      ("address", address), ("token", token), ("data", dataFolder), ("shared", sharedFolder),
      ("ports", ports.map(String.init).joined(separator: ",")),
    ]
  }
}
