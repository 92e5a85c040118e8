internal import ExactText

/// Files and whose they are.
public struct FileBehaviour: BehaviourArea {
  /// The contract of the latest edition.
  public init() {}
}
