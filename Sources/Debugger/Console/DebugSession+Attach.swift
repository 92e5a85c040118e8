internal import Conformance
internal import ExactText
internal import Wording

extension DebugSession {
  /// Says how to put a debugger of the SDK's language on an app where the case stands; from then on neither the watchdog nor
  /// the limits of real time count against its process.
  ///
  /// After going back the app is another process.
  ///
  /// - Throws: if there is no such app, or none that runs in a process of its own.
  package func attach(_ app: String) throws(ConsoleError) -> String {
    do throws(DebugProblem) { try comeHere() } catch { throw ConsoleError(error.text) }
    let names = view.apps.map(\.name)
    guard let found = view.apps.first(where: { $0.name == app }) else {
      if app.isEmpty {
        throw ConsoleError(
          "'attach' needs an app", suggestion: "the case has \(names.joined(separator: ", "))")
      }
      throw ConsoleError(unknown: "app", app, among: names)
    }
    guard found.isRunning else {
      throw ConsoleError("\(app) is not running", suggestion: "continue past its launch")
    }
    guard let process = view.expectDebugger(on: app), process > 0 else {
      throw ConsoleError(
        "\(app) does not have its own process on this machine",
        suggestion: "give the adapter with --sut, also 'mam-app' for the reference SDK")
    }
    return
      "\(app) is process \(process): lldb -p \(process), or debugpy --pid \(process); no real time counts "
      + "against it any more\n"
  }
}
