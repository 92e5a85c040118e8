import Foundation
import StepProtocol
import Testing

@testable import MAMEngine

/// Records in memory come out as they went in, once, whatever they are pieced together from.
@Suite struct SharedRecordsTests {
  private final class Memory {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-test-\(UUID().uuidString)").path
    let descriptor: Int32
    let coordinator: SharedRecords

    init() {
      _ = FileManager.default.createFile(atPath: file, contents: nil)
      descriptor = open(file, O_RDWR)
      ftruncate(descriptor, off_t(SharedRecords.fileSize))
      let mapped = mmap(
        nil, SharedRecords.fileSize, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)!
      coordinator = SharedRecords(memory: mapped)
    }

    deinit {
      close(descriptor)
      unlink(file)
    }

    func take() -> [String] {
      var buffer = LineBuffer()
      var lines: [String] = []
      while coordinator.take(into: &buffer) {
        while let line = buffer.nextLine() { lines.append(String(decoding: line, as: UTF8.self)) }
      }
      #expect(!buffer.hasPartialLine)
      return lines
    }
  }

  @Test func `what is written is taken once, also beyond the end of the memory`() throws {
    let memory = Memory()
    let service = try #require(SharedRecords(descriptor: memory.descriptor))
    let text = String(repeating: "r", count: 999)
    for round in 0..<600 {
      let lines = ["\(round)", "\(text)\(round)"]
      for line in lines { #expect(service.write(Array("\(line)\n".utf8))) }
      #expect(memory.take() == lines)
    }
    #expect(memory.take().isEmpty)
  }

  @Test func `without room nothing is written, and nothing is lost`() throws {
    let memory = Memory()
    let service = try #require(SharedRecords(descriptor: memory.descriptor))
    let line = [UInt8](repeating: 0x72, count: SharedRecords.capacity / 2 - 1) + [0x0A]
    #expect(service.write(line))
    #expect(service.write(line))
    #expect(!service.write([0x0A]))
    #expect(memory.take().count == 2)
    #expect(service.write([0x0A]))
    #expect(memory.take() == [""])
  }

  @Test func `lines of the control channel are counted from the start of a service on`() throws {
    let memory = Memory()
    #expect(memory.coordinator.lineCount == nil)
    let service = try #require(SharedRecords(descriptor: memory.descriptor))
    #expect(memory.coordinator.lineCount == 0)
    service.countLine()
    #expect(memory.coordinator.lineCount == 1)
    #expect(service.write([0x0A]))
    memory.coordinator.forget()
    #expect(memory.coordinator.lineCount == nil)
    #expect(memory.take().isEmpty)
  }

  @Test func `a file of the clock alone has no room for records`() throws {
    let memory = Memory()
    ftruncate(memory.descriptor, 24)
    #expect(SharedRecords(descriptor: memory.descriptor) == nil)
  }
}
