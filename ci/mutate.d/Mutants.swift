// Copied by ci/mutate into each of the targets that it changes; nothing of it is in the real ones.

/// True unless that mutant is in force.
@inline(__always)
func alive(_ number: Int) -> Bool {
  reachedMutants[number] = 1
  return chosenMutant != number
}

/// The changed value if that mutant is in force, else the original one.
@inline(__always)
func pick<Value>(
  _ number: Int, _ changed: @autoclosure () -> Value, _ original: @autoclosure () -> Value
) -> Value {
  alive(number) ? original() : changed()
}

/// That value if the mutant is in force, else the condition, of which it makes a difference only where it has the other value.
///
/// The condition is looked at either way: what it does by the way is done, so that nothing else differs.
@inline(__always)
func fixed(_ number: Int, _ changed: Bool, _ original: @autoclosure () -> Bool) -> Bool {
  let value = original()
  if value != changed { reachedMutants[number] = 1 }
  return chosenMutant == number ? changed : value
}

/// The changed condition if that mutant is in force, else the original one.
@inline(__always)
func pickTruth(
  _ number: Int, _ changed: @autoclosure () -> Bool, _ original: @autoclosure () -> Bool
) -> Bool {
  alive(number) ? original() : changed()
}
