import CSQLite
internal import ExactText
import Glibc
import SystemFiles

/// What a SQLite file holds, its write-ahead log included, read without SQLite ever opening the file.
///
/// For somebody who only looks: no lock is waited for or taken, no file is made or changed beside it, whoever has it open and
/// however their process has ended. The writer has to stand still meanwhile.
///
///     DatabaseImage(path: "state.sqlite")?.rows(of: "user")
package struct DatabaseImage {
  /// A column and its value in a row.
  package struct Cell {
    /// The name of the column.
    package var column: String
    /// Its value.
    package var value: Value
  }

  /// The most bytes that a file may have, and the most rows that are read of a table.
  private static let mostBytes = 64 << 20
  private static let mostRows = 1000

  private let database: Database
  /// The names of the tables, sorted by their bytes.
  package let tables: [String]

  /// Reads a file; nil if it is not a database, if it is too large or damaged, or if a rollback journal says that its writer has
  /// come to the middle of a transaction.
  package init?(path: String) {
    guard Path.beginning(of: path, count: 16) == Array("SQLite format 3\0".utf8),
      Path.size(of: path + "-journal") ?? 0 == 0,
      var pages = DatabaseImage.bytes(path), pages.count >= 512
    else { return nil }
    if let log = DatabaseImage.bytes(path + "-wal") { WriteAheadLog(log)?.apply(to: &pages) }
    // File format, section 1.3: versions 1 mean that there is no log to look for.
    (pages[18], pages[19]) = (1, 1)
    do throws(StorageError) {
      database = try Database(image: pages)
      tables = try database.prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY name"
      ).rows { $0.text(0) }
    } catch {
      return nil
    }
  }

  /// The rows of a table, the first thousand, in the order of its key; nil if there is no such table.
  package func rows(of table: String) -> [[Cell]]? {
    guard tables.contains(table) else { return nil }
    let sql = "SELECT * FROM \(KeyValueStore.quoted(table)) LIMIT \(DatabaseImage.mostRows)"
    return try? database.prepare(sql).rows { row in row.cells }
  }

  private static func bytes(_ path: String) -> [UInt8]? {
    WholeFile.untrusted(path, atMost: mostBytes)
  }
}

extension Row {
  /// The values with the names of their columns.
  fileprivate var cells: [DatabaseImage.Cell] {
    (0..<Int(sqlite3_column_count(handle))).map { index in
      let name = sqlite3_column_name(handle, Int32(index)).map { String(cString: $0) } ?? ""
      return DatabaseImage.Cell(column: name, value: self[index])
    }
  }
}

/// The pages in a write-ahead log, up to its last whole transaction (file format, section 4).
private struct WriteAheadLog {
  private static let headerSize = 32
  private static let frameHeaderSize = 24

  private let bytes: [UInt8]
  private let pageSize: Int
  private let isBigEndian: Bool

  /// A log; nil if the bytes are none.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= WriteAheadLog.headerSize else { return nil }
    self.bytes = bytes
    let magic = WriteAheadLog.word(bytes, at: 0)
    guard magic & ~1 == 0x377F_0682 else { return nil }
    isBigEndian = magic & 1 == 1
    pageSize = Int(WriteAheadLog.word(bytes, at: 8))
    guard (512...65_536).contains(pageSize) else { return nil }
  }

  /// Puts the pages where they belong; frames that are left of an older log or were not written whole count for nothing.
  func apply(to pages: inout [UInt8]) {
    let frameSize = WriteAheadLog.frameHeaderSize + pageSize
    let salts = bytes[16..<24]
    var sum = Checksum(isBigEndian)
    sum.add(bytes, 0..<24)
    guard sum.matches(bytes, at: 24) else { return }
    var frames: [Int] = []
    var whole = 0
    var pageCount = 0
    var place = WriteAheadLog.headerSize
    while place + frameSize <= bytes.count, bytes[place + 8..<place + 16].elementsEqual(salts) {
      sum.add(bytes, place..<place + 8)
      sum.add(bytes, place + WriteAheadLog.frameHeaderSize..<place + frameSize)
      guard sum.matches(bytes, at: place + 16) else { break }
      frames.append(place)
      let size = Int(WriteAheadLog.word(bytes, at: place + 4))
      if size > 0 { (whole, pageCount) = (frames.count, size) }
      place += frameSize
    }
    guard whole > 0, pageCount <= (64 << 20) / pageSize else { return }
    let length = pageCount * pageSize
    if pages.count < length {
      pages.append(contentsOf: repeatElement(0, count: length - pages.count))
    } else {
      pages.removeLast(pages.count - length)
    }
    for frame in frames[..<whole] {
      let target = (Int(WriteAheadLog.word(bytes, at: frame)) - 1) * pageSize
      guard target >= 0, target + pageSize <= length else { continue }
      let page = frame + WriteAheadLog.frameHeaderSize
      pages.replaceSubrange(target..<target + pageSize, with: bytes[page..<page + pageSize])
    }
  }

  private static func word(_ bytes: [UInt8], at place: Int) -> UInt32 {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The running checksum of a log.
  private struct Checksum {
    private let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(_ isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
      bytes.withUnsafeBytes { buffer in
        for place in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
          let left = buffer.loadUnaligned(fromByteOffset: place, as: UInt32.self)
          let right = buffer.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
          first &+= (isBigEndian ? left.bigEndian : left.littleEndian) &+ second
          second &+= (isBigEndian ? right.bigEndian : right.littleEndian) &+ first
        }
      }
    }

    func matches(_ bytes: [UInt8], at place: Int) -> Bool {
      WriteAheadLog.word(bytes, at: place) == first
        && WriteAheadLog.word(bytes, at: place + 4) == second
    }
  }
}
