import CaseModel
import Contract
import Testing

@testable import Conformance

@Suite struct QuickSelectionTests {
  /// A case with some axes, such as `["late=token"]`, and some checks.
  func item(
    _ id: String, _ edition: Edition = .latest, axes: [String] = [], checks: [String] = ["seen"]
  ) -> ConformanceCase {
    var item = CaseSelectionTests.item("enrollment", id, edition)
    item.parameters = axes.map { axis in
      let words = axis.split(separator: "=").map(String.init)
      return ConformanceCase.Parameter(axis: words[0], value: words[1])
    }
    let step = item.steps[0]
    item.steps = checks.map { name in
      var step = step
      step.check?.id = name
      return step
    }
    return item
  }

  func names(_ cases: [ConformanceCase]) -> [String] { QuickSelection.of(cases).map(\.name) }

  @Test func `each value of each axis occurs, and not each combination`() {
    let cases = ["a=1", "a=2", "a=3"].flatMap { first in
      ["b=x", "b=y", "b=z"].map { item("first", axes: [first, $0]) }
    }
    let chosen = QuickSelection.of(cases)
    #expect(chosen.count == 3)
    #expect(Set(chosen.flatMap(\.parameters)).count == 6)
  }

  @Test func `each edition occurs, with values that differ`() {
    let cases = ["a=1", "a=2"].flatMap { axis in
      [Edition.e2016_09, .latest].map { item("first", $0, axes: [axis]) }
    }
    let chosen = QuickSelection.of(cases)
    #expect(chosen.count == 2)
    #expect(Set(chosen.map(\.edition)).count == 2)
    #expect(Set(chosen.flatMap(\.parameters)).count == 2)
  }

  @Test func `a check that only some combinations have is made`() {
    let cases = [
      item("first", axes: ["a=1", "b=x"]), item("first", axes: ["a=1", "b=y"]),
      item("first", axes: ["a=2", "b=x"]),
      item("first", axes: ["a=2", "b=y"], checks: ["seen", "both"]),
    ]
    #expect(
      names(cases) == ["enrollment/first[a=1,b=x]@2020-06", "enrollment/first[a=2,b=y]@2020-06"])
  }

  @Test func `cases keep their order, and none is left out altogether`() {
    let cases = [item("second"), item("first", axes: ["a=1"]), item("third")]
    #expect(names(cases) == cases.map(\.name))
    #expect(names([]) == [])
  }

  @Test func `filters come before it`() throws {
    var selection = CaseSelection(patterns: ["enrollment-retry/after-24h"], editions: ["latest"])
    selection.isQuick = true
    let chosen = try selection.apply(
      to: CaseSelectionTests.cases, CaseSelectionTests.contract)
    #expect(chosen.map(\.edition) == [.latest, .latest])
  }

  @Test func `of many combinations hardly more are taken than the longest axis has values`() {
    let cases = (0..<200).map { number in
      item(
        "first", Edition.allCases[number % 5],
        axes: ["a=\(number % 3)", "b=\(number % 7)", "c=\(number / 40)"])
    }
    let chosen = QuickSelection.of(cases)
    #expect(Set(chosen.map(\.edition)).count == 5)
    #expect(Set(chosen.flatMap(\.parameters)).count == 3 + 7 + 5)
    #expect((7...9).contains(chosen.count))
  }
}
