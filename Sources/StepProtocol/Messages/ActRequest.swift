internal import ExactText
internal import JSONText

/// What a person does in an app, with whatever it is done to.
package struct ActRequest: Sendable, Equatable {
  /// What is done.
  package var act: PersonalAct
  /// The account to which it belongs; nil if nobody is named.
  package var identity: String?
  /// The document that is shown.
  package var path: String?
  /// Where the data lies.
  package var place: DataPlace?
  /// The account by which the place is reached; nil if it is unknown, or if there is none.
  package var account: String?
  /// Where an item that is shared lies; nil for the app's own folder.
  package var folder: String?
  /// Where the app keeps what it receives.
  package var target: String?
  /// What is saved.
  package var data: String?
  /// The setting of the app configuration that is needed.
  package var key: String?
  /// Its type.
  package var kind: SettingKind?

  /// Something that a person does.
  package init(_ act: PersonalAct, identity: String? = nil) {
    self.act = act
    self.identity = identity
  }

  var json: JSONObject {
    var object: JSONObject = ["do": .string(act.rawValue)]
    object.append("identity", string: identity)
    object.append("path", string: path)
    object.append("place", string: place?.rawValue)
    object.append("account", string: account)
    object.append("folder", string: folder)
    object.append("to", string: target)
    object.append("data", string: data)
    object.append("key", string: key)
    object.append("kind", string: kind?.rawValue)
    return object
  }
}
