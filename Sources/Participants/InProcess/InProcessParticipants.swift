public import ExactText

/// The service and the apps as objects of this process.
public final class InProcessParticipants: ParticipantSet {
  private let link: InProcessServiceLink
  private let defects: [String]
  private let readings: [String]

  /// The participants of one worker; the service is not started yet.
  ///
  /// - Parameters:
  ///   - service: the service in this process.
  ///   - defects: the names of defects of the reference SDK.
  ///   - readings: the names of readings of the reference SDK.
  public init(service: InProcessServiceLink, defects: [String], readings: [String]) {
    link = service
    self.defects = defects
    self.readings = readings
  }

  public var service: any ServiceLink { link }

  public func beginCase() -> any ParticipantFactory {
    InProcessApps(service: link, defects: defects, readings: readings)
  }

  public func traceDefects() { link.traceDefects() }
  public var tracedDefects: Set<ExactString> { link.tracedDefects }
}
