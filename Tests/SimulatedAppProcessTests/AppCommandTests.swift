import ReferenceSDK
import SimulatedApp
import StepProtocol
import Testing

@testable import SimulatedAppProcess

@Suite struct AppCommandTests {
  @Test func `no argument serves without a defect`() {
    #expect(AppCommand(arguments: []) == .serve(AppVariant()))
  }

  /// The names at the starts of the lines of a list.
  private func names(_ list: String) -> [String] {
    list.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test func `every defect can be named and is listed`() throws {
    for defect in Defect.all {
      var variant = AppVariant()
      variant.variations = try Variations(defects: [defect])
      #expect(AppCommand(arguments: ["--defect", defect.name]) == .serve(variant))
    }
    #expect(names(AppCommand.list(Defect.self)) == Defect.all.map(\.name))
  }

  @Test(arguments: Reading.all)
  func `every reading can be named, is listed, and says what allows it`(reading: Reading) throws {
    let other = try #require(Reading.named("logs-everything"))
    var variant = AppVariant()
    variant.variations = try Variations(readings: [reading, other])
    let arguments = ["--reading", reading.name, "--reading", other.name]
    #expect(AppCommand(arguments: arguments) == .serve(variant))
    #expect(names(AppCommand.list(Reading.self)).contains(reading.name))
    #expect(!reading.sources.isEmpty)
  }

  @Test func `capabilities can be left out`() {
    var variant = AppVariant()
    variant.missing = [.held, .windows]
    #expect(
      AppCommand(arguments: ["--without", "held", "--without", "windows"]) == .serve(variant))
  }

  @Test(arguments: [
    (["--reading", "none-such"], "there is no reading 'none-such'; --readings lists them"),
    (["--reading"], "the option '--reading' needs a value: --reading NAME"),
    (
      ["--without", "wings"],
      "the option '--without' does not know 'wings'; known: \(AppHost.capabilities.map(\.rawValue).joined(separator: ", "))"
    ),
    (["--defect"], "the option '--defect' needs a value: --defect NAME"),
    (["--defect", "none-such"], "there is no defect 'none-such'; --defects lists them"),
    (
      ["serve"],
      "unknown edition 'serve'; known: 2016-09, 2016-12, 2017-11, 2020-01, 2020-06"
    ),
    (["2016-09"], "unexpected '2016-09': an edition is for --behaviour"),
    (["--defect", ""], "the value of the option '--defect' is empty"),
    (["--defekt", "x"], "unknown option '--defekt'; did you mean '--defect'?"),
    (["--colour"], "unknown option '--colour'; 'mam-app --help' lists the options"),
  ])
  func `a wrong argument is refused`(arguments: [String], message: String) {
    #expect(AppCommand(arguments: arguments) == .misuse(message))
  }

  @Test func `help, version and lists come before anything else`() {
    guard case .show(let help) = AppCommand(arguments: ["--defect", "x", "--help"]) else {
      Issue.record("no help")
      return
    }
    #expect(
      help.contains("usage: mam-app [options] [EDITION]") && help.contains("--without CAPABILITY"))
    #expect(AppCommand(arguments: ["--version"]) == .show("mam-app \(AppHost.version)\n"))
    #expect(AppCommand(arguments: ["--defects"]) == .show(AppCommand.list(Defect.self)))
  }

  @Test func `several defects go together unless they decide the same thing`() throws {
    var variant = AppVariant()
    variant.variations = try Variations(
      defects: ["retry-at-23h", "refresh-at-12h"].compactMap { Defect.named($0) })
    let arguments = ["--defect", "retry-at-23h", "--defect", "refresh-at-12h"]
    #expect(AppCommand(arguments: arguments) == .serve(variant))
    let conflict = AppCommand(arguments: arguments + ["--defect", "retry-at-25h"])
    guard case .misuse(let message) = conflict else {
      Issue.record("accepted two intervals")
      return
    }
    #expect(message.contains("retry-at-23h and retry-at-25h"))
  }

  @Test func `the behaviour of an edition is listed, with the defects named before it`() {
    func list(_ arguments: String...) -> [Substring] {
      guard case .show(let text) = AppCommand(arguments: arguments) else { return [] }
      return text.split(separator: "\n")
    }
    #expect(list("--behaviour").contains("enrollment.retryInterval = 24h"))
    #expect(list("--behaviour") == list("--behaviour", "2020-06"))
    #expect(list("--behaviour", "2016-09").count == list("--behaviour").count)
    #expect(list("--behaviour", "2016-09") != list("--behaviour"))
    #expect(
      list("--defect", "retry-at-23h", "--behaviour").contains("enrollment.retryInterval = 23h"))
  }
}
