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
    return object
  }
}
