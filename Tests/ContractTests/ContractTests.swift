import CaseYAML
import Contract
import Testing

@Suite("Contract")
struct ContractTests {
  static let folder =
    #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/") + "/suites/contract"

  @Test
  func `the published contract loads without a remark`() throws {
    let (contract, diagnostics) = ContractLoader.load(folder: Self.folder)
    #expect(diagnostics.isEmpty)
    #expect(contract.requirements.count == 589)
    #expect(contract.areas.count == 24)
    #expect(contract.requirements(inArea: "ENR").count == 46)
    #expect(contract.unprovenReasons["STA-021"]?.text.contains("CNF-49") == true)
  }

  @Test
  func `editions hold for yes, true and yes with a note, not for no and no with a note`() throws {
    let contract = ContractLoader.load(folder: Self.folder).contract
    let noted = try #require(contract.requirement("STA-021"))
    #expect(noted.editions == [.e2016_09, .e2016_12, .e2017_11, .e2020_01])
    let plain = try #require(contract.requirement("ENR-008"))
    #expect(plain.editions == Set(Edition.allCases))
    #expect(plain.title == "Automatic retry after a failure")
    #expect(!plain.isOptional)
    #expect(contract.requirement("ENR-999") == nil)
  }

  @Test
  func `requirements are sorted by ID and of two with one ID the first is kept`() {
    func make(_ id: String, _ title: String) -> Requirement {
      Requirement(
        id: id, title: title, statement: "", party: "sdk", level: "must", testable: "protocol",
        editions: [], observe: "")
    }
    let contract = Contract(requirements: [
      make("B-001", "b"), make("A-001", "a"), make("B-001", "c"),
    ])
    #expect(contract.requirements.map(\.title) == ["a", "b"])
    #expect(contract.areas == ["A", "B"])
  }
}
