internal import ExactText
import Glibc
import JSONText
import MAMEngine
import ServiceProtocol
import StepProtocol

/// The coordinator's end of the service: JSON lines both ways over a stream socket.
///
/// SIGPIPE must be ignored in the process.
final class ControlChannel {
  private let descriptor: Int32
  private var buffer = LineBuffer()
  private var scratch: [UInt8] = []
  private var output: [UInt8] = []
  /// Where records go that the coordinator need not be woken for; nil for nowhere.
  private let records: SharedRecords?

  init(descriptor: Int32, records: SharedRecords? = nil) {
    self.descriptor = descriptor
    self.records = records
    scratch = Array(repeating: 0, count: 65_536)
  }

  /// Reads what has arrived, when there is input; false if the coordinator is gone.
  func read() -> Bool {
    let count = Glibc.read(descriptor, &scratch, scratch.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    scratch.withUnsafeBytes { buffer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    return count > 0
  }

  /// The next whole command; text that is not JSON is given as such a string.
  func nextCommand() -> JSON? {
    guard let line = buffer.nextLine() else { return nil }
    return (try? JSON(parsing: line)) ?? .string(String(decoding: line, as: UTF8.self))
  }

  /// True if the coordinator sends a line without end.
  var isOverlong: Bool { buffer.isOverlong }

  /// Writes the record of a request: when this returns, the coordinator has it or will find it.
  func write(_ record: RequestRecord) {
    setOutput(record.json)
    let isUrgent = record.hold != nil || record.outcome == .idle
    if !isUrgent, let records, records.write(output) { return }
    sendOutput()
  }

  /// Writes a line, and returns once the kernel has all of it.
  func write(_ line: JSONObject) {
    setOutput(line)
    sendOutput()
  }

  private func setOutput(_ line: JSONObject) {
    output.removeAll(keepingCapacity: true)
    line.write(to: &output)
    output.append(0x0A)
  }

  private func sendOutput() {
    records?.countLine()
    var sent = 0
    while sent < output.count {
      let count = output.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress! + sent, $0.count - sent)
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        Glibc.poll(&poll, 1, -1)
      } else if errno != EINTR {
        // The coordinator is gone; the next read says so and ends the service.
        return
      }
    }
  }
}
