internal import ExactText
internal import Locking

/// With which defects SDKs do the same that were told and asked the same.
///
/// Many cases begin alike, and an app is often launched again in the same way. One is for SDKs with the same variations only.
package final class DefectEffects: Sendable {
  /// What is known, by the digest of what an SDK was told and asked, and the name of the defect.
  private let known = Lock<[Int: [ExactString: Bool]]>([:])

  /// Nothing is known yet.
  package init() {}

  /// True if SDKs do the same with a defect.
  ///
  /// - Parameters:
  ///   - digest: of what they were told and asked.
  ///   - find: finds out what is not known yet.
  func isSame(_ digest: Int, with defect: Defect, _ find: () -> Bool) -> Bool {
    let name = ExactString(defect.name)
    if let isSame = known.withLock({ $0[digest]?[name] }) { return isSame }
    let isSame = find()
    known.withLock { $0[digest, default: [:]][name] = isSame }
    return isSame
  }
}
