import Foundation

/// Makes small Mach-O files that hold what an audit looks at.
struct MachOSample {
  var libraries: [(name: String, isWeak: Bool)] = []
  var runPaths: [String] = ["@executable_path/Frameworks"]
  var minimumSystem: (major: Int, minor: Int)? = (13, 0)
  var classNames: [String] = ["AppDelegate"]
  var methodNames: [String] = ["applicationDidFinishLaunching:"]
  var symbols: [String] = ["_main"]
  var hasSwift = false
  var isEncrypted = false
  var entitlements: Data?
  var is64 = true
  var isBig = false
  var cpu: UInt32 = 0x0100_000C

  private func word(_ value: Int) -> Data {
    let value = UInt32(truncatingIfNeeded: value)
    return withUnsafeBytes(of: isBig ? value.bigEndian : value.littleEndian) { Data($0) }
  }

  private func long(_ value: Int) -> Data {
    isBig ? word(value >> 32) + word(value) : word(value) + word(value >> 32)
  }

  private func fixed(_ text: String, _ size: Int) -> Data {
    Data(text.utf8) + Data(count: size - text.utf8.count)
  }

  private static func list(_ names: [String]) -> Data {
    names.reduce(into: Data()) { $0 += Data($1.utf8) + Data([0]) }
  }

  /// A load command with words and a text behind them.
  private func command(_ number: Int, _ words: [Int], text: String? = nil) -> Data {
    var body = words.reduce(into: Data()) { $0 += word($1) }
    if let text { body += Data(text.utf8) + Data([0]) }
    while !body.count.isMultiple(of: 8) { body.append(0) }
    return word(number) + word(8 + body.count) + body
  }

  /// The file.
  var data: Data {
    let classes = MachOSample.list(classNames)
    let methods = MachOSample.list(methodNames)
    let names = MachOSample.list(symbols)
    let signature = entitlements.map(MachOSample.signature) ?? Data()
    // Twice: the first time to learn how long the commands are.
    var offset = 0
    var result = Data()
    for _ in 0..<2 {
      let places = [0, classes.count, classes.count + methods.count].map { offset + $0 }
      let signaturePlace = places[2] + names.count
      var commands: [Data] = libraries.map {
        command($0.isWeak ? 0x8000_0018 : 0xC, [24, 2, 0x1_0000, 0x1_0000], text: $0.name)
      }
      commands += runPaths.map { command(0x8000_001C, [12], text: $0) }
      if let system = minimumSystem {
        commands.append(command(0x32, [2, system.major << 16 | system.minor << 8, 0, 0]))
      }
      commands.append(
        segment(
          [
            ("__objc_classname", places[0], classes.count),
            ("__objc_methname", places[1], methods.count),
          ] + (hasSwift ? [("__swift5_types", 0, 0)] : [])))
      commands.append(command(0x2, [0, 0, places[2], names.count]))
      if isEncrypted { commands.append(command(is64 ? 0x2C : 0x21, [0, 0, 1, 0])) }
      if !signature.isEmpty { commands.append(command(0x1D, [signaturePlace, signature.count])) }
      let size = commands.reduce(0) { $0 + $1.count }
      var head = word(is64 ? 0xFEED_FACF : 0xFEED_FACE) + word(Int(cpu)) + word(0) + word(2)
      head += word(commands.count) + word(size) + word(0)
      if is64 { head += word(0) }
      result = commands.reduce(head, +)
      offset = result.count
    }
    return result + classes + methods + names + signature
  }

  private func segment(_ sections: [(String, Int, Int)]) -> Data {
    var body = fixed("__TEXT", 16)
    body += is64 ? Data(count: 32) : Data(count: 16)
    body += word(5) + word(5) + word(sections.count) + word(0)
    for (name, offset, size) in sections {
      body += fixed(name, 16) + fixed("__TEXT", 16)
      body += is64 ? long(0) + long(size) : word(0) + word(size)
      body += word(offset) + Data(count: is64 ? 28 : 24)
    }
    return word(is64 ? 0x19 : 0x1) + word(8 + body.count) + body
  }

  /// A signature that holds nothing but entitlements; its numbers have the highest byte first, always.
  private static func signature(_ entitlements: Data) -> Data {
    func big(_ value: Int) -> Data {
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian) { Data($0) }
    }
    let blob = big(0xFADE_7171) + big(8 + entitlements.count) + entitlements
    return big(0xFADE_0CC0) + big(20 + blob.count) + big(1) + big(5) + big(20) + blob
  }

  /// A fat file of several.
  static func fat(_ slices: [(cpu: UInt32, data: Data)]) -> Data {
    func big(_ value: Int) -> Data {
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian) { Data($0) }
    }
    var head = big(0xCAFE_BABE) + big(slices.count)
    var offset = 8 + 20 * slices.count
    for slice in slices {
      head += big(Int(slice.cpu)) + big(0) + big(offset) + big(slice.data.count) + big(0)
      offset += slice.data.count
    }
    return slices.reduce(head) { $0 + $1.data }
  }
}
