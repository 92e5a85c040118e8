internal import ExactText
internal import SystemFiles

/// The size of an image in PNG, also in the form that Xcode makes of it.
enum PNGImage {
  /// Width and height in pixels; nil if it is no PNG.
  static func size(of path: String) -> (width: Int, height: Int)? {
    guard let head = Path.beginning(of: path, count: 64) else { return nil }
    let bytes = ByteReader(head[...])
    guard head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    // Xcode puts a chunk CgBI of four bytes before the header.
    for offset in [12, 28] where bytes.text(offset, atMost: 4) == "IHDR" {
      guard let width = bytes.number(offset + 4, size: 4, isBig: true),
        let height = bytes.number(offset + 8, size: 4, isBig: true)
      else { return nil }
      return (Int(width), Int(height))
    }
    return nil
  }
}
