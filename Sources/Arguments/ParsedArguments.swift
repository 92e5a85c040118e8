internal import ExactText

/// The words of a command line after the command, taken apart.
package struct ParsedArguments: Sendable {
  /// The values of each option that was given, in order; an empty text for a flag.
  var values: [ExactString: [String]] = [:]
  /// The words that are not options.
  package var operands: [String] = []
  /// The words after `--`; nil without it.
  package var rest: [String]?
  /// The names of the options that were given, in order.
  package var given: [String] = []

  /// The arguments without the words that are not options.
  package var withoutOperands: ParsedArguments {
    var arguments = self
    arguments.operands = []
    return arguments
  }

  /// True if the flag or option was given.
  package func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The value of an option, if it was given; the last one if it may be given several times.
  package func value(_ option: Option) -> String? { values[option.name]?.last }

  /// The value of an option that takes a whole number; its form has been checked.
  package func integer(_ option: Option) -> Int? { value(option).flatMap { Int($0) } }

  /// The words of an option that takes a list, from every time it was given; nil if it was not.
  package func list(_ option: Option) -> [String]? {
    values[option.name]?.flatMap { $0.split(separator: ",").map(String.init) }
  }

  /// Every value of an option, as it was given.
  package func all(_ option: Option) -> [String] { values[option.name] ?? [] }

  /// These arguments, and instead of an option that others give too, theirs; operands and what stands after `--` are these.
  package func overridden(by others: ParsedArguments) -> ParsedArguments {
    var merged = self
    merged.values.merge(others.values) { $1 }
    merged.given += others.given
    return merged
  }
}
