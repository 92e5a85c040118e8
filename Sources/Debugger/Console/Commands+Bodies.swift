internal import Conformance
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import VirtualTime

/// What apps and the service have said to each other.
extension ConsoleCommand {
  static let bodies = ConsoleCommand(
    "bodies", [], usage: "bodies [N|APP|#N]",
    "shows the last N requests, or those of an app, or one of them, with the bodies of both directions",
    example: "bodies #31"
  ) { console, rest throws(ConsoleError) in try console.showBodies(rest) }
}

extension DebugConsole {
  /// How many requests are shown if nobody says.
  private static let usualRequests = 4

  func showBodies(_ text: String) throws(ConsoleError) {
    let all = session.view.exchanges
    if text.hasPrefix("#") { return try showBodies(ofRecord: text, among: all) }
    var (chosen, count) = (all, DebugConsole.usualRequests)
    if let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
      count = try DebugConsole.count(text)
    } else if !text.isEmpty {
      let names = session.view.apps.map(\.name)
      guard names.contains(text) else { throw ConsoleError(unknown: "app", text, among: names) }
      chosen = all.filter { session.view.records[$0.record].app == text }
    }
    if chosen.isEmpty {
      write("no request\(text.isEmpty || chosen.count == all.count ? "" : " of \(text)") so far\n")
    }
    if chosen.count > count { write("... \(chosen.count - count) before\n") }
    for exchange in chosen.suffix(count) {
      write("\(heading(exchange))\n")
      write("  request   \(DebugConsole.words(exchange.body))\n")
      write("  response  \(response(exchange))\n")
    }
  }

  private func showBodies(
    ofRecord text: String, among all: [ExchangeView]
  ) throws(ConsoleError) {
    guard let number = Int(text.dropFirst()),
      let exchange = all.first(where: { $0.record == number - 1 })
    else {
      let known = all.suffix(8).map { "#\($0.record + 1)" }
      throw ConsoleError(
        "no body is kept of \(text): it is not a request, or more than 256 requests ago",
        suggestion: known.isEmpty ? nil : "the last requests are \(known.joined(separator: ", "))")
    }
    write("\(heading(exchange))\nrequest\n\(exchange.body.prettyText)")
    guard let status = exchange.status else { return write("response \(response(exchange))\n") }
    write("response \(status)\n\(exchange.response.prettyText)")
  }

  private func heading(_ exchange: ExchangeView) -> String {
    let record = session.view.records[exchange.record]
    return
      "#\(exchange.record + 1) +\(record.time - session.view.epoch) \(record.app) \(record.name)"
  }

  private func response(_ exchange: ExchangeView) -> String {
    guard let status = exchange.status else {
      let outcome = session.view.records[exchange.record].fields["outcome"]?.string
      return outcome == RequestOutcome.reset.rawValue
        ? "none: the connection was reset" : "none yet"
    }
    return "\(status) \(DebugConsole.words(exchange.response))"
  }

  private static func words(_ body: JSON) -> String { body.isNull ? "no body" : short(body) }
}
