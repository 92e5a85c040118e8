internal import ExactText
import Glibc
import JSONText
import MAMDirectory

/// How long something takes on the service's clock: always the same, or drawn between two bounds.
enum Delay: Sendable, Equatable {
  case fixed(milliseconds: Int)
  /// Every whole millisecond from `from` to `to` is as likely as any other.
  case uniform(from: Int, to: Int)
  /// As network delays are: half of them are below the median, and a few are far above it. The larger
  /// `sigma` is, the farther; what falls out of the bounds is drawn again.
  case lognormal(median: Int, sigma: Double, from: Int, to: Int)

  /// So often is drawn again before the nearest bound is taken.
  private static let mostDraws = 64

  /// Reads a number of milliseconds, or an object with `distribution`.
  init(json: JSON, _ range: ClosedRange<Int>) throws(CommandError) {
    if let number = json.int, range.contains(number) {
      self = .fixed(milliseconds: number)
      return
    }
    guard let object = json.object else {
      throw CommandError(
        "\"milliseconds\" must be an integer from \(range.lowerBound) to \(range.upperBound), or an object "
          + "with \"distribution\"")
    }
    let kind = object["distribution"]?.string
    let names: [String]
    switch kind {
    case "uniform": names = ["distribution", "from", "to"]
    case "lognormal": names = ["distribution", "from", "to", "median", "sigma"]
    default: throw CommandError("\"distribution\" must be uniform or lognormal")
    }
    for member in object.members where !names.contains(member.name) {
      throw CommandError(
        "a delay with \"distribution\" has no member \"\(member.name)\""
          + CommandError.choice(member.name, names))
    }
    func number(_ name: String, _ usual: Int? = nil) throws(CommandError) -> Int {
      guard let number = object[name].map(\.int) ?? usual, range.contains(number) else {
        throw CommandError(
          "\"\(name)\" of a delay must be an integer from \(range.lowerBound) to \(range.upperBound)"
        )
      }
      return number
    }
    let (from, to) = (try number("from", 0), try number("to"))
    guard from <= to else { throw CommandError("\"from\" of a delay is greater than its \"to\"") }
    guard kind == "lognormal" else {
      self = .uniform(from: from, to: to)
      return
    }
    let sigma: Double? =
      switch object["sigma"] {
      case .int(let number): Double(number)
      case .double(let number): number
      default: nil
      }
    guard let sigma, 0...10 ~= sigma else {
      throw CommandError("\"sigma\" of a delay must be a number from 0 to 10")
    }
    self = .lognormal(median: try number("median"), sigma: sigma, from: from, to: to)
  }

  /// The milliseconds of one use, which depend on nothing but the generator.
  func milliseconds(_ generator: SplitMix64) -> Int {
    var generator = generator
    switch self {
    case .fixed(let milliseconds): return milliseconds
    case .uniform(let from, let to):
      return min(to, from + Int(generator.unit() * Double(to - from + 1)))
    case .lognormal(let median, let sigma, let from, let to):
      var drawn = Double(median)
      for _ in 0..<Delay.mostDraws {
        // Box and Muller: two numbers of one distribution make one of the other.
        let radius = sqrt(-2 * log(1 - generator.unit()))
        drawn = Double(median) * exp(sigma * radius * cos(2 * Double.pi * generator.unit()))
        if Double(from)...Double(to) ~= drawn { return Int(drawn.rounded()) }
      }
      return drawn < Double(from) ? from : to
    }
  }
}
