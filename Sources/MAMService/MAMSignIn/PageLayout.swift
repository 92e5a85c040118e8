internal import ExactText
import MAMCrypto
package import MAMWire

/// How every page of the service looks: plain HTML that is read well at any width and without scripts.
package enum PageLayout {
  /// The only style, which the policy of the page names by its hash. Its colours differ by more than 7 to 1
  /// (WCAG 2.2, section 1.4.6), those of what can be pressed too.
  static let style = """
    :root{color-scheme:light}
    body{margin:0;background:#f3f3f3;color:#1b1b1b;font:1rem/1.5 system-ui,sans-serif}
    main{box-sizing:border-box;max-width:44rem;margin:0 auto;padding:1rem 1.5rem 2rem}
    @media(min-width:30rem){main{margin:2rem auto;background:#fff;border:1px solid #8a8a8a;border-radius:.5rem}}
    main.narrow{max-width:28rem}
    h1{font-size:1.5rem;line-height:1.25}
    .mock{display:inline-block;padding:0 .5rem;background:#1b1b1b;color:#fff;font-weight:700}
    dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1rem}
    dt,th{font-weight:600;text-align:left}
    dd{margin:0;overflow-wrap:anywhere}
    label{display:block;font-weight:600}
    input{box-sizing:border-box;display:block;width:100%;padding:.5rem;border:1px solid #595959;\
    border-radius:.25rem;font:inherit}
    button{padding:.5rem 1.25rem;border:1px solid #003e73;border-radius:.25rem;background:#003e73;color:#fff;\
    font:inherit}
    button.plain{background:#fff;color:#003e73}
    :focus-visible{outline:3px solid #003e73;outline-offset:2px}
    [role=alert]{padding:.5rem .75rem;border-left:4px solid #8b0000;background:#fdecec;color:#6b0000;\
    overflow-wrap:anywhere}
    table{border-collapse:collapse;display:block;overflow-x:auto}
    th,td{padding:.125rem 1rem .125rem 0;vertical-align:top}
    code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
    """

  private static let styleHash =
    "sha256-" + Base64URL.standardText(SHA256.digest(Array(style.utf8)))

  /// A page.
  ///
  /// - Parameters:
  ///   - title: in HTML.
  ///   - body: in HTML.
  ///   - isNarrow: true for a page that is a form.
  package static func html(title: String, _ body: String, isNarrow: Bool = false) -> String {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title)</title>
    <style>\(style)</style></head>
    <body><main\(isNarrow ? " class=\"narrow\"" : "")><h1>\(title)</h1>
    \(body)
    </main></body></html>

    """
  }

  /// What keeps a page from being shown within another, taken for something else, or kept.
  ///
  /// - Parameters:
  ///   - script: the hash of the only script that may run in it; nil for none.
  ///   - hasForm: true if the page posts a form: its origin goes along then, and never the address with what
  ///     the client has sent.
  package static func headers(script: String?, hasForm: Bool = false) -> [HeaderField] {
    let source = script.map { "; script-src '\($0)'" } ?? ""
    return [
      HeaderField("Cache-Control", "no-store"),
      HeaderField(
        "Content-Security-Policy",
        "default-src 'none'; style-src '\(styleHash)'; base-uri 'none'; frame-ancestors 'none'\(source)"
      ),
      HeaderField("Referrer-Policy", hasForm ? "strict-origin" : "no-referrer"),
      HeaderField("X-Content-Type-Options", "nosniff"),
      HeaderField("X-Frame-Options", "DENY"),
    ]
  }
}
