internal import ExactText

/// What is read of a program or library for Apple's systems: one slice for each architecture.
package struct MachOFile: Sendable {
  /// The file's path.
  package var file: String
  /// The slices in the order of the file.
  package var slices: [Slice]
  /// True if it is an archive of objects, a static library; of one only the architectures are read.
  package var isArchive = false

  /// A library that is loaded when the program starts.
  package struct Library: Sendable, Equatable {
    /// The name under which it is loaded, such as `@rpath/IntuneMAM.framework/IntuneMAM`.
    package var name: String
    /// True if the program starts without it too.
    package var isWeak: Bool
    /// Where the load command stands.
    package var place: FilePlace

    /// The last part of the name.
    package var lastPart: String { name.split(separator: "/").last.map(String.init) ?? name }
  }

  /// The part for one architecture.
  package struct Slice: Sendable {
    /// The architecture, such as `arm64`.
    package var architecture: String
    /// True if it is for a simulator, as the load commands say, or the architecture where they say nothing.
    package var isForSimulator = false
    /// The libraries in the order of the load commands.
    package var libraries: [Library] = []
    /// Where libraries are looked for.
    package var runPaths: [String] = []
    /// The first system version on which it runs, such as `11.0`.
    package var minimumSystem: String?
    /// True if it holds code that was written in Swift.
    package var hasSwift = false
    /// True if the store has encrypted it, so that its texts cannot be read.
    package var isEncrypted = false
    /// The entitlements that it was signed with, as a property list, and where they stand.
    package var entitlements: (bytes: [UInt8], offset: Int)?
    /// The names of classes that are defined in it, each with a zero byte behind it.
    var classNames: [UInt8] = []
    /// The names of methods that are defined or called, each with a zero byte behind it.
    var methodNames: [UInt8] = []
    /// The names of symbols, each with a zero byte behind it.
    var symbolNames: [UInt8] = []

    /// True if the names of its classes and methods can be read.
    package var isReadable: Bool { !isEncrypted }

    /// True if a class with a name that begins so is defined in it.
    package func definesClass(prefix: String) -> Bool {
      Slice.find(prefix, in: classNames, isWhole: false)
    }

    /// True if it defines or calls a method.
    package func hasMethod(_ name: String) -> Bool {
      Slice.find(name, in: methodNames, isWhole: true)
    }

    /// True if it refers to a class by its symbol, wherever that is defined.
    package func refersToClass(_ name: String) -> Bool {
      Slice.find("_OBJC_CLASS_$_\(name)", in: symbolNames, isWhole: true)
    }

    private static func find(_ name: String, in names: [UInt8], isWhole: Bool) -> Bool {
      let wanted = Array(name.utf8) + (isWhole ? [0] : [])
      guard let first = wanted.first, names.count >= wanted.count else { return false }
      // A name begins at the beginning, or behind the zero byte of the one before.
      var index = 0
      while index <= names.count - wanted.count {
        if names[index] == first, names[index...].starts(with: wanted) { return true }
        guard let end = names[index...].firstIndex(of: 0) else { return false }
        index = end + 1
      }
      return false
    }
  }
}
