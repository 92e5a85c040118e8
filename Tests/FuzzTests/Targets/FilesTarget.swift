@testable import Audit

/// Files of an app that an audit reads: property lists in every form, programs, projects, settings and sources.
enum FilesTarget {
  static func run(_ input: [UInt8]) throws(Finding) {
    var list: PropertyList?
    do throws(FileProblem) {
      if MachOReader.isMachO(input) {
        for slice in try MachOReader.read(input, file: "x").slices {
          _ = slice.definesClass(prefix: "IntuneMAM")
          _ = slice.hasMethod("init")
        }
      } else {
        list = try PropertyList.read(input, file: "x")
      }
    } catch {
      try Finding.unless(!error.message.isEmpty, "an error says nothing")
      if case .bytes(let offset) = error.place {
        try Finding.unless(0...input.count ~= offset, "the error lies outside of the file")
      }
    }
    if let list {
      try check(list.root, count: input.count)
      _ = try? XcodeProject(list)
    }
    // Whatever is text may be settings, packages or a source too.
    guard let text = try? TextDecoding.utf8(input, file: "x") else { return }
    _ = try? ConfigurationFile.read(text, file: "x")
    _ = try? PackageList.read(text, file: "x", name: "Podfile")
    let source = SourceText(text, file: "x.m")
    try Finding.unless(source.code.count == source.lines.count, "a source loses a line")
  }

  /// Every value stands within the file.
  private static func check(_ value: PropertyValue, count: Int) throws(Finding) {
    if let offset = value.place.offset {
      try Finding.unless(offset < count, "a value lies outside of the file")
    }
    for member in value.members ?? [] { try check(member.value, count: count) }
    for element in value.elements ?? [] { try check(element, count: count) }
  }
}
