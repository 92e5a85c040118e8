import ReferenceSDK
import Testing

@testable import SimulatedAppProcess

@Suite struct AppCommandTests {
  @Test func `no argument serves without a defect`() {
    #expect(AppCommand(arguments: []) == .serve(AppVariant()))
  }

  @Test(arguments: Defect.all)
  func `every defect can be named and is listed`(defect: Defect) throws {
    var variant = AppVariant()
    variant.variations = try Variations(defects: [defect])
    #expect(AppCommand(arguments: ["--defect", defect.name]) == .serve(variant))
    #expect(AppCommand.list(Defect.self).contains("\(defect.name) "))
  }

  @Test(arguments: Reading.all)
  func `every reading can be named, is listed, and says what allows it`(reading: Reading) throws {
    let other = try #require(Reading.named("logs-everything"))
    var variant = AppVariant()
    variant.variations = try Variations(readings: [reading, other])
    let arguments = ["--reading", reading.name, "--reading", other.name]
    #expect(AppCommand(arguments: arguments) == .serve(variant))
    #expect(AppCommand.list(Reading.self).contains("\(reading.name) "))
    #expect(!reading.sources.isEmpty)
  }

  @Test func `capabilities can be left out`() {
    var variant = AppVariant()
    variant.missing = ["held", "windows"]
    #expect(
      AppCommand(arguments: ["--without", "held", "--without", "windows"]) == .serve(variant))
  }

  @Test(arguments: [
    ["--reading", "none-such"], ["--reading"], ["--without", "wings"], ["--defect"],
    ["--defect", "none-such"], ["serve"], ["--defect", ""],
  ])
  func `a wrong argument is refused`(arguments: [String]) {
    guard case .misuse(let message) = AppCommand(arguments: arguments) else {
      Issue.record("accepted \(arguments)")
      return
    }
    #expect(message.contains("--"))
  }
}
