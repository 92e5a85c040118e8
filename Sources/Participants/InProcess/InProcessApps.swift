package import Contract
internal import ExactText
internal import SimulatedApp
internal import SystemFiles

/// Hosts apps as objects of this process, which share a disk in memory.
package final class InProcessApps: ParticipantFactory {
  private let service: InProcessServiceLink
  private let defects: [String]
  private let readings: [String]
  private let profile: Profile
  private let disk = InProcessDisk()

  /// The apps of one case.
  ///
  /// - Parameters:
  ///   - service: the service in this process that they talk to.
  ///   - defects: the names of defects of the reference SDK; empty for none.
  ///   - readings: the names of readings of the reference SDK.
  ///   - profile: the numbers that it keeps.
  package init(
    service: InProcessServiceLink, defects: [String], readings: [String],
    profile: Profile = .standard
  ) {
    self.profile = profile
    self.service = service
    self.defects = defects
    self.readings = readings
  }

  package func start(
    name: String, instance: String, budget: CaseBudget
  ) throws(ParticipantFailure) -> any AppParticipant {
    try InProcessApp(
      name: name, instance: instance, defects: defects, readings: readings, profile: profile,
      disk: disk, service: service, budget: budget)
  }

  /// An object hosts one app only, so its failure is always that of its own case.
  package func replacement(
    of participant: any AppParticipant, after failure: ParticipantFailure, budget: CaseBudget
  ) -> (any AppParticipant)? { nil }

  package func canKeep(_ participant: any AppParticipant) -> Bool { false }

  package func keep(_ participant: any AppParticipant) {}

  package func remove(sharedFolder: String) {
    FolderRemoval.remove(sharedFolder)
    disk.memory.forget(sharedFolder)
  }

  package func saved(in dataFolder: String) -> SavedState? {
    SavedState(values: items("sdk", dataFolder), owners: items("owner", dataFolder))
  }

  package func saved(onDevice sharedFolder: String) -> SavedOnDevice? {
    SavedOnDevice(
      keychain: items("keychain", sharedFolder), owners: items("owner", sharedFolder))
  }

  private func items(_ table: String, _ folder: String) -> [SavedItem] {
    disk.memory.rows(of: table, in: folder).map { SavedItem($0) }
  }

  /// An object runs in its activations only.
  package func expectStillness(of participants: [any AppParticipant], _ service: any ServiceLink) {}
}
