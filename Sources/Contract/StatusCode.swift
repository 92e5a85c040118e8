internal import ExactText

/// `IntuneMAMEnrollmentStatusCode`: the result that every status callback carries (STA-014 to STA-044).
package enum StatusCode: Int, Sendable, Hashable, CaseIterable {
  case newPoliciesReceived = 100
  case policiesHaveNotChanged = 101
  case wipeReceived = 102
  case noPolicyReceived = 103
  case unenrollmentSuccess = 104
  case accountNotLicensed = 200
  case internalError = 201
  case mamServiceDisabled = 202
  case authRequired = 203
  case locationServiceFailure = 204
  case enrollmentEndPointNetworkFailure = 205
  case parsingFailure = 206
  case nilAccount = 207
  case alreadyEnrolled = 208
  case notEmmAccount = 209
  case mdmEnrolledDifferentUser = 210
  case notDeviceAccount = 211
  case policyEndPointNetworkFailure = 212
  case appNotEnrolled = 213
  case notEnrolledAccount = 214
  case failedToClearMamData = 215
  case timeout = 216
  case adalInternalError = 217
  case switchExistingAccount = 218
  case loginCanceled = 219
  case policyRecordGone = 220
  case reEnrollForUnenrolledUser = 221
  case tenantMigration = 222
  case unsupportedAPI = 223
  case adalMethodUnsupported = 224
  case licensedNotTargeted = 225

  /// True exactly for the 1xx codes (STA-010).
  package var didSucceed: Bool { rawValue < 200 }

  /// The first edition whose release declares the code.
  package var firstEdition: Edition {
    switch self {
    case .policyRecordGone, .reEnrollForUnenrolledUser: .e2016_12
    case .tenantMigration, .unsupportedAPI, .adalMethodUnsupported, .licensedNotTargeted: .e2020_01
    default: .e2016_09
    }
  }

  /// The code itself if the edition declares it, else the nearest one that it does declare.
  ///
  /// The older editions know the situations but have no code of their own for them.
  package func code(in edition: Edition) -> StatusCode {
    if edition >= firstEdition { return self }
    return switch self {
    case .policyRecordGone: .appNotEnrolled
    case .reEnrollForUnenrolledUser: .notEnrolledAccount
    case .tenantMigration, .licensedNotTargeted: .accountNotLicensed
    case .unsupportedAPI: .internalError
    case .adalMethodUnsupported: .adalInternalError
    default: self
    }
  }

  /// The code's name without the vendor's prefix, such as `NewPoliciesReceived`.
  package var name: String {
    switch self {
    case .newPoliciesReceived: "NewPoliciesReceived"
    case .policiesHaveNotChanged: "PoliciesHaveNotChanged"
    case .wipeReceived: "WipeReceived"
    case .noPolicyReceived: "NoPolicyReceived"
    case .unenrollmentSuccess: "UnenrollmentSuccess"
    case .accountNotLicensed: "AccountNotLicensed"
    case .internalError: "InternalError"
    case .mamServiceDisabled: "MamServiceDisabled"
    case .authRequired: "AuthRequired"
    case .locationServiceFailure: "LocationServiceFailure"
    case .enrollmentEndPointNetworkFailure: "EnrollmentEndPointNetworkFailure"
    case .parsingFailure: "ParsingFailure"
    case .nilAccount: "NilAccount"
    case .alreadyEnrolled: "AlreadyEnrolled"
    case .notEmmAccount: "NotEmmAccount"
    case .mdmEnrolledDifferentUser: "MdmEnrolledDifferentUser"
    case .notDeviceAccount: "NotDeviceAccount"
    case .policyEndPointNetworkFailure: "PolicyEndPointNetworkFailure"
    case .appNotEnrolled: "AppNotEnrolled"
    case .notEnrolledAccount: "NotEnrolledAccount"
    case .failedToClearMamData: "FailedToClearMamData"
    case .timeout: "Timeout"
    case .adalInternalError: "ADALInternalError"
    case .switchExistingAccount: "SwitchExistingAccount"
    case .loginCanceled: "LoginCanceled"
    case .policyRecordGone: "PolicyRecordGone"
    case .reEnrollForUnenrolledUser: "ReEnrollForUnenrolledUser"
    case .tenantMigration: "TenantMigration"
    case .unsupportedAPI: "UnsupportedAPI"
    case .adalMethodUnsupported: "ADALMethodUnsupported"
    case .licensedNotTargeted: "LicensedNotTargeted"
    }
  }

  /// What the code means, in words: the status object's `errorString` (STA-008).
  package var text: String {
    switch self {
    case .newPoliciesReceived: "new policies were received"
    case .policiesHaveNotChanged: "the policies are the same as before"
    case .wipeReceived: "a selective wipe was commanded"
    case .noPolicyReceived: "no policy targets the user"
    case .unenrollmentSuccess: "the user was unenrolled and the account deregistered"
    case .accountNotLicensed: "the user has no licence for app management"
    case .internalError: "an internal error occurred"
    case .mamServiceDisabled: "the app has switched the service off"
    case .authRequired: "the user has to sign in"
    case .locationServiceFailure: "the location service could not be reached"
    case .enrollmentEndPointNetworkFailure: "the enrollment service could not be reached"
    case .parsingFailure: "the response of the service could not be understood"
    case .nilAccount: "no identity was given"
    case .alreadyEnrolled: "the app is already enrolled"
    case .notEmmAccount: "device management dictates another account"
    case .mdmEnrolledDifferentUser: "the device is managed for another user"
    case .notDeviceAccount: "the identity is not the account of the device"
    case .policyEndPointNetworkFailure: "the policy service could not be reached"
    case .appNotEnrolled: "the app is not enrolled"
    case .notEnrolledAccount: "the account is not the enrolled one"
    case .failedToClearMamData: "the data of the account could not be cleared"
    case .timeout: "the operation took too long"
    case .adalInternalError: "the authentication library reported an error"
    case .switchExistingAccount: "the enrolled account has to be removed first"
    case .loginCanceled: "the user cancelled the sign-in"
    case .policyRecordGone: "the service no longer has the enrollment"
    case .reEnrollForUnenrolledUser: "the user to enroll anew is no longer enrolled"
    case .tenantMigration: "the tenant is being moved"
    case .unsupportedAPI: "an app extension may not use this API"
    case .adalMethodUnsupported: "the authentication library is too old"
    case .licensedNotTargeted: "the user is licensed but no policy targets the user"
    }
  }
}
