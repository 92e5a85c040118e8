internal import CaseModel
internal import ExactText

/// The axes of a case, and every combination of their values.
struct Matrix {
  /// The most combinations of one case.
  static let maximumCombinations = 2000
  /// The most values in one value of an axis, because each may be put in many places.
  static let maximumValueSize = 1000

  /// The names of the axes, in their order.
  private(set) var axes: [String] = []
  /// Every combination, the last axis changing fastest; one empty combination without axes.
  private(set) var combinations: [[Substitution.Binding]] = [[]]
  /// The axes to which another one refers.
  private(set) var used: Set<ExactString> = []

  /// Reads the axes; nil, and reported, if one cannot be used.
  ///
  /// What an axis holds may refer to the axes above it: `${failure.code}` stands for what the combination has of it, so
  /// that names, members and even the number of its values may depend on them.
  static func read(_ node: YAMLNode, _ diagnostics: Diagnostics) -> Matrix? {
    guard let members = node.members else {
      diagnostics.expected("a mapping with an axis for each key", for: "matrix", not: node)
      return nil
    }
    var matrix = Matrix()
    for (position, member) in members.enumerated() {
      guard isName(member.name) else {
        diagnostics.error(
          member.location, "'\(member.name)' cannot be the name of an axis",
          suggestion: "write a word of letters, digits, '-' and '_' other than 'edition'")
        return nil
      }
      let below = members[position...].map(\.name)
      guard mayRefer(member, below: below, diagnostics),
        matrix.add(member, at: node.location, diagnostics)
      else { return nil }
    }
    return matrix
  }

  /// True if an axis refers to nothing that comes after it; else that is reported.
  private static func mayRefer(
    _ axis: YAMLNode.Member, below: [String], _ diagnostics: Diagnostics
  ) -> Bool {
    guard let wrong = Substitution.names(in: axis.value).first(where: { below.contains($0.name) })
    else {
      guard Substitution.dependence(of: axis.value).contains("edition") else { return true }
      diagnostics.error(
        axis.location, "the axis '\(axis.name)' depends on the edition",
        suggestion: "write '${edition}' in a step; the matrix is the same for every edition")
      return false
    }
    diagnostics.error(
      wrong.location, "the axis '\(axis.name)' refers to '\(wrong.name)', which is not above it",
      suggestion: wrong.name == axis.name ? nil : "put '\(wrong.name)' above '\(axis.name)'")
    return false
  }

  /// Combines what there is with the values of one more axis; false, and reported, if that cannot be.
  private mutating func add(
    _ axis: YAMLNode.Member, at location: SourceLocation, _ diagnostics: Diagnostics
  ) -> Bool {
    let isConstant = Substitution.dependence(of: axis.value).isEmpty
    var values = isConstant ? Matrix.values(of: axis, diagnostics) : []
    var extended: [[Substitution.Binding]] = []
    for combination in combinations {
      if !isConstant {
        let errors = diagnostics.errorCount
        var substitution = Substitution(bindings: combination, diagnostics: diagnostics)
        var applied = axis
        applied.value = substitution.apply(axis.value)
        used.formUnion(substitution.used)
        values = diagnostics.errorCount == errors ? Matrix.values(of: applied, diagnostics) : nil
      }
      guard let values else { return false }
      guard extended.count + values.count <= Matrix.maximumCombinations else {
        diagnostics.error(
          location, "the matrix has more than \(Matrix.maximumCombinations) combinations")
        return false
      }
      for (index, value) in values.enumerated() {
        var value = value
        // What depends on other axes may be another value in each of their combinations.
        value.number = isConstant ? index : extended.count
        extended.append(combination + [value])
      }
    }
    axes.append(axis.name)
    combinations = extended
    return true
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text != "edition"
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }

  private static func values(
    of axis: YAMLNode.Member, _ diagnostics: Diagnostics
  ) -> [Substitution.Binding]? {
    let node = axis.value
    var values: [Substitution.Binding] = []
    switch node.content {
    case .scalar:
      diagnostics.expected("a list, a mapping or {range: [first, last]}", for: axis.name, not: node)
      return nil
    case .sequence(let elements):
      var names: Set<ExactString> = []
      for element in elements {
        guard let name = element.text else {
          diagnostics.error(
            element.location, "a matrix list contains scalars, not \(element.kind)",
            suggestion: "name the values: make '\(axis.name)' a mapping")
          return nil
        }
        guard names.insert(name).inserted else {
          diagnostics.error(element.location, "the value '\(name)' is given twice")
          return nil
        }
        values.append(.init(name: axis.name, value: element, members: nil))
      }
    case .mapping(let members):
      if members.count == 1, members[0].name == "range" {
        return range(members[0].value, axis: axis.name, diagnostics)
      }
      for member in members {
        guard member.value.size <= maximumValueSize else {
          diagnostics.error(
            member.location,
            "the matrix value '\(member.name)' holds more than \(maximumValueSize) values")
          return nil
        }
        let name = YAMLNode(
          location: member.location, content: .scalar(member.name, isPlain: true))
        values.append(.init(name: axis.name, value: name, members: member.value))
      }
    }
    guard !values.isEmpty else {
      diagnostics.error(node.location, "the axis '\(axis.name)' has no values")
      return nil
    }
    return values
  }

  private static func range(
    _ node: YAMLNode, axis: String, _ diagnostics: Diagnostics
  ) -> [Substitution.Binding]? {
    guard let elements = node.elements, elements.count == 2 else {
      diagnostics.expected("two integers, [first, last]", for: "range", not: node)
      return nil
    }
    let bounds = -1_000_000...1_000_000
    guard let first = diagnostics.integer(elements[0], for: "range", in: bounds),
      let last = diagnostics.integer(elements[1], for: "range", in: bounds)
    else { return nil }
    guard first <= last else {
      diagnostics.error(
        node.location, "the range from \(first) to \(last) is empty",
        suggestion: "write the smaller number first")
      return nil
    }
    guard last - first < maximumCombinations else {
      diagnostics.error(
        node.location,
        "the range from \(first) to \(last) has \(last - first + 1) values, and may have at most \(maximumCombinations)"
      )
      return nil
    }
    return (first...last).map { value in
      .init(
        name: axis,
        value: YAMLNode(location: node.location, content: .scalar("\(value)", isPlain: true)))
    }
  }
}

extension YAMLNode {
  /// How many values this is, itself included.
  fileprivate var size: Int {
    switch content {
    case .scalar: 1
    case .sequence(let elements): elements.reduce(1) { $0 + $1.size }
    case .mapping(let members): members.reduce(1) { $0 + $1.value.size }
    }
  }
}
