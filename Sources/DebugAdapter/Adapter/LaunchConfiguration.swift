package import CaseModel
package import Conformance
package import Contract
internal import ExactText
package import JSONText
internal import Wording

/// What a client's `launch` asks for; `suites/schemas/debug-configuration.schema.json` describes it.
package struct LaunchConfiguration: Equatable, Sendable {
  /// The case: its name, or a pattern that only one matches; nil for the only case of ``file``.
  package var caseName: String?
  /// A file of cases of one's own.
  package var file: String?
  /// The suites folder; nil for the one that the program finds.
  package var suites: String?
  /// The edition; nil for the latest that matches.
  package var edition: String?
  /// The adapter's command; nil for the reference SDK in process.
  package var adapter: [String]?
  /// What `mamconform debug` takes besides for an SDK on a device, such as `--launch-command` and its value.
  package var adapterOptions: [String]
  /// Defects of the reference SDK.
  package var defects: [String]
  /// True to stop before the first step.
  package var stopsOnEntry: Bool
  /// True to begin at the first check that fails.
  package var stopsAtFailure: Bool
  /// True to stand still at the end of the case instead of ending the session, so that one can go back from there.
  package var stopsAtEnd: Bool

  /// Members that are none of ours, and no known ones of a client either: they are ignored, which is to be said.
  package var unknownMembers: [String]

  /// The members that a configuration may have.
  private static let members = [
    "case", "file", "suites", "edition", "sut", "sutOptions", "defects", "stopOnEntry",
    "stopAtFailure", "stopAtEnd",
  ]

  /// Members that editors write or take themselves; those that begin with `__`, `dap-` or `debugServer` are others.
  private static let membersOfClients = [
    "name", "type", "request", "noDebug", "preLaunchTask", "postDebugTask", "presentation",
    "internalConsoleOptions", "serverReadyAction", "suppressMultipleSessionWarning", "console",
    "cwd", "port", "host", "hostName", "debugPort", "mode", "command", "modes", "ensure", "fn",
  ]

  /// The members that nobody knows.
  ///
  /// - Throws: if one is nearly a known one: without what was meant, another SDK than the one named would be debugged.
  private static func unknownMembers(_ arguments: JSONObject) throws(RequestError) -> [String] {
    var unknown: [String] = []
    for member in arguments.members.map(\.name) {
      let isOfClient =
        membersOfClients.contains(member)
        || ["__", "dap-", "debugServer"].contains(where: member.hasPrefix)
      guard !members.contains(member), !isOfClient else { continue }
      if let near = Spelling.nearest(to: member, among: members) {
        throw RequestError(
          "the launch configuration has the unknown member '\(member)'; did you mean '\(near)'?")
      }
      unknown.append(member)
    }
    return unknown
  }

  /// Reads the arguments of `launch`; members of the client's own are left alone.
  ///
  /// - Throws: what is wrong with one of them, or that its name is nearly a known one.
  package init(_ arguments: JSONObject) throws(RequestError) {
    unknownMembers = try LaunchConfiguration.unknownMembers(arguments)
    func text(_ name: String) throws(RequestError) -> String? {
      guard let value = arguments[name], !value.isNull else { return nil }
      guard let text = value.string else {
        throw RequestError("\(name) of the launch configuration must be a string")
      }
      return text
    }
    func texts(_ name: String) throws(RequestError) -> [String]? {
      guard let value = arguments[name], !value.isNull else { return nil }
      if let text = value.string { return [text] }
      guard let list = value.array, list.allSatisfy({ $0.string != nil }) else {
        throw RequestError("\(name) of the launch configuration must be a list of strings")
      }
      return list.compactMap(\.string)
    }
    func flag(_ name: String, _ usual: Bool) throws(RequestError) -> Bool {
      guard let value = arguments[name], !value.isNull else { return usual }
      guard let flag = value.bool else {
        throw RequestError("\(name) of the launch configuration must be true or false")
      }
      return flag
    }
    caseName = try text("case")
    file = try text("file")
    suites = try text("suites")
    edition = try text("edition")
    adapter = try texts("sut")
    adapterOptions = try texts("sutOptions") ?? []
    defects = try texts("defects") ?? []
    stopsOnEntry = try flag("stopOnEntry", true)
    stopsAtFailure = try flag("stopAtFailure", false)
    stopsAtEnd = try flag("stopAtEnd", true)
    guard caseName != nil || file != nil else {
      throw RequestError("the launch configuration names no case; give it as \"case\" or \"file\"")
    }
    if adapter?.isEmpty == true { throw RequestError("sut of the launch configuration is empty") }
  }
}

/// A case that is to be debugged, and how to run it.
package struct DebugTarget {
  /// The case.
  package var conformanceCase: ConformanceCase
  /// How it is run.
  package var options: RunOptions
  /// The contract, for patterns.
  package var contract: Contract

  /// A case with its options.
  package init(_ conformanceCase: ConformanceCase, options: RunOptions, contract: Contract) {
    self.conformanceCase = conformanceCase
    self.options = options
    self.contract = contract
  }
}

/// Finds the case of a configuration.
package typealias TargetFinder = (LaunchConfiguration) throws(RequestError) -> DebugTarget
