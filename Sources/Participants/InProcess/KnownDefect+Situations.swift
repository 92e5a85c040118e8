internal import ExactText
internal import ReferenceSDK

extension KnownDefect {
  /// The names of the situations to which a defect can be limited, as `NAME@SITUATION`.
  package static var situations: [String] { Situation.real.map(\.rawValue) }

  /// The situation that a name limits its defect to; nil if it limits it to none.
  package static func situation(in name: String) -> String? {
    let parts = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? String(parts[1]) : nil
  }

  /// So many pairs of a defect and a situation, drawn so that the same seed gives the same ones; in the order of the defects.
  ///
  /// - Parameters:
  ///   - count: how many pairs; all if there are not so many.
  ///   - defects: by their names; those that are limited to a situation already are left out.
  ///   - seed: chooses others.
  package static func drawn(_ count: Int, of defects: [KnownDefect], seed: Int) -> [KnownDefect] {
    let pairs = defects.flatMap { known -> [KnownDefect] in
      guard let defect = Defect.byName[ExactString(known.name)] else { return [] }
      return Situation.real.map { situation in
        let limited = defect.only(in: situation)
        return KnownDefect(
          name: limited.name, requirements: limited.requirements, summary: limited.summary)
      }
    }
    let chosen = pairs.indices.sorted {
      (rank(pairs[$0].name, seed), $0) < (rank(pairs[$1].name, seed), $1)
    }
    return chosen.prefix(count).sorted().map { pairs[$0] }
  }

  /// A number that looks like chance and is the same everywhere (FNV-1a).
  private static func rank(_ name: String, _ seed: Int) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(seed) \(name)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash ^ hash >> 29
  }
}
