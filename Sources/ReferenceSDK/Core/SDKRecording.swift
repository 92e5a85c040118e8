internal import ExactText
internal import Locking

/// What one SDK was told and asked, and what it did and answered.
///
/// The SDK decides nothing but by what it is told, so an SDK with a defect that does the same in all of it leaves the same
/// history. To find that out takes an eighth of the time that the case takes; and it need not be found out again for another SDK
/// that was told and asked the same.
final class SDKRecording: Sendable {
  /// Has another SDK do what was done; false if it acts differently.
  typealias Step = @Sendable (ManagementSDK) -> Bool

  /// What was noted so far.
  private struct Notes: Sendable {
    var steps: [Step] = []
    /// Of all that the SDK was told and asked.
    var digest = Hasher()
  }

  /// Notified of what this SDK looks at.
  let trace = BehaviourTrace()
  private let variations: Variations
  private let mostActions: Int
  private let notes: Lock<Notes>

  /// A recording in which nothing is noted yet.
  ///
  /// - Parameters:
  ///   - variations: in what the SDK differs from the contract's defaults.
  ///   - mostActions: how many actions an input may lead to.
  init(_ variations: Variations, mostActions: Int) {
    self.variations = variations
    self.mostActions = mostActions
    var notes = Notes()
    notes.digest.combine(mostActions)
    self.notes = Lock(notes)
  }

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - digest: adds what the SDK is told or asked by it.
  ///   - step: has another SDK do it.
  func note(_ digest: (inout Hasher) -> Void, step: @escaping Step) {
    notes.withLock {
      digest(&$0.digest)
      $0.steps.append(step)
    }
  }

  /// True if an SDK with a defect does all of it in the same way; false, too, if it cannot have the defect.
  ///
  /// - Parameter effects: what is known of SDKs that have the same variations.
  func isSame(with defect: Defect, _ effects: DefectEffects) -> Bool {
    guard trace.hasRead(defect) else { return true }
    let (steps, digest) = notes.withLock { ($0.steps, $0.digest.finalize()) }
    return effects.isSame(digest, with: defect) {
      let changed: Variations
      do throws(VariationConflict) {
        changed = try Variations(
          readings: variations.readings, defects: variations.defects + [defect],
          profile: variations.profile)
      } catch {
        return false
      }
      let sdk = ManagementSDK(variations: changed, mostActions: mostActions)
      return steps.allSatisfy { $0(sdk) }
    }
  }
}
