internal import ExactText

/// What an app is told about its management apart from single policies (POL-008, POL-023, POL-024).
package struct ManagementState: Sendable, Equatable {
  /// `IntuneMAMPolicySource`: the channel that policy came by.
  package enum Source: Int, Sendable {
    case mdm = 0
    case mam = 1
    case other = 2
  }

  /// The primary managed identity; nil if there is none.
  package var primary: String?
  /// The channel that the policy in force came by; nil if no policy is in force.
  package var source: Source?
  /// `MAMPolicyRequired` in `IntuneMAMSettings`.
  package var isPolicyRequired: Bool

  /// A state with all its parts.
  package init(primary: String?, source: Source?, isPolicyRequired: Bool) {
    self.primary = primary
    self.source = source
    self.isPolicyRequired = isPolicyRequired
  }

  /// `isManagementEnabled`: policy is applied or required.
  package var isManagementEnabled: Bool { source != nil || isPolicyRequired }
  /// `primaryUser`.
  package var primaryUser: String? { primary }
  /// `mamPolicySource`: `other` while no policy is in force.
  package var mamPolicySource: Source { source ?? .other }
}
