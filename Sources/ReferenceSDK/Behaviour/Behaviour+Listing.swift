internal import Contract
internal import ExactText
internal import VirtualTime

extension Behaviour {
  /// Every field with its value, in the order of declaration: `enrollment.retryInterval` and `24h`.
  package var listing: [(field: String, value: String)] {
    Mirror(reflecting: self).children.flatMap { area in
      Mirror(reflecting: area.value).children.map { field in
        ("\(area.label ?? "").\(field.label ?? "")", Behaviour.text(field.value))
      }
    }
  }

  /// A value as it is listed; nil is `none`.
  private static func text(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      return mirror.children.first.map { text($0.value) } ?? "none"
    }
    switch value {
    case let duration as VirtualDuration: return text(duration)
    case let edition as Edition: return edition.rawValue
    case let code as StatusCode: return "\(code.rawValue) \(code)"
    default: return "\(value)"
    }
  }

  /// A span in the largest unit that leaves no rest.
  private static func text(_ duration: VirtualDuration) -> String {
    let units = [(3_600_000, "h"), (60_000, "min"), (1000, "s")]
    let milliseconds = duration.milliseconds
    for (length, unit) in units where milliseconds != 0 && milliseconds.isMultiple(of: length) {
      return "\(milliseconds / length)\(unit)"
    }
    return "\(milliseconds)ms"
  }
}
