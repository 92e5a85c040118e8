internal import ExactText
internal import Glibc
package import Wording

/// Where an app on a device connects: a Unix socket, or a TCP port.
package enum DeviceAddress: Sendable, Equatable, CustomStringConvertible {
  /// A socket in the file system; only this user can connect.
  case unix(path: String)
  /// A port of an IPv4 address; 0 takes any that is free.
  case tcp(host: String, port: Int)

  /// The longest path of a Unix socket in bytes; unix(7).
  static let longestPath = 107

  /// Reads `unix:PATH` or `tcp:HOST:PORT`; nil for anything else, which is a command.
  ///
  /// - Throws: wrong usage if it begins like an address but is none.
  package init?(_ text: String) throws(UsageError) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard 1...DeviceAddress.longestPath ~= path.utf8.count else {
        throw UsageError(
          "the path of unix:PATH has 1 to \(DeviceAddress.longestPath) bytes, not \(path.utf8.count)"
        )
      }
      self = .unix(path: path)
    } else if text.hasPrefix("tcp:") {
      let parts = text.dropFirst(4).split(separator: ":", omittingEmptySubsequences: false)
      let name = parts.first.map { $0 == "localhost" ? "127.0.0.1" : String($0) } ?? ""
      var address = in_addr()
      guard parts.count == 2, let port = Int(parts[1]), 0...65_535 ~= port,
        inet_pton(AF_INET, name, &address) == 1
      else {
        throw UsageError(
          "\(text) is not an address: write tcp:HOST:PORT with an IPv4 address or localhost, such as "
            + "tcp:127.0.0.1:7400")
      }
      self = .tcp(host: name, port: port)
    } else {
      return nil
    }
  }

  /// True if only programs of this machine can reach it.
  package var isLocal: Bool {
    switch self {
    case .unix: true
    case .tcp(let host, _): host.hasPrefix("127.")
    }
  }

  /// As it stands on a command line.
  package var description: String {
    switch self {
    case .unix(let path): "unix:\(path)"
    case .tcp(let host, let port): "tcp:\(host):\(port)"
    }
  }
}
