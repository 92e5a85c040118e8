import VirtualTime

/// The arguments of `mamconform serve`.
struct ServiceOptions: Equatable {
  /// How the service is used, for messages about wrong arguments.
  static let usage = """
    usage: mamconform serve --control-fd N --clock-fd N [--state FILE]
           mamconform serve --port N [--state FILE] [--seed FILE.json]
                            [--clock real|virtual|MILLISECONDS]
    """

  /// The coordinator's stream socket.
  var controlDescriptor: Int32?
  /// The coordinator's clock.
  var clockDescriptor: Int32?
  /// The state file; nil for none.
  var statePath: String?
  /// The port that serves everything when the service runs alone; the five hosts follow it. 0: any.
  var port: Int?
  /// A seed to put in at the start.
  var seedPath: String?
  /// Where the virtual clock begins; nil for the machine's clock.
  var virtualStart: VirtualInstant?

  /// Reads the arguments after `serve`.
  init(_ arguments: [String]) throws(CommandError) {
    var rest = arguments[...]
    func number(_ name: String, _ text: String, _ range: ClosedRange<Int>) throws(CommandError)
      -> Int
    {
      guard let number = Int(text), range.contains(number) else {
        throw CommandError(
          "\(name) must be a number from \(range.lowerBound) to "
            + "\(range.upperBound), not \"\(text)\"")
      }
      return number
    }
    var hasClock = false
    while let name = rest.popFirst() {
      guard
        [
          "--control-fd", "--clock-fd", "--state", "--port", "--seed", "--clock",
        ].contains(name)
      else { throw CommandError("unknown argument \"\(name)\"") }
      guard let value = rest.popFirst() else { throw CommandError("\(name) needs a value") }
      switch name {
      case "--control-fd":
        controlDescriptor = Int32(try number(name, value, 0...Int(Int32.max)))
      case "--clock-fd": clockDescriptor = Int32(try number(name, value, 0...Int(Int32.max)))
      case "--state": statePath = value
      case "--port": port = try number(name, value, 0...65_535)
      case "--seed": seedPath = value
      default:
        hasClock = true
        if value == "virtual" {
          virtualStart = .defaultEpoch
        } else if value != "real" {
          virtualStart = VirtualInstant(
            milliseconds: try number(name, value, 0...253_402_300_799_999))
        }
      }
    }
    guard (controlDescriptor == nil) == (clockDescriptor == nil) else {
      throw CommandError("--control-fd and --clock-fd go together")
    }
    guard (controlDescriptor == nil) != (port == nil) else {
      throw CommandError("either --control-fd or --port must be given")
    }
    guard controlDescriptor == nil || !hasClock else {
      throw CommandError("--clock is for a service without --clock-fd")
    }
  }
}
