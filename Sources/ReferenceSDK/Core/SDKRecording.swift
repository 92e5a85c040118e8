internal import ExactText
internal import Locking

/// What one SDK was told and asked, and what it did and answered.
///
/// The SDK decides nothing but by what it is told, so an SDK with a defect that does the same in all of it leaves the same
/// history. To find that out takes an eighth of the time that the case takes.
final class SDKRecording: Sendable {
  /// Has another SDK do what was done; false if it acts differently.
  typealias Step = @Sendable (ManagementSDK) -> Bool

  private let variations: Variations
  private let mostActions: Int
  private let steps = Lock<[Step]>([])

  /// A recording in which nothing is noted yet.
  ///
  /// - Parameters:
  ///   - variations: in what the SDK differs from the contract's defaults.
  ///   - mostActions: how many actions an input may lead to.
  init(_ variations: Variations, mostActions: Int) {
    self.variations = variations
    self.mostActions = mostActions
  }

  /// Adds a step.
  func note(_ step: @escaping Step) { steps.withLock { $0.append(step) } }

  /// True if an SDK with a defect does all of it in the same way; false, too, if it cannot have the defect.
  func isSame(with defect: Defect) -> Bool {
    let changed: Variations
    do throws(VariationConflict) {
      changed = try Variations(
        readings: variations.readings, defects: variations.defects + [defect],
        profile: variations.profile)
    } catch {
      return false
    }
    let sdk = ManagementSDK(variations: changed, mostActions: mostActions)
    return steps.withLock { $0 }.allSatisfy { $0(sdk) }
  }
}
