/// The words for the status codes.
enum StatusText {
  static func of(_ code: Int64) -> String { texts[code] ?? "An internal error occurred" }

  private static let texts: [Int64: String] = [
    100: "New policies were received", 101: "The policies have not changed",
    102: "A wipe was received", 103: "No policy was received", 104: "The account was unenrolled",
    200: "The account is not licensed", 203: "The user must sign in",
    204: "The location service failed", 205: "The enrollment service failed",
    206: "The response could not be read", 207: "No account was given",
    208: "The app is already enrolled", 212: "The policy service failed",
    213: "The app is not enrolled", 214: "The account is not the enrolled one",
    215: "The account's data could not be cleared", 216: "The operation took too long",
    217: "The authentication library failed", 218: "Another account must be removed first",
    219: "The user cancelled the sign-in", 220: "The policy record is gone",
    221: "The user to enroll again is not enrolled any more",
    222: "The tenant is being migrated", 225: "No policy targets the user",
  ]
}
