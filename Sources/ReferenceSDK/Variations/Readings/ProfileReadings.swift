internal import ExactText

/// What only a service outside of the contract asks of an SDK.
enum ProfileReadings {
  static let all: [Reading] = [
    Reading(
      "check-ins-at-the-services-interval",
      "checks in at the interval that the service sends, if it sends one", ["OQ-19"],
      .set(\.checkIn.followsService, true))
  ]
}
