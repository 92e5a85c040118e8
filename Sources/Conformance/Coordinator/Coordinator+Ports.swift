internal import ExactText
internal import Participants

extension Coordinator {
  /// What else a request to an app's port can mean while another app is active: the active app took its URL from
  /// what the apps of a device share.
  ///
  /// - Parameters:
  ///   - instance: `device/app` of the port.
  ///   - app: the app that is active.
  func hint(wrongPort instance: String, of app: AppState) -> String {
    "; if it is a request of \(app.name), it came to the port of \(instance): a shared token cache must not "
      + "carry another app's URLs"
  }
}
