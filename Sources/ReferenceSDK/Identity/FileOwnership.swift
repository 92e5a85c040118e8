internal import ExactText

/// Which identity owns a file after an operation (FIL-001 to FIL-005).
///
/// The owner is set when a file is created and when it is opened in truncate mode, and by nothing else. What
/// other operations mean follows from that (OQ-50, OQ-51).
package enum FileOwnership {
  /// What is done to a file.
  package enum Operation: String, Sendable, CaseIterable {
    /// A new file, a copy's target, or a file that replaces another.
    case create
    case truncate
    /// Any opening without truncation.
    case append, read
    case rename, delete
  }

  /// The owner after an operation.
  ///
  /// - Parameters:
  ///   - identity: the effective file identity of the thread that performs it; nil or empty for nobody.
  ///   - previous: the owner before; nil if the file has none or is not there.
  ///   - exists: true if the file was there; appending to a missing file creates it.
  ///   - rules: to whom files belong after what was done to them.
  /// - Returns: the owner; nil if the file belongs to nobody, and then `protectionInfo` is nil (FIL-009).
  package static func owner(
    after operation: Operation, by identity: String?, before previous: String?, exists: Bool = true,
    rules: Traced<FileBehaviour>
  ) -> String? {
    if operation == .delete { return nil }
    let worker = identity.flatMap { $0.isEmpty ? nil : $0 }
    let isNew = operation == .create || !exists
    if worker == previous, !isNew || worker == nil { return worker }
    let rule =
      switch operation {
      case _ where isNew: rules.ownerOfCreated
      case .truncate: rules.ownerOfTruncated
      case .append: rules.ownerOfAppended
      case .read: rules.ownerOfRead
      case .rename: rules.ownerOfRenamed
      case .create, .delete: FileBehaviour.Owner.nobody
      }
    return switch rule {
    case .worker: worker
    case .previous: previous
    case .nobody: nil
    }
  }
}
