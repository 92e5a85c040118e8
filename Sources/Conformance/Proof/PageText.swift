internal import ExactText
internal import Wording

/// What the pages of proofs have in common.
enum PageText {
  /// Everything of a page that comes before its heading.
  static func head(_ title: String) -> String {
    """
    <!doctype html>
    <html lang=en>
    <meta charset=utf-8>
    <meta name=viewport content="width=device-width">
    <title>\(Markup.text(title))</title>
    <style>
    :root { color-scheme: light dark; --bad: #b3261e; --good: #146c2e; --line: #8885 }
    @media (prefers-color-scheme: dark) { :root { --bad: #ff897d; --good: #6dd58c } }
    body { font: 15px/1.5 system-ui, sans-serif; margin: 0 }
    main { max-width: 80rem; margin: auto; padding: 1rem }
    table { border-collapse: collapse; width: 100% }
    th, td { text-align: left; vertical-align: top; padding: .2rem .5rem; border-bottom: 1px solid var(--line) }
    .bad { color: var(--bad) }
    .good { color: var(--good) }
    .scroll { overflow: auto; max-height: 40rem; border: 1px solid var(--line) }
    .own { fill: var(--good) }
    .other { fill: #888 }
    </style>
    <main>

    """
  }
}
