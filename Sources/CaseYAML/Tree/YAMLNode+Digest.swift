package import CaseModel
internal import ExactText
internal import JSONText

extension YAMLNode {
  /// A digest of the value: comments, quotes, line breaks and the order of members do not matter to it.
  package var digest: EditDigest { digest { _ in true } }

  /// A digest of a mapping without some of its members.
  func digest(where isTaken: (String) -> Bool) -> EditDigest {
    var digest = EditDigest()
    switch content {
    case .scalar(let text, let isPlain):
      var isText = true
      if isPlain, case let value = YAMLNode.typed(text), value.string == nil { isText = false }
      digest.add(isText ? "text" : "plain")
      digest.add(text)
    case .sequence(let elements):
      digest.add("list")
      for element in elements { digest.add(element.digest.value) }
    case .mapping(let members):
      var sum: UInt64 = 0
      for member in members where isTaken(member.name) {
        var one = EditDigest(member.name)
        one.add(member.value.digest.value)
        sum = sum &+ one.value
      }
      digest.add("mapping")
      digest.add(sum)
    }
    return digest
  }
}
