import CGnuTLS
internal import ExactText

/// Bytes that nobody can guess.
struct RandomBytes: Sendable {
  /// Fills a buffer; false if the source has failed, whatever is in the buffer then.
  typealias Source = @Sendable (UnsafeMutableRawBufferPointer) -> Bool

  /// GnuTLS's generator for keys, which the kernel seeds: gnutls_rnd(3).
  static let ofSystem = RandomBytes { gnutls_rnd(GNUTLS_RND_KEY, $0.baseAddress!, $0.count) >= 0 }

  private let source: Source

  /// Bytes of another source: for tests of what happens when there are none.
  init(_ source: @escaping Source) { self.source = source }

  /// So many bytes, at least one; nil if the source has failed. Zeros would be known to everybody.
  func bytes(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let isFilled = bytes.withUnsafeMutableBytes { source($0) }
    return isFilled ? bytes : nil
  }
}
