internal import ExactText

extension TimelinePicture {
  /// The colours of light and dark, for a file of its own; a page has them for all that is in it.
  package static let colours = """
    :root{--ink:#1c2330;--faint:#5c6675;--paper:#fff;--line:#c9d0da;--good:#0b6b3a;--bad:#b3161b;--warn:#8a5300;\
    --accent:#1b57b8}
    @media(prefers-color-scheme:dark){:root{--ink:#e6e9ef;--faint:#a3adbb;--paper:#14171d;--line:#3d4653;\
    --good:#5fd08f;--bad:#ff8080;--warn:#f0b54c;--accent:#8ab8ff}}
    """

  /// What a picture looks like.
  package static let style = """
    .timeline{font:12px/1 system-ui,sans-serif;fill:var(--ink)}
    .timeline .paper{fill:var(--paper)}
    .timeline .lane-name{font-weight:600;text-anchor:middle}
    .timeline .lane{stroke:var(--line);stroke-dasharray:1 3}
    .timeline .life{stroke:var(--faint);stroke-width:3}
    .timeline .time{font:11px ui-monospace,monospace;text-anchor:end;fill:var(--faint)}
    .timeline .span{font:italic 11px system-ui,sans-serif;fill:var(--faint)}
    .timeline .break{fill:none;stroke:var(--line);stroke-width:1.5}
    .timeline .row{color:var(--ink)}
    .timeline .way{fill:none;stroke:currentColor;stroke-width:1.3}
    .timeline .head{fill:currentColor}
    .timeline .request{color:var(--accent)}
    .timeline .call,.timeline .admin,.timeline .wake,.timeline .device,.timeline .clock{color:var(--faint)}
    .timeline .held .way,.timeline .missing .way{stroke-dasharray:4 3}
    .timeline .badRequest,.timeline .held,.timeline .late,.timeline .fault{color:var(--warn)}
    .timeline .start{color:var(--good)}
    .timeline .kill,.timeline .missing,.timeline .verdict,.timeline .bad{color:var(--bad)}
    .timeline .row text{fill:var(--ink)}
    .timeline .bad text,.timeline .missing text,.timeline .kill text{fill:var(--bad)}
    .timeline .note{font-weight:600}
    .timeline .gap text{font-style:italic;fill:var(--faint)}
    [id^=mark-]{fill:currentColor}
    [id^=mark-] .hollow{fill:var(--paper);stroke:currentColor;stroke-width:1.6}
    [id^=mark-] .dashed{stroke-dasharray:3 2}
    [id^=mark-] .stroke{fill:none;stroke:currentColor;stroke-width:2.4}
    [id^=mark-] .thin{stroke-width:1.5}
    """

  /// The shape of each kind of row around its place; once in every document.
  package static let shapes: String = {
    let paths: [(Timeline.Kind, String)] = [
      (.call, dot(2.5)), (.wake, "<path d=\"M0-5 5 0 0 5-5 0z\" class=\"hollow\"/>"),
      (.callback, dot(5)), (.request, dot(3)), (.badRequest, dot(3)), (.held, dot(3)),
      (.answer, dot(3)), (.late, "<path d=\"M-4-4 4 4M4-4-4 4\" class=\"stroke\"/>"),
      (.start, "<path d=\"M-5-6 6 0-5 6z\"/>"), (.stop, "<path d=\"M-5-5H5V5H-5z\"/>"),
      (.kill, "<path d=\"M-6-6 6 6M6-6-6 6\" class=\"stroke\"/>"),
      (.fault, "<path d=\"M2-8-5 1H-1L-3 8 5-2H1z\"/>"), (.admin, "<path d=\"M-4-4H4V4H-4z\"/>"),
      (.clock, "<circle r=\"6\" class=\"hollow\"/><path d=\"M0-4V0H3\" class=\"stroke thin\"/>"),
      (.device, "<path d=\"M-3-6H3V6H-3z\" class=\"hollow\"/>"),
      (.missing, "<circle r=\"6\" class=\"hollow dashed\"/>"),
      (
        .verdict,
        "<path d=\"M0-7 7 6H-7z\" class=\"hollow\"/><path d=\"M0-3V2M0 3.5V5\" class=\"stroke thin\"/>"
      ),
      (.gap, "<path d=\"M0-5V-3M0-1V1M0 3V5\" class=\"stroke thin\"/>"),
    ]
    let symbols = paths.map { "<g id=\"mark-\($0.0.rawValue)\">\($0.1)</g>" }.joined()
    return "<defs>\(symbols)</defs>\n"
  }()

  private static func dot(_ radius: Double) -> String { "<circle r=\"\(radius)\"/>" }
}
