internal import ExactText

/// A small generator of numbers that depend on nothing but the seed (SplitMix64).
struct SplitMix64: Sendable, Equatable {
  private var state: UInt64
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(seed: UInt64) { state = seed }

  /// A generator of its own for the n-th use of a name under a seed.
  init(seed: Int, name: String, use: Int) {
    // FNV-1a of the name, so that two rules do not draw alike.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    var mixer = SplitMix64(seed: UInt64(bitPattern: Int64(seed)))
    state = mixer.next() ^ hash
    state = next() &+ UInt64(bitPattern: Int64(use)) &* SplitMix64.step
    state = next()
  }

  private mutating func next() -> UInt64 {
    state &+= SplitMix64.step
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The next number, at least 0 and less than 1.
  mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

  mutating func skip(_ count: Int) { state &+= SplitMix64.step &* UInt64(count) }
}
