package import Contract
package import ExactText

/// The service and the apps as objects of this process.
package final class InProcessParticipants: ParticipantSet {
  private let link: InProcessServiceLink
  private let defects: [String]
  private let readings: [String]
  private let profile: Profile

  /// The participants of one worker; the service is not started yet.
  ///
  /// - Parameters:
  ///   - service: the service in this process.
  ///   - defects: the names of defects of the reference SDK.
  ///   - readings: the names of readings of the reference SDK.
  ///   - profile: the numbers that it keeps.
  package init(
    service: InProcessServiceLink, defects: [String], readings: [String],
    profile: Profile = .standard
  ) {
    link = service
    self.profile = profile
    self.defects = defects
    self.readings = readings
  }

  package var service: any ServiceLink { link }

  package func beginCase() -> any ParticipantFactory {
    InProcessApps(service: link, defects: defects, readings: readings, profile: profile)
  }

  package func traceDefects(_ trace: DefectTrace) { link.traceDefects(trace) }
  package var tracedDefects: Set<ExactString> { link.tracedDefects }
}
