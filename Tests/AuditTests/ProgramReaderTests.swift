import Contract
import Foundation
import Testing

@testable import Audit

/// Programs and libraries of all kinds.
@Suite("The reader of Mach-O")
struct ProgramReaderTests {
  private func sample() -> MachOSample {
    var sample = MachOSample()
    sample.libraries = [
      ("@rpath/IntuneMAM.framework/IntuneMAM", false), ("/usr/lib/libz.dylib", true),
    ]
    sample.symbols = ["_OBJC_CLASS_$_MSALPublicClientApplication"]
    sample.hasSwift = true
    sample.entitlements = AppSample.plist(["application-identifier": "ABCDE12345.x"])
    return sample
  }

  @Test(arguments: [(true, false), (true, true), (false, false), (false, true)])
  func `both widths and both byte orders say the same`(_ is64: Bool, _ isBig: Bool) throws {
    var sample = sample()
    (sample.is64, sample.isBig) = (is64, isBig)
    if !is64 { sample.cpu = 12 }
    let slice = try #require(try MachOReader.read(Array(sample.data), file: "x").slices.first)
    #expect(slice.architecture == (is64 ? "arm64" : "arm"))
    #expect(slice.libraries.map(\.lastPart) == ["IntuneMAM", "libz.dylib"])
    #expect(slice.libraries.map(\.isWeak) == [false, true])
    #expect(slice.runPaths == ["@executable_path/Frameworks"])
    #expect(slice.minimumSystem == "13.0" && slice.hasSwift && !slice.isEncrypted)
    #expect(slice.definesClass(prefix: "AppDele") && !slice.definesClass(prefix: "Delegate"))
    #expect(slice.hasMethod("applicationDidFinishLaunching:") && !slice.hasMethod("application"))
    #expect(slice.refersToClass("MSALPublicClientApplication"))
    let entitlements = try #require(slice.entitlements)
    let list = try PropertyList.read(entitlements.bytes, file: "x")
    #expect(list.root["application-identifier"]?.string == "ABCDE12345.x")
  }

  @Test
  func `a fat file has a slice for each architecture`() throws {
    let file = try MachOReader.read(Array(RuleSample.bothKinds), file: "x")
    #expect(file.slices.map(\.architecture) == ["arm64", "x86_64"])
    #expect(file.slices.map(\.isForSimulator) == [false, true])
  }

  @Test
  func `a class of Java is not taken for a fat file`() {
    #expect(!MachOReader.isMachO([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52]))
    #expect(MachOReader.isMachO([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2]))
  }

  @Test
  func `an encrypted program hides its names, and what needs them is not shown`() throws {
    var sample = AppSample()
    sample.app.program.isEncrypted = true
    let result = try sample.audit([.e2020_06])
    let judgement = result.judgements.first { $0.requirement.id == "INT-007" }
    #expect(judgement?.verdict == .notShown)
    #expect(judgement?.reason == "the names of the program's classes cannot be read")
  }

  @Test
  func `load commands that go beyond each other are refused with their place`() {
    var bytes = Array(sample().data)
    bytes[36] = 0xFF
    bytes[37] = 0xFF
    let problem = #expect(throws: FileProblem.self) { try MachOReader.read(bytes, file: "x") }
    #expect(
      problem?.line
        == "x: byte 32: load command 1 goes beyond the others; see whether the file is cut off or damaged"
    )
  }
}
