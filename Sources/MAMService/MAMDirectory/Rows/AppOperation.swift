internal import ExactText
package import JSONText
import MAMWire

/// An operation that an administrator has noted at a registration: a `managedAppOperation` whose state
/// is any text. The key is its ID.
package struct AppOperation: TableRow, Equatable {
  /// `o1`, `o2`, ... in the order in which they were noted.
  package var id: String
  /// The ID of the enrollment.
  package var enrollment: String
  package var displayName: String?
  package var operationState: String?
  /// Milliseconds since the epoch.
  package var modified: Int

  package init(
    id: String, enrollment: String, displayName: String?, operationState: String?, modified: Int
  ) {
    self.id = id
    self.enrollment = enrollment
    self.displayName = displayName
    self.operationState = operationState
    self.modified = modified
  }

  package init?(json: JSON) {
    guard let id = json["id"]?.string, let enrollment = json["enrollment"]?.string,
      let modified = json["modified"]?.int
    else { return nil }
    self.init(
      id: id, enrollment: enrollment, displayName: json["displayName"]?.string,
      operationState: json["state"]?.string, modified: modified)
  }

  package var json: JSON {
    [
      "id": .string(id), "enrollment": .string(enrollment), "displayName": JSON(displayName),
      "state": JSON(operationState), "modified": .int(modified),
    ]
  }
}
