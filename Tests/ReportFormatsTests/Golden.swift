import Foundation
import Testing

/// Compares with a stored file; `MAMCONFORM_RECORD=1 swift test --filter ReportFormatsTests` stores it again.
func expectGolden(_ name: String, _ bytes: [UInt8], at location: SourceLocation = #_sourceLocation)
  throws
{
  let url = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden").appending(path: name)
  if ProcessInfo.processInfo.environment["MAMCONFORM_RECORD"] == "1" {
    try Data(bytes).write(to: url)
  }
  let stored = try String(decoding: Data(contentsOf: url), as: UTF8.self)
  #expect(String(decoding: bytes, as: UTF8.self) == stored, sourceLocation: location)
}
