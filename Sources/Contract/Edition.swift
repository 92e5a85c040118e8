internal import ExactText

/// A dated version of the contract; it selects requirements and their numbers.
package enum Edition: String, Sendable, Hashable, CaseIterable, Comparable {
  /// 8 September 2016, release 6.0.5.
  case e2016_09 = "2016-09"
  /// 15 December 2016, release 6.0.13.
  case e2016_12 = "2016-12"
  /// 10 November 2017, release 7.1.14.
  case e2017_11 = "2017-11"
  /// 2 January 2020, release 12.0.18.
  case e2020_01 = "2020-01"
  /// 4 June 2020, release 12.6.1.
  case e2020_06 = "2020-06"

  /// The newest edition.
  package static let latest = Edition.e2020_06

  package static func < (left: Edition, right: Edition) -> Bool {
    left.rawValue < right.rawValue
  }
}
