import CaseModel
import Conformance
import JSONText
import Testing
import Wording
import VirtualTime

@testable import ReportFormats

@Suite("The HTML report")
struct HTMLReportTests {
  private let page = String(decoding: HTMLReport(FormatSamples.run).bytes, as: UTF8.self)

  @Test
  func `it asks the network for nothing, and no policy lets it`() {
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("src=\"") && !page.contains("<link") && !page.contains("@import"))
    #expect(!page.contains("url(http"))
  }

  @Test
  func
    `its text is there without the script: verdict, causes, requirements, and every case that did not pass`()
    throws
  {
    let end = try #require(page.firstRange(of: "<script type=\"application/json\""))
    let text = page[..<end.lowerBound]
    #expect(text.contains("The SDK under test violates the contract"))
    #expect(text.contains("request enroll of mail comes at +23:00:00.000"))
    #expect(text.contains("Enroll | ENR-008"))
    for result in FormatSamples.run.results {
      #expect(text.contains(Markup.text(result.conformanceCase.name)))
    }
    // Five that did not pass and one with a warning.
    #expect(text.count(of: "<svg class=\"timeline\"") == 6)
    #expect(text.contains("no reply for 10000 ms of real time"))
    #expect(text.contains("--seed 7"))
  }

  @Test
  func `nothing that an SDK says becomes markup`() throws {
    #expect(!page.contains("</script><b>") && !page.contains("\u{1B}"))
    #expect(page.count(of: "</script>") == 2)
  }

  @Test
  func `the data of the script give the same rows as the timelines`() throws {
    let data = try JSON(parsing: PageData(FormatSamples.run).bytes[...])
    let strings = data["strings"]?.array ?? []
    let kinds = data["kinds"]?.array ?? []
    let templates = data["rows"]?.array ?? []
    let cases = data["cases"]?.array ?? []
    #expect(cases.count == FormatSamples.run.results.count)
    for (item, result) in zip(cases, FormatSamples.run.results) {
      let numbers = item["rows"]?.array?.compactMap(\.int) ?? []
      let timeline = Timeline(result)
      try #require(numbers.count == 3 * timeline.rows.count)
      var (time, y) = (0, 0)
      for (index, row) in timeline.rows.enumerated() {
        time += numbers[3 * index]
        y += numbers[3 * index + 1]
        let parts = templates[numbers[3 * index + 2]].array?.compactMap(\.int) ?? []
        #expect(time == (row.time - timeline.epoch).milliseconds && y == row.y)
        #expect(kinds[parts[0]].string == row.kind.rawValue)
        #expect(parts[1] == row.lane && parts[2] == row.target ?? -1)
        #expect(strings[parts[3]].string == row.text && strings[parts[5]].string == row.note)
      }
      #expect(item["checks"]?.array?.count == result.checks.count)
    }
  }

  @Test
  func `the hash of a source is that of the policy (CSP 3)`() {
    // From the specification's example: the script alert('Hello, world.');
    #expect(
      Base64.hashSource("alert('Hello, world.');")
        == "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=")
    #expect(
      ["", "f", "fo", "foo"].map { Base64.text(Array($0.utf8)) } == ["", "Zg==", "Zm8=", "Zm9v"])
  }
}

extension StringProtocol {
  /// How often a text is in this one.
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
