internal import ExactText
import JSONText
import MAMDirectory
import MAMModel

extension GraphResources {
  /// Reports on the tenant's apps and policies, each a `managedAppStatusRaw` with counts.
  func statusSet(_ call: GraphCall) -> ResourceSet {
    ResourceSet(.managedAppStatus, "deviceAppManagement/managedAppStatuses") {
      [
        status(0, "appregistrationsummary", "App registration summary", registrationCounts(call)),
        status(1, "userstatus", "User status", userCounts(call)),
        status(2, "policystatus", "Policy status", policyCounts(call)),
      ]
    }
  }

  /// What stands between a user and MAM, as `managedAppDiagnosticStatus` values.
  func diagnostics(of key: String, _ user: User) -> [JSON] {
    let registrations = state.enrollments.filter { $0.user == key }
    let isTargeted = state.policies.rows.contains {
      $0.kind == .protection
        && $0.targeting.includes(user: user, key: key, tenant: $0.tenant, groups: state.groups)
    }
    let hasService = state.tenants[user.tenant].map { $0.isEnabled && !$0.isMigrating } ?? false
    func status(_ name: String, _ isPassed: Bool, _ instruction: String) -> JSON {
      [
        "validationName": .string(name), "state": isPassed ? "Passed" : "Failed",
        "mitigationInstruction": isPassed ? .null : .string(instruction),
      ]
    }
    return [
      status("Tenant", hasService, "Enable mobile application management for the tenant."),
      status("Licence", user.isLicensed, "Assign a licence that includes Intune to the user."),
      status("Policy", isTargeted, "Assign an app protection policy to a group of the user."),
      status("Registration", !registrations.isEmpty, "Sign in to a managed app as the user."),
      status(
        "Check-in", registrations.contains(where: \.hasCheckedIn),
        "Let the app check in with the service."),
    ]
  }

  private func status(
    _ index: Int, _ id: String, _ name: String, _ content: JSONObject
  ) -> Resource {
    Resource(
      .managedAppStatusRaw, key: id, sequence: index,
      [
        "id": .string(id), "displayName": .string(name), "version": .null,
        "content": .object(content),
      ])
  }

  private func registrations(_ call: GraphCall) -> [Enrollment] {
    state.enrollments.filter { call.sees(state.users[$0.user]?.tenant ?? "") }
  }

  private func registrationCounts(_ call: GraphCall) -> JSONObject {
    let rows = registrations(call)
    return [
      "registrations": .int(rows.count), "users": .int(rows.map(\.user).distinct.count),
      "devices": .int(rows.map(\.deviceTag).distinct.count),
      "flaggedUsers": .int(flaggedUsers(call).count),
      "checkedIn": .int(rows.count(where: \.hasCheckedIn)),
    ]
  }

  private func userCounts(_ call: GraphCall) -> JSONObject {
    let users = state.users.filter { call.sees($0.tenant) && !$0.isDeleted }
    return [
      "users": .int(users.count), "licensed": .int(users.count(where: \.isLicensed)),
      "withRegistrations": .int(registrations(call).map(\.user).distinct.count),
    ]
  }

  private func policyCounts(_ call: GraphCall) -> JSONObject {
    let policies = state.policies.filter { call.sees($0.tenant) }
    return [
      "protections": .int(policies.count { $0.kind == .protection }),
      "configurations": .int(policies.count { $0.kind == .configuration }),
      "assigned": .int(policies.count(where: \.targeting.isAssigned)),
    ]
  }
}
