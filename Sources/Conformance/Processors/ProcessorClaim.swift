internal import CProcess
internal import ExactText
internal import Glibc

/// The right to bind to one processor, which only one worker of the machine has at a time.
///
/// It is an abstract socket address, so it needs no file, serves every user alike, and is given back by
/// the kernel however its holder ends. It is advisory: whoever does not ask is not kept away, which
/// ``ProcessorSample`` notices. Containers with a network of their own do not see each other's claims.
final class ProcessorClaim {
  /// The processor's number.
  let processor: Int
  private let descriptor: Int32

  /// Takes the claim of a processor; nil if somebody has it, or if there can be no claims here.
  ///
  /// - Parameter scope: what the names of claims begin with; only the same scope is exclusive.
  init?(_ processor: Int, scope: String = "mamconform") {
    let descriptor = mam_claim_name("\(scope)-processor-\(processor)")
    guard descriptor >= 0 else { return nil }
    self.processor = processor
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }
}
