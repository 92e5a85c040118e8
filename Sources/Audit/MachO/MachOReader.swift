internal import ExactText

/// Reads Mach-O: thin and fat, 32 and 64 bits, both byte orders; no offset is followed beyond its slice.
struct MachOReader {
  /// The most bytes of a program or library that are read.
  static let largest = 512 << 20
  /// The most architectures of a fat file.
  private static let mostSlices = 64
  /// The most load commands of a slice.
  private static let mostCommands = 65_536

  /// True if a file begins like Mach-O, a fat file of it, or an archive.
  static func isMachO(_ head: [UInt8]) -> Bool {
    if head.starts(with: "!<arch>\n".utf8) { return true }
    guard head.count >= 8 else { return false }
    let bytes = ByteReader(head[...])
    switch bytes.number(0, size: 4, isBig: true) {
    case 0xFEED_FACE, 0xFEED_FACF, 0xCEFA_EDFE, 0xCFFA_EDFE: return true
    case 0xCAFE_BABE, 0xCAFE_BABF:
      // A class of Java begins alike; there a version follows, which is greater than any number of architectures.
      return bytes.number(4, size: 4, isBig: true).map { $0 > 0 && $0 < 40 } ?? false
    default: return false
    }
  }

  /// The slices of a file.
  static func read(_ bytes: [UInt8], file: String) throws(FileProblem) -> MachOFile {
    let reader = ByteReader(bytes[...])
    switch reader.number(0, size: 4, isBig: true) {
    case 0xCAFE_BABE: return try fat(bytes, file, entrySize: 20)
    case 0xCAFE_BABF: return try fat(bytes, file, entrySize: 32)
    default:
      if bytes.starts(with: "!<arch>\n".utf8) {
        return MachOFile(file: file, slices: [], isArchive: true)
      }
      let slice = MachOReader(bytes[...], base: 0, file: file)
      return MachOFile(file: file, slices: [try slice.slice()])
    }
  }

  private static func fat(
    _ bytes: [UInt8], _ file: String, entrySize: Int
  ) throws(FileProblem) -> MachOFile {
    let reader = ByteReader(bytes[...])
    let count = Int(reader.number(4, size: 4, isBig: true) ?? 0)
    guard count > 0, count <= mostSlices else {
      throw FileProblem(
        file, .bytes(4), "a fat file has 1 to \(mostSlices) architectures, not \(count)")
    }
    var result = MachOFile(file: file, slices: [])
    for index in 0..<count {
      let entry = 8 + index * entrySize
      let width = entrySize == 20 ? 4 : 8
      guard let type = reader.number(entry, size: 4, isBig: true),
        let offset = reader.number(entry + 8, size: width, isBig: true),
        let size = reader.number(entry + 8 + width, size: width, isBig: true),
        offset <= UInt64(bytes.count), size <= UInt64(bytes.count),
        reader.slice(Int(offset), Int(size)) != nil
      else {
        throw FileProblem(
          file, .bytes(entry), "architecture \(index + 1) does not lie within the file",
          suggestion: "see whether the file is cut off")
      }
      let part = bytes[Int(offset)..<Int(offset + size)]
      if part.starts(with: "!<arch>\n".utf8) {
        result.isArchive = true
        var slice = MachOFile.Slice(architecture: MachOReader.architecture(UInt32(type)))
        slice.isForSimulator = MachOReader.isOfSimulators(slice.architecture)
        result.slices.append(slice)
      } else {
        result.slices.append(try MachOReader(part, base: Int(offset), file: file).slice())
      }
    }
    return result
  }

  private let bytes: ByteReader
  /// Where the slice begins in the file.
  private let base: Int
  private let file: String
  private let isBig: Bool
  private let is64: Bool

  private init(_ part: ArraySlice<UInt8>, base: Int, file: String) {
    bytes = ByteReader(part)
    self.base = base
    self.file = file
    let magic = bytes.number(0, size: 4, isBig: true)
    isBig = magic == 0xFEED_FACE || magic == 0xFEED_FACF
    is64 = magic == 0xFEED_FACF || magic == 0xCFFA_EDFE
  }

  private func word(_ offset: Int) -> Int? {
    bytes.number(offset, size: 4, isBig: isBig).map { Int($0) }
  }

  private func problem(_ offset: Int, _ message: String) -> FileProblem {
    FileProblem(
      file, .bytes(base + offset), message, suggestion: "see whether the file is cut off or damaged"
    )
  }

  private func slice() throws(FileProblem) -> MachOFile.Slice {
    guard let magic = bytes.number(0, size: 4, isBig: true),
      [0xFEED_FACE, 0xFEED_FACF, 0xCEFA_EDFE, 0xCFFA_EDFE].contains(magic),
      let type = word(4), let count = word(16), let size = word(20)
    else { throw problem(0, "this is no Mach-O") }
    let start = is64 ? 32 : 28
    guard count <= MachOReader.mostCommands, bytes.slice(start, size) != nil else {
      throw problem(16, "the load commands do not lie within the file")
    }
    var slice = MachOFile.Slice(architecture: MachOReader.architecture(UInt32(type)))
    slice.isForSimulator = MachOReader.isOfSimulators(slice.architecture)
    var place = start
    for index in 0..<count {
      guard let command = word(place), let length = word(place + 4), length >= 8,
        length <= start + size - place
      else { throw problem(place, "load command \(index + 1) goes beyond the others") }
      try read(command, at: place, length: length, into: &slice)
      place += length
    }
    return slice
  }

  // MARK: - Load commands

  private func read(
    _ command: Int, at place: Int, length: Int, into slice: inout MachOFile.Slice
  ) throws(FileProblem) {
    switch command {
    // LC_LOAD_DYLIB, LC_LOAD_WEAK_DYLIB, LC_REEXPORT_DYLIB, LC_LAZY_LOAD_DYLIB, LC_LOAD_UPWARD_DYLIB.
    case 0xC, 0x8000_0018, 0x8000_001F, 0x20, 0x8000_0023:
      guard let name = text(named: place, length) else {
        throw problem(place, "the name of a library lies outside of its load command")
      }
      slice.libraries.append(
        .init(name: name, isWeak: command == 0x8000_0018, place: .bytes(base + place)))
      if name.hasSuffix("/libswiftCore.dylib") { slice.hasSwift = true }
    // LC_RPATH.
    case 0x8000_001C: if let path = text(named: place, length) { slice.runPaths.append(path) }
    // LC_SEGMENT, LC_SEGMENT_64.
    case 0x1 where !is64, 0x19 where is64: try segment(place, length, &slice)
    // LC_SYMTAB.
    case 0x2:
      if let offset = word(place + 16), let size = word(place + 20) {
        slice.symbolNames = bytes.slice(offset, size).map { Array($0) } ?? []
      }
    // LC_VERSION_MIN_IPHONEOS.
    case 0x25: slice.minimumSystem = word(place + 8).map(MachOReader.version)
    // LC_BUILD_VERSION: 2 is iOS, 7 its simulator.
    case 0x32:
      let platform = word(place + 8)
      if platform == 7 { slice.isForSimulator = true }
      if platform == 2 { slice.isForSimulator = false }
      if platform == 2 || platform == 7 {
        slice.minimumSystem = word(place + 12).map(MachOReader.version)
      }
    // LC_ENCRYPTION_INFO, LC_ENCRYPTION_INFO_64.
    case 0x21, 0x2C: slice.isEncrypted = (word(place + 16) ?? 0) != 0
    // LC_CODE_SIGNATURE.
    case 0x1D:
      if let offset = word(place + 8), let size = word(place + 12),
        let signature = bytes.slice(offset, size)
      {
        slice.entitlements = CodeSignature.entitlements(signature, at: base + offset)
      }
    default: break
    }
  }

  /// The text whose offset within the load command is its third word.
  private func text(named place: Int, _ length: Int) -> String? {
    guard let offset = word(place + 8), offset >= 8, offset < length else { return nil }
    return bytes.text(place + offset, atMost: length - offset)
  }

  private func segment(
    _ place: Int, _ length: Int, _ slice: inout MachOFile.Slice
  ) throws(FileProblem) {
    let (head, size) = is64 ? (72, 80) : (56, 68)
    guard let count = word(place + (is64 ? 64 : 48)), count <= (length - head) / size else {
      throw problem(place, "the sections of a segment go beyond its load command")
    }
    for index in 0..<count {
      let section = place + head + index * size
      guard let name = bytes.text(section, atMost: 16) else { continue }
      if name.hasPrefix("__swift") { slice.hasSwift = true }
      guard name == "__objc_classname" || name == "__objc_methname" else { continue }
      let amount =
        is64
        ? bytes.number(section + 40, size: 8, isBig: isBig).flatMap { Int(exactly: $0) }
        : word(section + 36)
      guard let amount, let offset = word(section + (is64 ? 48 : 40)),
        let content = bytes.slice(offset, amount)
      else { throw problem(section, "the section \(name) does not lie within the file") }
      if name == "__objc_classname" {
        slice.classNames += content
      } else {
        slice.methodNames += content
      }
    }
  }

  // MARK: - Numbers

  private static func version(_ word: Int) -> String { "\(word >> 16).\(word >> 8 & 255)" }

  private static func architecture(_ type: UInt32) -> String {
    switch type {
    case 7: "i386"
    case 0x0100_0007: "x86_64"
    case 12: "arm"
    case 0x0100_000C: "arm64"
    case 0x0200_000C: "arm64_32"
    case 18: "ppc"
    case 0x0100_0012: "ppc64"
    default: "cpu \(type)"
    }
  }

  private static func isOfSimulators(_ architecture: String) -> Bool {
    architecture == "i386" || architecture == "x86_64"
  }
}
