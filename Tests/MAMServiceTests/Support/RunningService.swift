import Arguments
import CProcess
import Foundation
import Glibc
import JSONText
import StepProtocol
import Testing
import VirtualTime

@testable import MAMEngine
@testable import MAMDirectory
@testable import MAMWire
@testable import MAMServer

/// `mamconform serve` on a thread of the test, steered as the coordinator steers it.
final class RunningService {
  private let control: Int32
  private let clock: Int32
  private var buffer = LineBuffer()
  private var nextID = 1
  /// The records that have come, oldest first.
  private(set) var records: [JSON] = []
  /// What the thread leaves behind; it must not hold the service, which waits for it at its end.
  private final class Ending: @unchecked Sendable {
    var status: Int32 = -1
    // Written before the signal, read after it.
    let signal = DispatchSemaphore(value: 0)
  }
  private let ending = Ending()

  /// - Parameter pageSize: 8 for the clock alone, 24 for the clock and the gate.
  init(arguments: [String] = [], pageSize: Int = 8) {
    var pair: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
    control = pair[0]
    clock = mam_memfd("clock")
    ftruncate(clock, off_t(pageSize))
    setClock(at(0).milliseconds)
    let (service, clock) = (pair[1], clock)
    let ending = ending
    Thread.detachNewThread {
      let words = ["--control-fd", "\(service)", "--clock-fd", "\(clock)"] + arguments
      if let arguments = try? ServiceProcess.command.parse(words) {
        ending.status = ServiceProcess.run(arguments)
      }
      close(service)
      ending.signal.signal()
    }
  }

  deinit {
    shutdown(control, Int32(SHUT_RDWR))
    ending.signal.wait()
    close(control)
    close(clock)
  }

  func setClock(_ milliseconds: Int) {
    var value = Int64(milliseconds)
    pwrite(clock, &value, 8, 0)
  }

  func openGate(_ gate: Int) { store(gate, at: SharedPage.gateIndex) }

  /// Writes a number of the shared page.
  func store(_ number: Int, at index: Int) {
    var value = Int64(number)
    pwrite(clock, &value, 8, off_t(8 * index))
  }

  /// Sends a command and returns its answer; records that come before it are kept.
  @discardableResult
  func command(_ verb: String, _ members: JSONObject = JSONObject()) throws -> JSON {
    let id = nextID
    nextID += 1
    var line: JSONObject = ["id": .int(id), "do": .string(verb)]
    for member in members.members { line[member.name] = member.value }
    post(JSON.object(line).text + "\n")
    while true {
      let answer = try #require(nextLine(), "the service ended")
      if answer["id"] == .int(id) { return answer }
      records.append(answer)
    }
  }

  /// Sends a string as it is.
  func post(_ text: String) {
    _ = text.withCString { send(control, $0, text.utf8.count, 0) }
  }

  /// Carries out a command that must succeed.
  @discardableResult
  func ok(_ verb: String, _ members: JSONObject = JSONObject()) throws -> JSON {
    let answer = try command(verb, members)
    return try #require(answer["ok"], "\(verb): \(answer.text)")
  }

  /// The next record, once it is there.
  func record() throws -> JSON {
    if records.isEmpty { records.append(try #require(nextLine())) }
    return records.removeFirst()
  }

  /// Every record that has come so far.
  func allRecords() throws -> [JSON] {
    try command("nothing")
    defer { records = [] }
    return records
  }

  private func nextLine() -> JSON? {
    while true {
      if let line = buffer.nextLine() { return try? JSON(parsing: line) }
      var piece = [UInt8](repeating: 0, count: 65_536)
      let count = recv(control, &piece, piece.count, 0)
      guard count > 0 else { return nil }
      buffer.append(piece[..<count])
    }
  }

  /// Attaches an app and returns its five ports.
  func attach(_ instance: String, _ members: JSONObject = JSONObject()) throws -> [Int] {
    var all: JSONObject = ["instance": .string(instance)]
    for member in members.members { all[member.name] = member.value }
    return try ok("attach", all)["ports"]?.array?.compactMap(\.int) ?? []
  }

  /// Waits until the service has ended, and returns its status.
  func ended() -> Int32 {
    ending.signal.wait()
    ending.signal.signal()
    return ending.status
  }
}
