/// The kinds of GUIDs that the service counts instead of drawing them by lot; the raw value tells the
/// kinds apart.
enum GraphID: String {
  case policy = "8000"
  case request = "8006"
  case user = "8001"
  case group = "8002"
  case device = "8003"
  case sku = "8004"
  case servicePlan = "8005"

  /// The GUID of a number.
  func text(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    let padded = String(repeating: "0", count: max(0, 12 - digits.count)) + digits
    return "00000000-0000-4000-\(rawValue)-\(padded)"
  }
}
