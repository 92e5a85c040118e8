import Contract
internal import ExactText
import JSONText
internal import ServiceProtocol

/// What the response of the service to a request means; the service protocol has the table.
enum ServiceAnswer {
  /// Status 200 with a JSON object.
  case success(JSONObject)
  /// Anything else: the status to report, and the service's words.
  case failure(StatusCode, String?)

  /// - Parameter unnamed: the status for what no requirement names one for; nil for the service protocol's.
  init(_ outcome: HTTPOutcome, of endpoint: Endpoint, unnamed: StatusCode? = nil) {
    switch outcome {
    case .unreachable:
      self = .failure(ServiceAnswer.hostFailure(endpoint), "no connection to the host")
    case .truncated: self = .failure(.parsingFailure, "the response ended too early")
    case .response(let status, let body):
      self.init(status, (try? JSON(parsing: body[...]))?.object, endpoint, unnamed)
    case .answer(let status, let body): self.init(status, body.object, endpoint, unnamed)
    }
  }

  /// - Parameter object: the body; nil if it is not JSON object.
  private init(
    _ status: Int, _ object: JSONObject?, _ endpoint: Endpoint, _ unnamed: StatusCode?
  ) {
    let hostFailure = ServiceAnswer.hostFailure(endpoint)
    switch status {
    case 200:
      self = object.map(ServiceAnswer.success) ?? .failure(.parsingFailure, "not a JSON object")
    case 429: self = .failure(unnamed ?? hostFailure, "HTTP status \(status)")
    case 500...599: self = .failure(hostFailure, "HTTP status \(status)")
    default:
      let error = object?["error"]
      let code = error?.string ?? error?["code"]?.string
      let message = error?["message"]?.string ?? object?["error_description"]?.string
      self = .failure(
        ServiceAnswer.meaning(status, code, endpoint, unnamed),
        message ?? code ?? "HTTP status \(status)")
    }
  }

  /// The status for a host that cannot be reached or has failed.
  private static func hostFailure(_ endpoint: Endpoint) -> StatusCode {
    switch endpoint {
    case .locate: .locationServiceFailure
    case .token: .adalInternalError
    case .checkin: .policyEndPointNetworkFailure
    default: .enrollmentEndPointNetworkFailure
    }
  }

  private static func meaning(
    _ status: Int, _ code: String?, _ endpoint: Endpoint, _ unnamed: StatusCode?
  ) -> StatusCode {
    switch (status, code) {
    case (403, "TenantNotEnabled"), (404, "UserNotFound"):
      unnamed ?? (status == 403 ? .accountNotLicensed : .locationServiceFailure)
    case (400, "invalid_grant"), (400, "interaction_required"), (401, _): .authRequired
    case (403, "AccountNotLicensed"): .accountNotLicensed
    case (403, "LicensedNotTargeted"): .licensedNotTargeted
    case (403, "TenantMigration"): .tenantMigration
    case (404, "NotEnrolled") where endpoint == .unenroll: .unenrollmentSuccess
    case (404, "NotEnrolled") where endpoint == .checkin: .policyRecordGone
    case (410, _): .policyRecordGone
    default: .internalError
    }
  }
}

extension Edition {
  /// The SDK release that the edition describes.
  var release: String {
    switch self {
    case .e2016_09: "6.0.5"
    case .e2016_12: "6.0.13"
    case .e2017_11: "7.1.14"
    case .e2020_01: "12.0.18"
    case .e2020_06: "12.6.1"
    }
  }
}
