internal import ExactText
internal import ReferenceSDK

/// Which defects of the reference SDK are noted of a case in process, because they would make a difference to it.
package struct DefectTrace: Sendable {
  /// What is known of the SDKs of other cases; nil if what SDKs do does not matter.
  let effects: DefectEffects?
  /// Which defects; nil for all that there are.
  let defects: [Defect]?

  /// Those that change what the SDK or the app looks at.
  package static let reached = DefectTrace(effects: nil, defects: nil)

  /// Of these the ones with which the SDK acts differently; those of the app are as above. That takes longer.
  ///
  /// - Returns: one for cases whose SDKs have the same variations; what is found out of one case is used for the others.
  ///
  /// - Parameter names: of which defects, which may be limited to situations; nil for all that there are.
  package static func acting(_ names: [String]? = nil) -> DefectTrace {
    DefectTrace(
      effects: DefectEffects(), defects: names.map { $0.compactMap { Defect.named($0) } })
  }
}
