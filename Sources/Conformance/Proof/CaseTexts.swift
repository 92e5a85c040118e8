internal import CaseModel
internal import Contract
internal import ExactText

/// Writes everything that decides how a case runs and is judged, without the places in its file.
///
/// Writing takes long, and cases have most of their worlds and steps in common with others, so that each of these is
/// written once.
struct CaseTexts {
  /// The steps with their texts, by their digests.
  private var steps: [UInt64: [(step: Step, text: String)]] = [:]
  /// The worlds that came last, and their texts.
  private var worlds: [(world: World, text: String)] = []
  /// The profiles and their texts.
  private var profiles: [(profile: Profile, text: String)] = []

  /// The text of a case.
  mutating func content(_ item: ConformanceCase) -> String {
    var rest = item
    rest.location = SourceLocation(file: "")
    rest.standing = nil
    rest.steps = []
    rest.world = World()
    rest.usualWorld = nil
    rest.profile = .standard
    var content = String(reflecting: rest)
    content += "\n\(text(item.profile))\n\(text(item.world))\n"
    if let world = item.usualWorld { content += text(world) }
    for step in item.steps { content += "\n\(text(step))" }
    return content
  }

  private mutating func text(_ step: Step) -> String {
    var step = step
    step.location = SourceLocation(file: "")
    step.check?.location = SourceLocation(file: "")
    let digest = step.digests?.whole.value ?? 0
    if let known = steps[digest]?.first(where: { $0.step == step }) { return known.text }
    let text = String(reflecting: step)
    steps[digest, default: []].append((step, text))
    return text
  }

  private mutating func text(_ world: World) -> String {
    if let known = worlds.last(where: { $0.world == world }) { return known.text }
    let text = String(reflecting: world)
    if worlds.count == 16 { worlds.removeFirst() }
    worlds.append((world, text))
    return text
  }

  private mutating func text(_ profile: Profile) -> String {
    if let known = profiles.first(where: { $0.profile == profile }) { return known.text }
    let text = String(reflecting: profile)
    profiles.append((profile, text))
    return text
  }
}
