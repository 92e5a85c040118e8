internal import ExactText

/// A build setting and where it is set.
package struct BuildSetting: Sendable, Equatable {
  /// The name, such as `OTHER_LDFLAGS`, without conditions.
  package var name: String
  /// The value, or the words of a list.
  package var words: [String]
  /// Where it is set.
  package var file: String
  /// Where in the file.
  package var place: FilePlace

  /// The words with a space between them.
  package var text: String { words.joined(separator: " ") }
}

/// The settings of one build configuration, of a target or of a whole project, or those of an `.xcconfig` file.
package struct BuildConfiguration: Sendable {
  /// Its name, such as `Release`; that of the file for an `.xcconfig`.
  package var name: String
  /// The target; nil if it is for all targets.
  package var target: String?
  /// The type of product of the target, such as `com.apple.product-type.application`.
  package var productType: String?
  /// The settings.
  package var settings: [BuildSetting]

  /// The last setting of that name.
  package func setting(_ name: String) -> BuildSetting? {
    settings.last { $0.name == name }
  }
}

/// What a project refers to: a file, or a framework.
package struct ProjectReference: Sendable, Equatable {
  /// The path as the project has it.
  package var path: String
  /// Where it is named.
  package var place: FilePlace
  /// True if it is linked as optional.
  package var isOptional = false

  /// The last part of the path.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}
