import CProcess
import Foundation
import Testing

@testable import Participants

@Suite struct KeptPortsTests {
  private let address = "127.0.0.1"

  /// A socket that is bound to a port, and the port; the port is 0 for one that the kernel chooses.
  private func bound(_ port: Int = 0, isShared: Bool) throws -> (descriptor: Int32, port: Int) {
    var number = UInt16(port)
    let descriptor = mam_bind(address, &number, isShared ? 1 : 0)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno)!) }
    return (descriptor, Int(number))
  }

  @Test func `a port is the app's until the service that is started again has opened it`() throws {
    let kept = KeptPorts()
    let before = try bound(isShared: true)
    #expect(listen(before.descriptor, 1) == 0)
    kept.note([before.port], of: "phone/mail")
    kept.keep(at: address)
    close(before.descriptor)
    // As any other program of the machine that asks for this port.
    #expect(throws: POSIXError(.EADDRINUSE)) { try bound(before.port, isShared: false) }
    let after = try bound(before.port, isShared: true)
    #expect(listen(after.descriptor, 1) == 0)
    kept.note([after.port], of: "phone/mail")
    close(after.descriptor)
    let other = try bound(before.port, isShared: false)
    close(other.descriptor)
  }

  @Test func `nobody is connected to the one who keeps a port`() throws {
    let kept = KeptPorts()
    let before = try bound(isShared: true)
    kept.note([before.port], of: "phone/mail")
    kept.keep(at: address)
    close(before.descriptor)
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = in_port_t(UInt16(before.port).bigEndian)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    #expect(result == -1)
    #expect(errno == ECONNREFUSED)
  }

  @Test func `a port that somebody else has stays with them`() throws {
    let kept = KeptPorts()
    let other = try bound(isShared: false)
    #expect(listen(other.descriptor, 1) == 0)
    kept.note([other.port], of: "phone/mail")
    kept.keep(at: address)
    close(other.descriptor)
    // Nothing was kept beside it, so it is free now.
    let next = try bound(other.port, isShared: false)
    close(next.descriptor)
  }
}
