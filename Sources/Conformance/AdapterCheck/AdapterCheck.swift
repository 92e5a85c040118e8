internal import ExactText
internal import JSONText
internal import Participants
internal import StepProtocol
internal import VirtualTime

/// Checks an adapter apart from the SDK that it hosts: does it keep the step protocol?
///
/// Each check has a process of its own, so that one fault does not hide another. Most have no service: every request
/// is refused, which is enough to see that events, times and identities come through. One enrolls and checks in, and one
/// waits for a response.
///
///     let findings = AdapterCheck.run(command: ["python3", "adapter.py"])
///     print(AdapterCheck.text(findings))
package enum AdapterCheck {
  /// How the checks are made.
  package struct Options: Sendable {
    /// Real time that one activation may take, in milliseconds.
    package var watchdogMilliseconds = 5000
    /// Real time for which an idle adapter is watched, in milliseconds.
    package var idleMilliseconds = 300
    /// The program that is the mock service, at which the adapter enrolls once; nil to leave that out.
    package var serviceProgram: String?
    /// Where the adapter's apps connect if no command of ours hosts them; nil for processes of the command.
    package var devices: DeviceOptions?
    /// The default times.
    package init() {}
  }

  /// One check: its name, what must hold before it makes sense, and what it does.
  struct Check: Sendable {
    var name: String
    var needs: [String] = []
    var body: @Sendable (AdapterProbe.Ground) throws(CheckEnd) -> String
  }

  /// Why a check did not end with a pass.
  enum CheckEnd: Error {
    case fail(String)
    case notApplicable(String)
  }

  /// Runs every check against the adapter that the command starts, in a fixed order.
  ///
  /// A command that cannot be started is not an error here: every check that needs it fails or is not
  /// applicable, and the first says why.
  package static func run(command: [String], options: Options = Options()) -> [Finding] {
    run(checks, command: command, options: options)
  }

  /// Runs some of the checks; those that they need must come before them.
  static func run(_ checks: [Check], command: [String], options: Options) -> [Finding] {
    let ground: AdapterProbe.Ground
    do throws(ParticipantFailure) {
      ground = try AdapterProbe.Ground(command: command, options: options)
    } catch {
      return [Finding("scratch", .fail, error.message)]
    }
    defer { ground.remove() }
    var findings: [Finding] = []
    for check in checks {
      if let missing = findings.first(where: {
        check.needs.contains($0.check) && $0.outcome != .pass
      }) {
        // The reason that is at the root, however long the way to it.
        let reason =
          missing.outcome == .fail
          ? "not tried, because \(missing.check) did not pass" : missing.explanation
        findings.append(Finding(check.name, .notApplicable, reason))
        continue
      }
      do throws(CheckEnd) {
        findings.append(Finding(check.name, .pass, try check.body(ground)))
      } catch {
        switch error {
        case .fail(let text): findings.append(Finding(check.name, .fail, text))
        case .notApplicable(let text): findings.append(Finding(check.name, .notApplicable, text))
        }
      }
    }
    return findings
  }
}
