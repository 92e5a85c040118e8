internal import CaseModel
internal import ExactText

/// The axes of a case, and every combination of their values.
struct Matrix {
  /// The most combinations of one case.
  static let maximumCombinations = 2000
  /// The most values in one value of an axis, because each may be put in many places.
  static let maximumValueSize = 1000

  /// An axis with its values.
  struct Axis {
    var name: String
    var values: [Substitution.Binding]
  }

  var axes: [Axis]

  /// Reads the axes; nil, and reported, if one cannot be used.
  static func read(_ node: YAMLNode, _ lint: Lint) -> Matrix? {
    guard let members = node.members else {
      lint.expected("a mapping with an axis for each key", for: "matrix", not: node)
      return nil
    }
    var axes: [Axis] = []
    for member in members {
      guard isName(member.name) else {
        lint.error(
          member.location, "'\(member.name)' cannot be the name of an axis",
          suggestion: "write a word of letters, digits, '-' and '_' other than 'edition'")
        return nil
      }
      guard let values = values(of: member, lint) else { return nil }
      axes.append(Axis(name: member.name, values: values))
    }
    var count = 1
    for axis in axes {
      count *= axis.values.count
      guard count <= maximumCombinations else {
        lint.error(node.location, "the matrix has more than \(maximumCombinations) combinations")
        return nil
      }
    }
    return Matrix(axes: axes)
  }

  /// Every combination, the last axis changing fastest; one empty combination without axes.
  var combinations: [[Substitution.Binding]] {
    axes.reduce([[]]) { done, axis in
      done.flatMap { combination in axis.values.map { combination + [$0] } }
    }
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text != "edition"
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }

  private static func values(
    of axis: YAMLNode.Member, _ lint: Lint
  ) -> [Substitution.Binding]? {
    let node = axis.value
    var values: [Substitution.Binding] = []
    switch node.content {
    case .scalar:
      lint.expected("a list, a mapping or {range: [first, last]}", for: axis.name, not: node)
      return nil
    case .sequence(let elements):
      var names: Set<ExactString> = []
      for element in elements {
        guard let name = element.text else {
          lint.error(
            element.location, "a matrix list holds scalars, not \(element.kind)",
            suggestion: "name the values: make '\(axis.name)' a mapping")
          return nil
        }
        guard names.insert(name).inserted else {
          lint.error(element.location, "the value '\(name)' is given twice")
          return nil
        }
        values.append(.init(name: axis.name, value: element, members: nil))
      }
    case .mapping(let members):
      if members.count == 1, members[0].name == "range" {
        return range(members[0].value, axis: axis.name, lint)
      }
      for member in members {
        guard member.value.size <= maximumValueSize else {
          lint.error(
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
      lint.error(node.location, "the axis '\(axis.name)' has no values")
      return nil
    }
    return values
  }

  private static func range(
    _ node: YAMLNode, axis: String, _ lint: Lint
  ) -> [Substitution.Binding]? {
    guard let elements = node.elements, elements.count == 2 else {
      lint.expected("two integers, [first, last]", for: "range", not: node)
      return nil
    }
    let bounds = -1_000_000...1_000_000
    guard let first = lint.integer(elements[0], for: "range", in: bounds),
      let last = lint.integer(elements[1], for: "range", in: bounds)
    else { return nil }
    guard first <= last, last - first < maximumCombinations else {
      lint.error(node.location, "the range from \(first) to \(last) is empty or too long")
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
