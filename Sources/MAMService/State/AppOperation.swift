internal import ExactText
import JSONText

/// An operation that an administrator has noted at a registration: a `managedAppOperation` whose state
/// is any text. The key is its ID.
struct AppOperation: TableRow, Equatable {
  /// `o1`, `o2`, ... in the order in which they were noted.
  var id: String
  /// The ID of the enrollment.
  var enrollment: String
  var displayName: String?
  var operationState: String?
  /// Milliseconds since the epoch.
  var modified: Int

  init(
    id: String, enrollment: String, displayName: String?, operationState: String?, modified: Int
  ) {
    self.id = id
    self.enrollment = enrollment
    self.displayName = displayName
    self.operationState = operationState
    self.modified = modified
  }

  init?(json: JSON) {
    guard let id = json["id"]?.string, let enrollment = json["enrollment"]?.string,
      let modified = json["modified"]?.int
    else { return nil }
    self.init(
      id: id, enrollment: enrollment, displayName: json["displayName"]?.string,
      operationState: json["state"]?.string, modified: modified)
  }

  var json: JSON {
    [
      "id": .string(id), "enrollment": .string(enrollment), "displayName": JSON(displayName),
      "state": JSON(operationState), "modified": .int(modified),
    ]
  }
}
