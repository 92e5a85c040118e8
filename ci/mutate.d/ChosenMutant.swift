// Copied by ci/mutate into the reference SDK that it changes; nothing of it is in the real one.

/// The number of the mutant that is in force; 0 for none.
public nonisolated(unsafe) var chosenMutant = 0

/// Which mutants could have made a difference since ``forgetReachedMutants()``, by their numbers: those whose place was come
/// to, and where that can be told, with another value than the changed one.
public nonisolated(unsafe) let reachedMutants = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 100_000)

/// Forgets which places were come to.
public func forgetReachedMutants() { reachedMutants.update(repeating: 0) }
