internal import ExactText
internal import Glibc

/// Variables of the environment.
package enum EnvironmentVariable {
  /// The value of a variable; nil if it is not set.
  package static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
