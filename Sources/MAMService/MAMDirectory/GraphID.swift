internal import ExactText

/// The kinds of GUIDs that the service counts instead of drawing them at random; the raw value tells the
/// kinds apart.
package enum GraphID: String {
  case policy = "8000"
  case request = "8006"
  case correlation = "8008"
  case user = "8001"
  case group = "8002"
  case device = "8003"
  case mobileAppConfiguration = "8007"
  case sku = "8004"
  case servicePlan = "8005"

  /// The GUID of a number.
  ///
  /// - Parameter count: a second number, for what the first does not tell apart.
  package func text(_ number: Int, count: Int = 0) -> String {
    "\(GraphID.digits(count, 8))-0000-4000-\(rawValue)-\(GraphID.digits(number, 12))"
  }

  private static func digits(_ number: Int, _ width: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits.suffix(width)
  }
}
