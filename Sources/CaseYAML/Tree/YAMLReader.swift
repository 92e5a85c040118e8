internal import CYAML
internal import CaseModel
internal import ExactText
import Wording

/// Reads one YAML document into a tree, within bounds that no file can exceed.
///
/// Bounds: ``maximumNodes`` values with every alias counted as what it stands for, nesting of
/// ``maximumDepth``, ``maximumAliases`` aliases. Tags and keys that are not texts are refused.
struct YAMLReader: ~Copyable {
  /// The most values in a file, aliases expanded.
  static let maximumNodes = 100_000
  /// The deepest nesting, aliases expanded.
  static let maximumDepth = 64
  /// The most aliases in a file.
  static let maximumAliases = 1000

  /// A value with its size and height, which aliases of it add to the document.
  private struct Measured {
    var node: YAMLNode
    var count: Int
    var height: Int
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private let file: String
  private let bytes: UnsafeBufferPointer<UInt8>
  private let diagnostics: Diagnostics
  private var anchors: [ExactString: Measured] = [:]
  private var nodeCount = 0
  private var aliasCount = 0

  /// The tree of a document in UTF-8; nil, with the reason added to `diagnostics`, if it cannot be read.
  /// Duplicate keys are added to `diagnostics` and the first value is kept.
  static func read(_ bytes: [UInt8], file: String, diagnostics: Diagnostics) -> YAMLNode? {
    bytes.withUnsafeBufferPointer { buffer in
      do throws(Diagnostic) {
        var reader = YAMLReader(buffer, file: file, diagnostics: diagnostics)
        return try reader.document()
      } catch {
        diagnostics.add(error)
        return nil
      }
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, file: String, diagnostics: Diagnostics) {
    self.bytes = bytes
    self.file = file
    self.diagnostics = diagnostics
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    event.initialize(to: yaml_event_t())
    precondition(yaml_parser_initialize(parser) == 1, "out of memory")
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  private func place(_ mark: yaml_mark_t) -> SourceLocation {
    SourceLocation(file: file, line: mark.line + 1, column: mark.column + 1)
  }

  /// Reads the next event, which replaces the last one.
  private func advance() throws(Diagnostic) {
    yaml_event_delete(event)
    guard yaml_parser_parse(parser, event) == 1 else {
      throw YAMLProblem.diagnostic(parser.pointee, bytes: bytes, file: file)
    }
  }

  private mutating func document() throws(Diagnostic) -> YAMLNode {
    try advance()  // the start of the stream
    try advance()
    guard event.pointee.type == YAML_DOCUMENT_START_EVENT else {
      throw Diagnostic(SourceLocation(file: file), .error, "the file is empty")
    }
    try advance()
    let root = try value(depth: 1).node
    try advance()  // the end of the document
    try advance()
    guard event.pointee.type == YAML_STREAM_END_EVENT else {
      throw Diagnostic(
        place(event.pointee.start_mark), .error, "a second document starts here",
        suggestion: "write it to a separate file")
    }
    return root
  }

  /// The value that starts with the current event.
  private mutating func value(depth: Int) throws(Diagnostic) -> Measured {
    let location = place(event.pointee.start_mark)
    nodeCount += 1
    try checkSize(depth: depth, at: location)
    switch event.pointee.type {
    case YAML_ALIAS_EVENT: return try alias(depth: depth, at: location)
    case YAML_SCALAR_EVENT:
      let scalar = event.pointee.data.scalar
      try refuseTag(scalar.tag, at: location)
      let characters = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let text = String(decoding: characters, as: UTF8.self)
      let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
      return keep(
        YAMLNode(location: location, content: .scalar(text, isPlain: isPlain)),
        count: 1, height: 1, anchor: name(scalar.anchor))
    case YAML_SEQUENCE_START_EVENT:
      let start = event.pointee.data.sequence_start
      try refuseTag(start.tag, at: location)
      return try sequence(anchor: name(start.anchor), depth: depth, at: location)
    default:
      let start = event.pointee.data.mapping_start
      try refuseTag(start.tag, at: location)
      return try mapping(anchor: name(start.anchor), depth: depth, at: location)
    }
  }

  private mutating func sequence(
    anchor: String?, depth: Int, at location: SourceLocation
  ) throws(Diagnostic) -> Measured {
    var elements: [YAMLNode] = []
    var (count, height) = (1, 1)
    try advance()
    while event.pointee.type != YAML_SEQUENCE_END_EVENT {
      let element = try value(depth: depth + 1)
      elements.append(element.node)
      count += element.count
      height = max(height, element.height + 1)
      try advance()
    }
    return keep(
      YAMLNode(location: location, content: .sequence(elements)),
      count: count, height: height, anchor: anchor)
  }

  private mutating func mapping(
    anchor: String?, depth: Int, at location: SourceLocation
  ) throws(Diagnostic) -> Measured {
    var members: [YAMLNode.Member] = []
    // Most mappings are small; a table is only made for the others.
    var places: [ExactString: Int] = [:]
    var merged: [YAMLNode.Member] = []
    var (count, height) = (1, 1)
    try advance()
    while event.pointee.type != YAML_MAPPING_END_EVENT {
      let key = try value(depth: depth + 1).node
      let isQuoted = key.plainText == nil
      guard let name = key.text else {
        throw Diagnostic(
          key.location, .error, "a key must be a string, not \(key.kind)",
          suggestion: "put a string with braces or brackets in quotes")
      }
      try advance()
      let element = try value(depth: depth + 1)
      count += element.count + 1
      height = max(height, element.height + 1)
      if name == "<<" {
        diagnostics.error(
          key.location, "merge keys ('<<') are not supported",
          suggestion: "write the members out, or let an alias stand for the whole value")
        // So that nothing is said of what the mapping would have with them.
        merged += element.node.members ?? []
        try advance()
        continue
      }
      if members.count == 16, places.isEmpty {
        for (place, member) in members.enumerated() { places[member.name] = place }
      }
      let first =
        members.count < 16 ? members.firstIndex { $0.name == name } : places[name]
      if let first {
        diagnostics.error(
          key.location, "the key '\(name)' is given twice",
          suggestion: "the first is at line \(members[first].location.line)")
      } else {
        if members.count >= 16 { places[name] = members.count }
        members.append(
          .init(name: name, isQuoted: isQuoted, location: key.location, value: element.node))
      }
      try advance()
    }
    members += merged.filter { member in !members.contains { $0.name == member.name } }
    return keep(
      YAMLNode(location: location, content: .mapping(members)),
      count: count, height: height, anchor: anchor)
  }

  private mutating func alias(
    depth: Int, at location: SourceLocation
  ) throws(Diagnostic) -> Measured {
    aliasCount += 1
    guard aliasCount <= YAMLReader.maximumAliases else {
      throw Diagnostic(location, .error, "more than \(YAMLReader.maximumAliases) aliases")
    }
    let name = name(event.pointee.data.alias.anchor) ?? ""
    guard let target = anchors[name] else {
      throw Diagnostic(
        location, .error, "the alias '*\(name)' has no anchor '&\(name)' before it",
        suggestion: Spelling.nearest(to: name, among: anchors.sortedNames).map {
          "did you mean '*\($0)'?"
        })
    }
    nodeCount += target.count - 1
    try checkSize(depth: depth + target.height - 1, at: location)
    return target
  }

  private mutating func keep(
    _ node: YAMLNode, count: Int, height: Int, anchor: String?
  ) -> Measured {
    let measured = Measured(node: node, count: count, height: height)
    if let anchor { anchors[anchor] = measured }
    return measured
  }

  private func checkSize(depth: Int, at location: SourceLocation) throws(Diagnostic) {
    guard depth <= YAMLReader.maximumDepth else {
      throw Diagnostic(location, .error, "nested more than \(YAMLReader.maximumDepth) levels deep")
    }
    guard nodeCount <= YAMLReader.maximumNodes else {
      throw Diagnostic(
        location, .error, "more than \(YAMLReader.maximumNodes) values, aliases expanded",
        suggestion: "split the file")
    }
  }

  private func refuseTag(
    _ tag: UnsafeMutablePointer<UInt8>?, at location: SourceLocation
  ) throws(Diagnostic) {
    guard let tag = name(tag) else { return }
    throw Diagnostic(
      location, .error, "the tag '\(tag)' is not supported",
      suggestion: "quotes make a string of any value")
  }

  private func name(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
    pointer.map { String(decodingCString: $0, as: UTF8.self) }
  }
}
