internal import ExactText
internal import StepProtocol

/// Why an operation cannot be done, in the codes of the step protocol.
struct HostError: Error {
  var code: StepFailure.Code
  var message: String

  init(_ code: StepFailure.Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
