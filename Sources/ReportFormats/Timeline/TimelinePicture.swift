internal import ExactText
internal import Wording
internal import Reporting
internal import VirtualTime

/// Draws a ``Timeline`` as SVG.
///
/// Colours and widths are those of ``style``, by classes, so that the picture follows light and dark. The script of the
/// HTML report (`PageScript`) draws the same from the same rows: whoever changes one changes the other.
package struct TimelinePicture {
  /// Where the lanes begin and how far they are apart, in pixels.
  static let gutter = 112
  static let laneWidth = 66
  /// What is above the first row.
  static let head = 34
  /// The room for a character of a row's text, and for the least text, in pixels.
  static let characterWidth = 7
  static let leastText = 320

  private let timeline: Timeline

  /// A picture of a timeline.
  package init(_ timeline: Timeline) { self.timeline = timeline }

  /// The width and the height of the picture, in pixels.
  var size: (width: Int, height: Int) {
    (
      TimelinePicture.gutter + timeline.lanes.count * TimelinePicture.laneWidth
        + textWidth,
      TimelinePicture.head + timeline.height + 12
    )
  }

  /// The room for the longest text of a row; by UTF-16, as the script counts.
  private var textWidth: Int {
    let longest = timeline.rows.map { $0.text.utf16.count + $0.note.utf16.count }.max() ?? 0
    return max(TimelinePicture.leastText, (longest + 4) * TimelinePicture.characterWidth)
  }

  /// A file of its own, with style and shapes.
  package var document: String {
    let (width, height) = size
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"timeline\" width=\"\(width)\" "
      + "height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\">\n"
      + "<style>\(TimelinePicture.colours)\n\(TimelinePicture.style)</style>\n"
      + "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"
      + TimelinePicture.shapes + content + "</svg>\n"
  }

  /// A part of a page that has style and shapes.
  package var element: String {
    let (width, height) = size
    return "<svg class=\"timeline\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"0 0 \(width) \(height)\" role=\"img\" "
      + "aria-label=\"Timeline; the records are below it as text\">\n\(content)</svg>\n"
  }

  private var content: String {
    let head = TimelinePicture.head
    var text = ""
    for (index, lane) in timeline.lanes.enumerated() {
      let x = x(index)
      text +=
        "<text class=\"lane-name\" x=\"\(x)\" y=\"14\">\(Markup.text(cut(lane.name)))</text>\n"
      text +=
        "<line class=\"lane\" x1=\"\(x)\" y1=\"22\" x2=\"\(x)\" y2=\"\(head + timeline.height)\"/>\n"
      for life in lane.lives {
        text += "<line class=\"life\" x1=\"\(x)\" y1=\"\(head + life.lowerBound)\" x2=\"\(x)\" "
        text += "y2=\"\(head + life.upperBound)\"/>\n"
      }
    }
    for (index, row) in timeline.rows.enumerated() {
      let before = index > 0 ? timeline.rows[index - 1] : nil
      if row.time != before?.time { text += time(row, before) }
      text += mark(row)
    }
    return text
  }

  private func x(_ lane: Int) -> Int {
    TimelinePicture.gutter + lane * TimelinePicture.laneWidth + TimelinePicture.laneWidth / 2
  }

  private func cut(_ name: String) -> String {
    name.count > 9 ? "\(name.prefix(8))…" : name
  }

  /// The time of a row that begins an instant; above it the sign of a gap that is not to scale.
  private func time(_ row: Timeline.Row, _ before: Timeline.Row?) -> String {
    let y = TimelinePicture.head + row.y
    var text = "<text class=\"time\" x=\"\(TimelinePicture.gutter - 6)\" y=\"\(y + 4)\">"
    text += "+\(row.time - timeline.epoch)</text>\n"
    guard let before, row.y - before.y - Timeline.rowHeight >= Timeline.longestGap else {
      return text
    }
    let middle = y - (row.y - before.y) / 2
    let right = x(timeline.lanes.count - 1) + 12
    text += "<path class=\"break\" d=\"M\(TimelinePicture.gutter - 30) \(middle)"
    text += "l6 -5 6 10 6 -5H\(right)\"/>\n"
    text +=
      "<text class=\"span\" x=\"\(right + 8)\" y=\"\(middle + 4)\">\(row.time - before.time)</text>\n"
    return text
  }

  private func mark(_ row: Timeline.Row) -> String {
    let y = TimelinePicture.head + row.y
    let x = x(row.lane)
    let kind = row.kind.rawValue
    let bad = row.note.isEmpty ? "" : " bad"
    var text = "<g class=\"row \(kind)\(bad)\">"
    if !row.detail.isEmpty || !row.note.isEmpty {
      let detail = [row.note, row.detail].filter { !$0.isEmpty }.joined(separator: "\n")
      text += "<title>\(Markup.text(detail))</title>"
    }
    if let target = row.target {
      let back = target > row.lane ? -1 : 1
      let end = self.x(target) + 4 * back
      text += "<path class=\"way\" d=\"M\(x) \(y)H\(end)\"/>"
      text += "<path class=\"head\" d=\"M\(end) \(y)l\(7 * back) -4v8z\"/>"
    }
    text += "<use href=\"#mark-\(kind)\" x=\"\(x)\" y=\"\(y)\"/>"
    let left = self.x(timeline.lanes.count - 1) + 16
    text += "<text x=\"\(left)\" y=\"\(y + 4)\">\(Markup.text(row.text))"
    if !row.note.isEmpty { text += " <tspan class=\"note\">✗ \(Markup.text(row.note))</tspan>" }
    return text + "</text></g>\n"
  }
}
