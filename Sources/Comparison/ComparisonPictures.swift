internal import Conformance
internal import ExactText
internal import Wording
internal import JSONText
internal import ReportFormats
internal import VirtualTime

/// Two timelines beside each other: what a case did in the earlier run and in the later one, each difference marked on the side
/// that has it.
struct ComparisonPictures {
  private let sides: [(title: String, timeline: Timeline)]

  /// The pictures of both histories of a case.
  init(_ oldTitle: String, _ old: [Record], _ newTitle: String, _ new: [Record]) {
    var (gone, come): ([Int: String], [Int: String]) = ([:], [:])
    for pair in HistoryAlignment(old, new).pairs {
      switch (pair.old, pair.new) {
      case (let before?, let after?) where old[before] != new[after]:
        let text = ComparisonPictures.difference(old[before], new[after])
        gone[before] = text
        come[after] = text
      case (let before?, nil): gone[before] = "gone"
      case (nil, let after?): come[after] = "new"
      default: break
      }
    }
    sides = [
      (oldTitle, Timeline(old, epoch: .defaultEpoch, notes: gone)),
      (newTitle, Timeline(new, epoch: .defaultEpoch, notes: come)),
    ]
  }

  /// What is other in a record that both sides have, in a word or two.
  private static func difference(_ old: Record, _ new: Record) -> String {
    if old.time != new.time { return "at another time" }
    let names = (old.fields.members + new.fields.members).map(\.name).distinct.sortedTexts
    let other = names.filter { old.fields[$0] != new.fields[$0] }
    return other.isEmpty ? "other" : "other \(other.joined(separator: ", "))"
  }

  /// The pictures as a part of a page.
  var element: String {
    let figures = sides.map { side in
      "<figure><figcaption>\(Markup.text(side.title))</figcaption>"
        + "<div class=\"scroll picture\" tabindex=0 role=region "
        + "aria-label=\"timeline of \(Markup.text(side.title))\">"
        + "\(TimelinePicture(side.timeline).element)</div></figure>\n"
    }
    return "<div class=pictures>\n\(figures.joined())</div>\n"
  }

  /// The style of the pictures; once in a page.
  static let style = TimelinePicture.colours + "\n" + TimelinePicture.style

  /// The shapes of the pictures; once in a page.
  static let shapes =
    "<svg width=0 height=0 aria-hidden=true style=\"position:absolute\">\(TimelinePicture.shapes)</svg>"
}
