import JSONText
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

/// The world that the tests share: two users, one policy, one configuration.
let world: JSON = [
  "tenants": ["contoso": JSON.null],
  "apps": [
    "mail": ["bundleId": "com.contoso.mail", "device": "phone"],
    "docs": ["bundleId": "com.contoso.docs"],
  ],
  "users": [
    "ana": ["upn": "Ana@contoso.com", "tenant": "contoso", "objectId": "o-ana"],
    "ben": ["upn": "ben@contoso.com", "tenant": "contoso"],
    "eve": ["upn": "eve@contoso.com", "tenant": "contoso", "licensed": false],
  ],
  "groups": ["staff": ["ana", "eve"]],
  "policies": [
    "baseline": ["assign": ["staff"], "apps": ["mail"], "settings": ["pinRequired": true]]
  ],
  "configurations": [
    "mailconfig": ["assign": ["staff"], "apps": ["mail"], "settings": ["greeting": "hello"]]
  ],
]

/// The instant that lies so many milliseconds after the default epoch.
func at(_ milliseconds: Int) -> VirtualInstant {
  .defaultEpoch + VirtualDuration(milliseconds: milliseconds)
}

/// A core with the shared world.
func seededCore() throws -> ServiceCore {
  let core = ServiceCore()
  try core.directory.seed(world.object!, at(0))
  core.state.commit()
  return core
}

extension ServiceCore {
  /// Signs a user in with the password.
  func signIn(_ user: String, now: VirtualInstant = at(0)) -> ServiceResponse {
    handle(.signIn(user), now: now)
  }

  /// An access token of a user.
  func accessToken(_ user: String, now: VirtualInstant = at(0)) -> String {
    signIn(user, now: now).body["access_token"]?.string ?? "none"
  }

  /// Enrolls a user's app and returns the enrollment's ID.
  func enrolled(_ user: String, device: String = "phone") -> String {
    let token = accessToken(user)
    return handle(.enroll(user, bearer: token, device: device), now: at(0))
      .body["enrollmentId"]?.string ?? "none"
  }
}

extension ServiceRequest {
  static func signIn(_ user: String) -> ServiceRequest {
    ServiceRequest(
      .token, tenant: "common",
      body: [
        "grant_type": "password", "client_id": "app", "scope": "mam", "username": .string(user),
        "password": "secret",
      ])
  }

  static func refresh(_ token: String) -> ServiceRequest {
    ServiceRequest(
      .token, tenant: "contoso",
      body: [
        "grant_type": "refresh_token", "client_id": "app", "scope": "mam",
        "refresh_token": .string(token),
      ])
  }

  static func enroll(
    _ user: String, bearer: String?, bundleId: String = "com.contoso.mail",
    device: String = "phone", edition: String = "2020-06"
  ) -> ServiceRequest {
    ServiceRequest(
      .enroll, bearer: bearer,
      body: [
        "identity": .string(user), "bundleId": .string(bundleId), "deviceTag": .string(device),
        "appVersion": "1.0", "sdkVersion": "12.6.1", "edition": .string(edition),
      ])
  }

  static func checkIn(_ id: String, bearer: String?, version: String? = nil) -> ServiceRequest {
    ServiceRequest(
      .checkin, bearer: bearer,
      body: [
        "enrollmentId": .string(id), "policyVersion": version.map(JSON.string) ?? .null,
      ])
  }

  static func unenroll(
    _ id: String, bearer: String?, wipeId: String? = nil, reason: String = "deregister"
  ) -> ServiceRequest {
    ServiceRequest(
      .unenroll, bearer: bearer,
      body: [
        "enrollmentId": .string(id), "wipeId": wipeId.map(JSON.string) ?? .null,
        "reason": .string(reason),
      ])
  }
}
