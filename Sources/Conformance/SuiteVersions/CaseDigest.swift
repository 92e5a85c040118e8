internal import CaseModel
internal import ExactText
internal import VirtualTime

extension ConformanceCase {
  /// A digest of what the case does and demands, without the checks that are not among those given; the same for each edition in
  /// which it does and demands the same. Titles, places, and names of steps do not matter to it.
  ///
  /// - Parameter checks: the IDs of the checks that count.
  func digest(of checks: Set<ExactString>) -> EditDigest {
    var digest = EditDigest()
    for parameter in parameters {
      digest.add(parameter.axis)
      digest.add(parameter.value)
    }
    digest.add(UInt64(bitPattern: Int64(limit.milliseconds)))
    digest.add(givenDigest?.value ?? 0)
    for step in steps {
      guard let written = step.digests else { continue }
      if let check = step.check, checks.contains(ExactString(check.id)) {
        digest.add(written.whole.value)
      } else if let action = written.action {
        digest.add(action.value)
      }
    }
    return digest
  }
}
