import Arguments
import CaseModel
import Conformance
import Contract
internal import ExactText
import JSONText

/// `mamconform list`: the names of cases.
enum ListCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    let (suites, chosen) = try Suites.forRun(arguments)
    let cases = try ShardPlan(arguments, chosen)?.cases ?? chosen
    if arguments.value(.format) == "json" {
      try Output.write(JSON.array(cases.map { .object(description($0)) }).prettyText)
    } else {
      try Output.write(cases.map { "\($0.name)\n" }.joined())
    }
    let checks = cases.reduce(0) { $0 + $1.checks.count }
    let suiteCount = cases.map(\.suite).distinct.count
    Output.complain("cases: \(cases.count), checks: \(checks), suites: \(suiteCount)\n")
    return suites.errorCount == 0 ? ExitCode.conforms : ExitCode.usage
  }

  private static func description(_ item: ConformanceCase) -> JSONObject {
    [
      "name": .string(item.name), "suite": .string(item.suite), "id": .string(item.id),
      "title": .string(item.title), "area": .string(item.area),
      "edition": .string(item.edition.rawValue),
      "parameters": .object(JSONObject(item.parameters.map { ($0.axis, .string($0.value)) })),
      "file": .string(item.location.file), "line": .int(item.location.line),
      "checks": .array(item.checks.map { .string($0.id) }),
      "requirements": .array(
        item.checks.flatMap(\.requirements).distinct.sortedTexts.map(JSON.string)),
    ]
  }
}
