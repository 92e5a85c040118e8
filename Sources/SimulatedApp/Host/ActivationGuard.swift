internal import ExactText

/// Says when an app has done too much for one message, in a process that nobody can end from outside.
///
/// An SDK that tries again at once, for ever and at one instant, never comes back from its message. Where the app is a
/// process of its own, the coordinator ends it; where it is an object of the coordinator's process, it has to end itself.
package protocol ActivationGuard: AnyObject {
  /// The most actions that an SDK may ask for in one step, before it stops by itself.
  var mostActions: Int { get }

  /// True as long as the app may go on with its message; asked before every action of the SDK.
  ///
  /// - Parameters:
  ///   - actions: how many the SDK has asked for since the message came.
  ///   - events: how many of these the reply holds.
  func mayGoOn(actions: Int, events: Int) -> Bool
}
