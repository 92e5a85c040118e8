internal import ExactText

/// Telling requests that a web page of somebody else has made.
package enum ForeignPage {
  /// True if a browser says that a page of another origin has sent the request.
  ///
  /// Pages cannot write `Origin` and `Sec-Fetch-Site` themselves (Fetch, section 2.2.2; Fetch Metadata,
  /// section 2.3). Neither is there if a program asks, or a person who has typed the address.
  package static func sent(_ request: HTTPRequest) -> Bool {
    let sites = request.headers.filter { $0.isNamed("sec-fetch-site") }.map(\.value)
    if sites.contains(where: { $0 != "same-origin" && $0 != "none" }) { return true }
    let origins = request.headers.filter { $0.isNamed("origin") }.map(\.value)
    return origins.contains { origin in
      // A page that hides where it comes from says null; the browser still says whether that is here.
      if origin == "null" { return sites.isEmpty }
      return origin.asciiLowercased() != request.origin.asciiLowercased()
    }
  }

  /// What keeps a browser from taking an answer for something else than it is: no guessing of types, no
  /// place within other pages, no trace of the address, nothing kept.
  package static let protection = [
    HeaderField("Cache-Control", "no-store"),
    HeaderField("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    HeaderField("Cross-Origin-Resource-Policy", "same-origin"),
    HeaderField("Referrer-Policy", "no-referrer"),
    HeaderField("X-Content-Type-Options", "nosniff"),
    HeaderField("X-Frame-Options", "DENY"),
  ]
}
