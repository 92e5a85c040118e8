internal import Contract
internal import ExactText

/// What the SDK itself ships: its binaries and its headers.
extension AuditRule {
  static let sdkBuilds: [AuditRule] = [
    AuditRule("INT-052", .files) { view in
      guard !view.evidence.sdkBuilds.isEmpty else {
        return .notShown("no build of the SDK outside of an app is among the files")
      }
      return view.outcome(
        view.evidence.sdkBuilds.compactMap { build in
          // Of a framework for several platforms, each has a file of its own beside the others.
          let parts = view.evidence.sdkBuilds.filter { other in
            other.file == build.file
              || build.file.contains(".xcframework/") && name(other.file) == name(build.file)
          }.flatMap(\.slices)
          let hasBoth =
            parts.contains(where: \.isForSimulator) && parts.contains { !$0.isForSimulator }
          guard !hasBoth else { return nil }
          let names = build.slices.map(\.architecture).joined(separator: ", ")
          return AuditFinding(
            file: build.file, place: .whole, keyPath: "",
            message:
              "the build is not for both devices and simulators (\(names.isEmpty ? "one architecture" : names))"
          )
        })
    },
    constants("LOC-007", "IntuneMAMSaveLocation") { edition in
      [
        ("Other", 0), ("OneDriveForBusiness", 1), ("SharePoint", 2), ("Box", 4), ("Dropbox", 8),
        ("GoogleDrive", 16), ("LocalDrive", 32),
      ] + (edition >= .e2020_06 ? [("CameraRoll", 64), ("AccountDocument", 128)] : [])
    },
    constants("LOC-020", "IntuneMAMOpenLocation") { _ in
      [
        ("Other", 0), ("OneDriveForBusiness", 1), ("SharePoint", 2), ("Camera", 4),
        ("LocalStorage", 8), ("AccountDocument", 16),
      ]
    },
    AuditRule("FIL-029", .files) { view in
      guard let header = named("IntuneMAMFile.h", view) else {
        return .notShown("IntuneMAMFile.h of the SDK is not among the files")
      }
      let line = header.code.first {
        $0.contains("init") && $0.contains("UNAVAILABLE") || $0.contains("unavailable")
      }
      return line != nil
        ? .kept
        : .violated([
          AuditFinding(
            file: header.file, place: .whole, keyPath: "",
            message: "the header does not mark init as unavailable")
        ])
    },
    AuditRule("INT-016", .files) { view in
      guard let header = named("IntuneMAM.h", view) else {
        return .notShown("IntuneMAM.h of the SDK is not among the files")
      }
      let beside = view.evidence.sources.filter {
        $0.file.hasSuffix(".h") && folder($0.file) == folder(header.file) && $0.file != header.file
          && name($0.file).hasPrefix("IntuneMAM") && !name($0.file).hasSuffix("-Swift.h")
          // The umbrella header of the framework for Swift reaches this one.
          && name($0.file) != "IntuneMAMSwift.h"
      }
      return view.outcome(
        beside.filter { other in
          let word = name(other.file)
          // What one of the others imports is reached too.
          return !header.imports(word)
            && !beside.contains { $0.file != other.file && $0.imports(word) }
        }.map { other in
          AuditFinding(
            file: header.file, place: .whole, keyPath: "",
            message: "the umbrella header does not reach \(name(other.file))")
        })
    },
  ]

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func folder(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  private static func named(_ name: String, _ view: RuleView) -> SourceText? {
    view.evidence.sources.first { self.name($0.file) == name }
  }

  /// The constants of an enumeration in a header of the SDK, with their values.
  private static func constants(
    _ id: String, _ prefix: String, _ wanted: @escaping @Sendable (Edition) -> [(String, Int)]
  ) -> AuditRule {
    AuditRule(id, .files) { view in
      let definitions = view.evidence.sources.filter { $0.file.hasSuffix(".h") }
        .flatMap { source in
          source.code.enumerated().compactMap { index, line -> (SourceText, Int, String, Int)? in
            guard let sign = line.firstIndex(of: "=") else { return nil }
            let word = line[..<sign].split { $0.isWhitespace }.last.map(String.init) ?? ""
            guard word.hasPrefix(prefix), let value = value(line[line.index(after: sign)...]) else {
              return nil
            }
            return (source, index + 1, String(word.dropFirst(prefix.count)), value)
          }
        }
      guard let first = definitions.first else {
        return .notShown("no header among the files gives the values of \(prefix)")
      }
      return view.outcome(
        wanted(view.edition).compactMap { name, value in
          guard let found = definitions.first(where: { $0.2 == name }) else {
            return AuditFinding(
              file: first.0.file, place: .text(line: first.1, column: 0), keyPath: "",
              message: "\(prefix)\(name) is not defined; it is \(value)")
          }
          return found.3 == value
            ? nil
            : AuditFinding(
              file: found.0.file, place: .text(line: found.1, column: 0), keyPath: "",
              message: "\(prefix)\(name) is \(found.3) and must be \(value)")
        })
    }
  }

  /// The value of `4`, `0x4` or `1 << 2`, as an enumeration in C has it.
  private static func value(_ text: Substring) -> Int? {
    let words = text.filter { !$0.isWhitespace && $0 != "(" && $0 != ")" }.prefix {
      $0 != "," && $0 != "}"
    }
    func number(_ part: Substring) -> Int? {
      let digits = part.prefix { $0.isHexDigit || $0 == "x" }
      return digits.hasPrefix("0x") ? Int(digits.dropFirst(2), radix: 16) : Int(digits)
    }
    let text = String(words)
    guard let shift = text.firstRange(of: "<<") else { return number(text[...]) }
    guard let left = number(text[..<shift.lowerBound]),
      let right = number(text[shift.upperBound...]),
      (0..<62).contains(right), left < 2
    else { return nil }
    return left << right
  }
}
