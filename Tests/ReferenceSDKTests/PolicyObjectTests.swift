import Contract
import JSONText
import Testing

@testable import ReferenceSDK

@Suite("Policy objects")
struct PolicyObjectTests {
  static func policy(_ settings: JSONObject?, _ edition: Edition = .e2020_06) -> PolicyObject {
    PolicyObject(
      account: ana, settings: settings, behaviour: TracedBehaviour(Behaviour(edition: edition)))
  }

  @Test
  func `without policy nothing is restricted`() {
    let free = Self.policy(nil)
    #expect(
      free.json == [
        "managed": false, "isPINRequired": false, "isManagedBrowserRequired": false,
        "isContactSyncAllowed": true, "isSpotlightIndexingAllowed": true,
        "isAppSharingAllowed": true, "areSiriIntentsAllowed": true,
        "shouldFileProviderEncryptFiles": false, "notificationPolicy": 0,
        "isFileEncryptionRequired": false,
      ])
    #expect(SaveLocation.allCases.allSatisfy { free.isSaveToAllowed(for: $0, account: nil) })
    #expect(OpenLocation.allCases.allSatisfy { free.isOpenFromAllowed(for: $0, account: nil) })
    #expect(DocumentPickerMode.allCases.allSatisfy(free.isDocumentPickerAllowed))
    #expect(free.isURLAllowed("other-app:x") && free.isUniversalLinkAllowed("https://x.example"))
  }

  @Test(arguments: [false, true])
  func `a place without an account counts as the user's only where one user works`(
    isMultiIdentity: Bool
  ) {
    var behaviour = Behaviour(edition: .e2020_06)
    behaviour.locations.account = .enrolledOrNone
    let policy = PolicyObject(
      account: ana,
      settings: [
        "allowedOutboundDataTransferDestinations": "managedApps", "saveAsBlocked": true,
        "allowedDataStorageLocations": ["box"],
      ], isMultiIdentity: isMultiIdentity, behaviour: TracedBehaviour(behaviour))
    #expect(policy.isSaveToAllowed(for: .box, account: nil) == !isMultiIdentity)
    #expect(policy.isSaveToAllowed(for: .box, account: ana))
  }

  @Test
  func `every Graph property reaches the query that reports it`() {
    let strict = Self.policy([
      "pinRequired": true, "managedBrowserToOpenLinksRequired": true, "contactSyncBlocked": true,
      "allowedOutboundDataTransferDestinations": "none",
      "allowedInboundDataTransferSources": "none", "appDataEncryptionType": "whenDeviceLocked",
      "notificationRestriction": "blockOrganizationalData",
    ])
    #expect(
      strict.json == [
        "managed": true, "isPINRequired": true, "isManagedBrowserRequired": true,
        "isContactSyncAllowed": false, "isSpotlightIndexingAllowed": false,
        "isAppSharingAllowed": false, "areSiriIntentsAllowed": false,
        "shouldFileProviderEncryptFiles": true, "notificationPolicy": 1,
        "isFileEncryptionRequired": true,
      ])
    #expect(!DocumentPickerMode.allCases.contains(where: strict.isDocumentPickerAllowed))
    #expect(
      !strict.isURLAllowed("other-app:x") && !strict.isUniversalLinkAllowed("https://x.example"))
    #expect(strict.isURLAllowed("HTTPS://x.example"))
    #expect(!SaveLocation.allCases.contains { strict.isSaveToAllowed(for: $0, account: ana) })
  }

  @Test(arguments: zip(Edition.allCases, [6, 6, 6, 9, 10]))
  func `an edition knows the properties of its release`(edition: Edition, count: Int) {
    #expect(Self.policy(nil, edition).json.object?.members.count == count)
  }

  @Test
  func `managed apps and exempt protocols are reached where data may go to managed apps only`() {
    let policy = Self.policy([
      "allowedOutboundDataTransferDestinations": "managedApps",
      "exemptedAppProtocols": [["name": "Calls", "value": "Skype;tel"]],
    ])
    #expect(
      policy.isURLAllowed("skype:ana") && policy.isURLAllowed("TEL:1")
        && policy.isURLAllowed("contoso-intunemam://x"))
    #expect(!policy.isURLAllowed("contoso://x"))
  }

  @Test
  func `save-as is limited to the listed locations of the managed account`() {
    let policy = Self.policy([
      "allowedOutboundDataTransferDestinations": "managedApps", "saveAsBlocked": true,
      "allowedDataStorageLocations": ["oneDriveForBusiness", "localStorage"],
    ])
    #expect(policy.isSaveToAllowed(for: .oneDriveForBusiness, account: "ANA@contoso.com"))
    #expect(!policy.isSaveToAllowed(for: .oneDriveForBusiness, account: pat))
    #expect(!policy.isSaveToAllowed(for: .oneDriveForBusiness, account: nil))
    #expect(!policy.isSaveToAllowed(for: .sharePoint, account: ana))
    #expect(policy.isSaveToAllowed(for: .localDrive, account: pat))
    #expect(policy.isSaveToAllowed(for: .accountDocument, account: ana))
    #expect(!policy.isSaveToAllowed(for: .other, account: ana))
    #expect(policy.saveToLocations(account: ana)["Other"] == false)
    #expect(policy.saveToLocations(account: ana).object?.members.count == 9)
  }

  @Test
  func `opening is limited likewise`() {
    let policy = Self.policy([
      "allowedInboundDataTransferSources": "managedApps",
      "blockDataIngestionIntoOrganizationDocuments": true,
      "allowedDataIngestionLocations": ["sharePoint", "camera"],
    ])
    #expect(policy.isOpenFromAllowed(for: .sharePoint, account: ana))
    #expect(!policy.isOpenFromAllowed(for: .sharePoint, account: pat))
    #expect(policy.isOpenFromAllowed(for: .camera, account: nil))
    #expect(!policy.isOpenFromAllowed(for: .localStorage, account: nil))
    #expect(policy.openFromLocations(account: ana)["AccountDocument"] == true)
  }

  @Test
  func `management is enabled by policy or by its requirement`() {
    #expect(
      !ManagementState(primary: nil, source: nil, isPolicyRequired: false).isManagementEnabled)
    #expect(ManagementState(primary: nil, source: nil, isPolicyRequired: true).isManagementEnabled)
    let managed = ManagementState(primary: ana, source: .mam, isPolicyRequired: false)
    #expect(managed.isManagementEnabled && managed.primaryUser == ana)
    #expect(managed.mamPolicySource.rawValue == 1)
  }
}
