internal import ExactText

/// Colours that the app sets at run time (UIX-011 to UIX-014).
package struct ColorBehaviour: BehaviourArea {
  /// A colour that is set is kept (UIX-011).
  package var areKept = true
  /// Each colour is kept apart from the others (UIX-011).
  package var areApart = true
  /// Colours are those of one app (UIX-011).
  package var areOfOneApp = true
  /// A colour may be written without its hash sign (UIX-009, UIX-011).
  package var needHashSign = false
  /// Digits have to be in capitals (UIX-009, OQ-80).
  package var needCapitals = true
  /// What becomes of a text that is no colour (UIX-012).
  package var invalid = Invalid.ignored
  /// Colours survive a relaunch (UIX-013).
  package var surviveRelaunch = true
  /// Colours end with the installation (UIX-013).
  package var endWithInstallation = true
  /// Nil restores the default (UIX-014).
  package var nilRestoresDefault = true
  /// The empty text restores the default (UIX-014).
  package var emptyTextRestoresDefault = true
  /// Setting a colour returns (UIX-011, UIX-014).
  package var settersReturn = true
  /// What is read where no colour is set.
  package var defaultReads = Default.asNil
  /// A colour reads with the hash sign with which it was set, and not always without one.
  package var readWithTheirSign = true
  /// A colour is returned with every digit (UIX-011).
  package var keepEveryDigit = true
  /// Colours outlive a wipe (UIX-013).
  package var outliveWipes = true
  /// Colours outlive an enrollment that the service has lost (UIX-013).
  package var outliveLostRecords = true
  /// Colours outlive an update of the app (UIX-013).
  package var surviveUpdates = true
  /// The colours of an app are not replaced by those that another app has set since (UIX-011).
  package var outlastOtherApps = true

  /// The contract of the latest edition.
  package init() {}
}

extension ColorBehaviour {
  /// What is read where no colour is set.
  package enum Default: Sendable {
    case asNil, asEmptyText
    /// As a name, such as that of a system colour.
    case asName
  }

  /// What becomes of a text that is no colour.
  package enum Invalid: Sendable {
    case ignored
    /// It is taken for one.
    case taken
    /// It restores the default.
    case restoresDefault
    /// It is taken if it has six characters.
    case takenIfLongEnough
  }
}
