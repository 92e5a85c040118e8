import ReferenceSDK
import Testing

@testable import SimulatedAppProcess

@Suite struct AppCommandTests {
  @Test func `no argument serves without a defect`() {
    #expect(AppCommand(arguments: []) == .serve(nil))
  }

  @Test(arguments: Defect.allCases)
  func `every defect can be named and is listed`(defect: Defect) {
    #expect(AppCommand(arguments: ["--defect", defect.name]) == .serve(defect))
    #expect(AppCommand.defectList.contains("\(defect.name) "))
  }

  @Test(arguments: [["--defect"], ["--defect", "none-such"], ["serve"], ["--defect", ""]])
  func `a wrong argument is refused`(arguments: [String]) {
    guard case .misuse(let message) = AppCommand(arguments: arguments) else {
      Issue.record("accepted \(arguments)")
      return
    }
    #expect(message.contains("--"))
  }
}
