import CaseModel
import JSONText
import ServiceProtocol
import Participants
import StepProtocol
import VirtualTime

@testable import Conformance

/// Numbers that depend on nothing but the seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// True with a chance of one in so many.
  mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}

/// A case of a few apps that set alarms, send requests and give them up at random, while they are suspended, killed and
/// launched again at random.
///
/// All times are a few milliseconds, so that much falls on one instant. What an app does depends on the seed and on how
/// many messages it has had, so a schedule does the same every time.
struct RandomSchedule {
  /// One thing that the case does.
  enum Move: Equatable {
    case advance(Int)
    case launch(String), call(String), suspend(String), bringBack(String), stop(String)
    case kill(String), killInRequest(String), killInCallback(String)
  }

  static let apps = ["one", "two", "tablet/three"]
  private static let names = ["one", "two", "three"]

  let seed: UInt64
  var moves: [Move]

  init(seed: UInt64) {
    self.seed = seed
    var numbers = SeededNumbers(seed: seed)
    moves = RandomSchedule.names.map(Move.launch)
    for _ in 0..<Int.random(in: 4...14, using: &numbers) {
      let app = RandomSchedule.names.randomElement(using: &numbers)!
      let advance = Move.advance(Int.random(in: 0...7, using: &numbers))
      moves.append(
        [
          advance, advance, advance, .call(app), .call(app), .suspend(app), .bringBack(app),
          .launch(app), .stop(app), .kill(app), .killInRequest(app), .killInCallback(app),
        ].randomElement(using: &numbers)!)
    }
    moves.append(.advance(20))
  }

  /// The steps of the case, without what cannot be done because an app does not run.
  var steps: [Step] {
    var running: Set<String> = []
    return moves.flatMap { move -> [Step] in
      switch move {
      case .advance(let milliseconds): return [.advance(milliseconds)]
      case .launch(let app):
        running.insert(app)
        return [.launch(app, .relaunch)]
      case .call(let app): return running.contains(app) ? [.call(app)] : []
      case .suspend(let app): return running.contains(app) ? [.lifecycle(app, .suspended)] : []
      case .bringBack(let app): return running.contains(app) ? [.lifecycle(app, .foreground)] : []
      case .stop(let app): return running.remove(app).map { [.stop($0)] } ?? []
      case .kill(let app): return running.remove(app).map { [.kill($0)] } ?? []
      case .killInRequest(let app):
        let point = KillPoint.request(endpoint: nil, n: 1, point: .applied)
        return running.remove(app).map { [.kill($0, at: point), .call($0, .protect)] } ?? []
      case .killInCallback(let app):
        let point = KillPoint.callback(.wipeDataForAccount)
        return running.remove(app).map { [.kill($0, at: point), .call($0, .protectionInfo)] } ?? []
      }
    }
  }

  /// The virtual time that the case takes, in milliseconds.
  private var length: Int {
    moves.reduce(0) { sum, move in
      if case .advance(let milliseconds) = move { sum + milliseconds } else { sum }
    }
  }

  /// Carries the schedule out.
  ///
  /// - Returns: the rules that were broken, the first one first, and the history.
  func run() -> (broken: [String], history: History) {
    let item = ScriptedCase(apps: RandomSchedule.apps, steps)
    let referee = OrderReferee(of: item, order: RandomSchedule.names)
    for (index, name) in RandomSchedule.names.enumerated() {
      var messages: UInt64 = 0
      for operation in [StepOperation.launch, .call, .wake, .resume, .lifecycle] {
        item.app(name, on: operation) { turn in
          messages += 1
          var numbers = SeededNumbers(seed: seed &* 1000 &+ UInt64(index) &* 131 &+ messages)
          try RandomSchedule.act(turn, item.service, "\(name)-\(messages)", &numbers)
        }
      }
    }
    if let end = item.run() { referee.broken.append("the case ended early: \(end)") }
    referee.close(after: length)
    return (referee.broken, item.coordinator.history)
  }

  private static func act(
    _ turn: Turn, _ service: ScriptedService, _ client: String, _ numbers: inout SeededNumbers
  ) throws {
    if turn.message.arguments["api"] == "protect" { try turn.request("checkin", client) }
    if turn.message.arguments["api"] == "protectionInfo" {
      turn.reply.halted = Callback.wipeDataForAccount.rawValue
    }
    if numbers.oneIn(3), let open = turn.app.open.randomElement(using: &numbers) {
      turn.giveUp(open)
    }
    if numbers.oneIn(2) {
      let delay = Int.random(in: 0...6, using: &numbers)
      service.holds[client] = [nil, .never, .delay(delay), .delay(delay)].randomElement(
        using: &numbers)!
      try turn.request("checkin", client)
    }
    if numbers.oneIn(2) {
      // Not often at once: whoever always asks for the present instant never gets any further.
      turn.wake(in: numbers.oneIn(8) ? 0 : Int.random(in: 1...6, using: &numbers))
    } else if numbers.oneIn(4) {
      turn.cancelWake()
    }
  }

  /// The schedule without the moves that it takes nothing of to break the same rules, found by halving.
  func shrunk() -> RandomSchedule {
    var least = self
    var size = moves.count / 2
    while size > 0 {
      var start = 0
      while start < least.moves.count {
        var fewer = least
        fewer.moves.removeSubrange(start..<min(start + size, fewer.moves.count))
        if fewer.run().broken.isEmpty { start += size } else { least = fewer }
      }
      size /= 2
    }
    return least
  }
}
