import Testing

@testable import MAMSignIn

@Suite struct RedirectURITests {
  @Test(
    arguments: [
      ("http://localhost", "http://localhost:50321", true),
      ("http://localhost", "http://localhost:50321/", true),
      ("http://localhost:8400/cb", "http://localhost:9/cb", true),
      ("http://localhost:8400/cb", "http://localhost/cb", true),
      ("http://127.0.0.1/", "http://127.0.0.1:1", true),
      ("http://[::1]/a", "http://[::1]:7/a", true),
      ("http://localhost:8400/cb", "http://localhost:8400/other", false),
      ("http://localhost", "http://127.0.0.1:50321", false),
      ("http://localhost", "http://localhost:80@evil.example/", false),
      ("http://localhost", "http://localhost.evil.example/", false),
      ("http://localhost", "https://localhost:50321", false),
      ("https://app.example:1/cb", "https://app.example:2/cb", false),
      ("msauth.app://auth", "msauth.app://auth", true),
    ])
  func `only the port of the loopback interface is free`(
    _ known: String, _ uri: String, _ fits: Bool
  ) {
    #expect(RedirectURI.isRegistered(uri, among: ["https://elsewhere.example/", known]) == fits)
  }
}
