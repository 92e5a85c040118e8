import CZlib
internal import ExactText

/// Streams of zlib (RFC 1950), with a dictionary for what has most of its words in common, as histories have.
///
/// A stream says itself whether it needs the dictionary (FDICT).
enum Compression {
  /// The compressed bytes; nil if there is no memory for it.
  static func deflate(_ bytes: [UInt8], dictionary: [UInt8] = [], level: Int32 = 1) -> [UInt8]? {
    var stream = z_stream()
    guard mam_deflate_begin(&stream, level) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    if !dictionary.isEmpty {
      deflateSetDictionary(&stream, dictionary, UInt32(dictionary.count))
    }
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    var input = bytes
    var isWhole = false
    let result = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        isWhole = CZlib.deflate(&stream, Z_FINISH) == Z_STREAM_END
        count = Int(stream.total_out)
      }
    }
    return isWhole ? result : nil
  }

  /// The bytes of a stream; nil if it is damaged, needs another dictionary, or has more bytes than it should.
  ///
  /// - Parameter count: how many bytes it has; more are never made.
  static func inflate(_ bytes: [UInt8], count: Int, dictionary: [UInt8] = []) -> [UInt8]? {
    var stream = z_stream()
    guard mam_inflate_begin(&stream) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = bytes
    var isWhole = false
    // A byte of room for the first that is too much, and so that there is an address for none.
    let result = [UInt8](unsafeUninitializedCapacity: count + 1) { output, size in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        var code = CZlib.inflate(&stream, Z_FINISH)
        if code == Z_NEED_DICT,
          inflateSetDictionary(&stream, dictionary, UInt32(dictionary.count)) == Z_OK
        {
          code = CZlib.inflate(&stream, Z_FINISH)
        }
        isWhole = code == Z_STREAM_END && stream.total_out == UInt(count)
        size = isWhole ? count : 0
      }
    }
    return isWhole ? result : nil
  }
}
