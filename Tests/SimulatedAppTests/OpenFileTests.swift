import JSONText
import StepProtocol
import Testing

@testable import SimulatedApp

@Suite("Open files")
struct OpenFileTests {
  /// A host with `notes.txt`, which is open and has been sought to its second word.
  private func opened(defect: String? = nil) -> HostFixture {
    let fixture = HostFixture.enrolled(defect: defect)
    fixture.send(.file, ["do": "create", "path": "notes.txt", "content": "plain words"])
    fixture.send(.call, ["api": "openFileAtPath", "path": "notes.txt"])
    fixture.send(.call, ["api": "seek", "path": "notes.txt", "offset": 6])
    return fixture
  }

  @Test(
    arguments: [
      ["api": "seek", "offset": -1], ["api": "pread", "offset": -1, "count": 2],
      ["api": "pwrite", "offset": -1, "data": "X"], ["api": "truncate", "count": -1],
      ["api": "read", "count": -1],
    ] as [JSONObject])
  func `a negative offset or size is refused, and changes nothing`(arguments: JSONObject) {
    let fixture = opened()
    var arguments = arguments
    arguments["path"] = "notes.txt"
    fixture.send(.call, arguments)
    #expect(fixture.last.result == false)
    fixture.send(.call, ["api": "tell", "path": "notes.txt"])
    #expect(fixture.last.result == 6)
    fixture.send(.call, ["api": "size", "path": "notes.txt"])
    #expect(fixture.last.result == 11)
  }

  @Test
  func `with the defect a negative offset is taken and a negative size empties the file`() {
    let fixture = opened(defect: "negative-offsets-taken")
    fixture.send(.call, ["api": "truncate", "path": "notes.txt", "count": -1])
    #expect(fixture.last.result == true)
    fixture.send(.call, ["api": "seek", "path": "notes.txt", "offset": -1])
    #expect(fixture.last.result == -1)
  }
}
