internal import ExactText

/// Why an operation cannot be done, in the codes of the step protocol.
struct HostError: Error {
  var code: String
  var message: String

  init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }
}
