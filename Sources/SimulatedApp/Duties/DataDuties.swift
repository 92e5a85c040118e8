import Contract
internal import ExactText
import JSONText
import ReferenceSDK
import StepProtocol
import Storage
import SystemFiles

/// What the app judges for itself of files, items, Siri and notifications.
struct DataDuties: AppRules {
  let host: AppHost

  /// Does what a person wants of a file or an item.
  func decideOnItem(
    _ act: PersonalAct, _ arguments: JSONObject, _ transport: any Transport
  ) throws(HostError) {
    let identity = arguments["identity"]?.string
    func document() throws(HostError) -> AppDecisions.Document {
      AppDecisions.Document(
        identity: try text(arguments, "identity"), path: try text(arguments, "path"),
        data: try text(arguments, "data"))
    }
    switch act {
    case .store: try store(try document(), transport)
    case .storeTogether:
      let document = try document()
      try storeTogether(document)
      duties.decisions.mixed.append(document)
      did(.saved, document.identity, path: document.path)
    case .showFile: try showFile(try text(arguments, "path"), transport)
    case .receive:
      try receive(
        try text(arguments, "path"), folder: arguments["folder"],
        to: try text(arguments, "to"), transport)
    case .provide:
      try provide(try text(arguments, "identity"), below: try text(arguments, "path"), transport)
    case .askSiri: try askSiri(try text(arguments, "identity"), transport)
    case .extendNotifications:
      duties.decisions.extended = identity
      try handOver(transport)
    case .edit: duties.decisions.isBusy = true
    case .endEdit: duties.decisions.isBusy = false
    case .decide: duties.decisions.answers = true
    default: break
    }
  }

  /// Calls a manager of files or data, which answers at once, and tells that it does.
  private func callManager(_ api: APIName, _ arguments: JSONObject) throws(HostError) -> JSON {
    tell(api, arguments)
    let call = APICall(number: 0, api: api, arguments: arguments)
    guard try host.performByManagers(call) else { return .null }
    defer { reply.result = .null }
    return reply.result
  }

  /// What the policy of an identity says.
  private func policy(
    of identity: String, _ transport: any Transport
  ) throws(HostError) -> JSON {
    try askSDK(
      .policyForIdentity, ["identity": .string(acts.accountWithPolicy(for: identity))], transport)
  }

  /// True if the policy of an identity requires that its files are encrypted (FIL-020, from 2020-06).
  private func mustEncrypt(
    filesOf identity: String, _ transport: any Transport
  ) throws(HostError) -> Bool {
    guard edition >= .e2020_06 else { return false }
    return try policy(of: identity, transport)["isFileEncryptionRequired"] == true
  }

  // MARK: Saving

  /// Saves a document, encrypted where the policy requires it (FIL-020).
  private func store(
    _ document: AppDecisions.Document, _ transport: any Transport
  ) throws(HostError) {
    let isRequired = try mustEncrypt(filesOf: document.identity, transport)
    if isRequired, behaviour.decisions.encryptsFiles {
      _ = try callManager(
        .createFileAtPath,
        [
          "path": .string(document.path), "identity": .string(document.identity),
          "data": .string(document.data),
        ])
    } else {
      let place = try FilePlace(folder: nil, path: document.path)
      try DiskFiles.replace(folders.path(place), Array(document.data.utf8))
    }
    duties.decisions.documents.append(document)
    did(.saved, document.identity, path: document.path)
  }

  /// Saves managed data, encrypted, in one file with data of nobody (DAT-001, DAT-002).
  private func storeTogether(_ document: AppDecisions.Document) throws(HostError) {
    var bytes = Array(document.data.utf8)
    if behaviour.decisions.encryptsMixedData {
      if behaviour.decisions.usesDataProtection {
        _ = try callManager(
          .protect,
          [
            "data": .string(document.data), "identity": .string(document.identity),
            "buffer": .string(document.path),
          ])
        bytes = []
        if case .bytes(let kept) = host.buffers[ExactString(document.path)] { bytes = kept }
      } else if let own = ProtectedData(bytes, owner: document.identity, encrypting: true) {
        bytes = own.bytes
      }
    }
    let place = try FilePlace(folder: nil, path: document.path)
    try DiskFiles.replace(folders.path(place), bytes + DataDuties.dataOfNobody)
  }

  /// What stands beside a user's data in one file.
  private static let dataOfNobody = Array("\nof nobody\n".utf8)

  /// Protects again what the app has saved, since the need of encryption has changed (DAT-012, FIL-021).
  func protectAgain() throws(HostError) {
    if behaviour.decisions.protectsAgain {
      for document in duties.decisions.mixed { try storeTogether(document) }
    }
    guard edition >= .e2020_06, behaviour.decisions.followsEncryption else { return }
    for document in duties.decisions.documents {
      _ = try callManager(
        .protectFileAtPath,
        ["path": .string(document.path), "identity": .string(document.identity)])
    }
  }

  /// Deletes the files of a user.
  func deleteData(of identity: String) throws(HostError) {
    do throws(StorageError) {
      try files.deleteFiles(of: identity)
    } catch {
      throw HostError(.failed, error.description)
    }
    deleteSavedData(of: identity)
  }

  /// Deletes what the app has saved for a user, in files of nobody too, and leaves there what is nobody's (WIP-002, DRG-014).
  func deleteSavedData(of identity: String) {
    let (documents, mixed) = duties.decisions.forgetData(of: identity)
    for document in documents {
      guard let place = try? FilePlace(folder: nil, path: document.path) else { continue }
      try? DiskFiles.delete(folders.path(place))
    }
    for document in mixed {
      guard let place = try? FilePlace(folder: nil, path: document.path) else { continue }
      try? DiskFiles.replace(folders.path(place), DataDuties.dataOfNobody)
    }
  }

  // MARK: Showing and receiving

  /// Shows a file under the identity of its owner (FIL-007, FIL-008).
  private func showFile(_ path: String, _ transport: any Transport) throws(HostError) {
    let owner: String?
    if behaviour.decisions.readsOwners {
      owner = try callManager(.protectionInfo, ["path": .string(path)])["identity"]?.string
    } else {
      owner = try owners.owner(of: FilePlace(folder: nil, path: path))
    }
    guard behaviour.decisions.showsFilesAsOwner else { return did(.shown, owner, path: path) }
    try acts.show(owner, path: path, transport)
  }

  /// Receives an item: loads it, asks whose it is, keeps it with that owner and shows it (SHR-020, SHR-023, SHR-024).
  private func receive(
    _ path: String, folder: JSON?, to target: String, _ transport: any Transport
  ) throws(HostError) {
    let item: JSONObject = ["path": .string(path), "folder": folder ?? "data"]
    func askWhose() throws(HostError) -> String? {
      try callManager(.protectionInfoForItemProvider, item)["identity"]?.string
    }
    let early = behaviour.decisions.loadsFirst ? nil : try askWhose()
    let data = try DiskFiles.read(
      folders.path(FilePlace(folder: folder?.string, path: path)))
    did(.loaded, nil, path: path)
    var sender = behaviour.decisions.loadsFirst ? try askWhose() : early
    if sender == nil, !behaviour.decisions.leavesItemsOfNobody {
      sender = try askSDK(.enrolledAccount, [:], transport).string
    }
    let place = try FilePlace(folder: nil, path: target)
    try DiskFiles.replace(folders.path(place), data)
    try setOwner(of: place, sender, transport)
    try encryptReceived(place, of: sender, transport)
    did(.saved, sender, path: target)
    guard behaviour.decisions.switchesForReceivedData else {
      return did(.shown, sender, path: target)
    }
    try acts.show(sender, path: target, transport)
  }

  /// Gives what was received the owner that its sender was (FIL-006, SHR-023).
  private func setOwner(
    of place: FilePlace, _ sender: String?, _ transport: any Transport
  ) throws(HostError) {
    guard behaviour.decisions.ownsReceivedData else { return try owners.record(nil, for: place) }
    let identity = sender.map(JSON.string) ?? ""
    if behaviour.decisions.setsOwners {
      _ = try callManager(.protect, ["path": .string(place.path), "identity": identity])
    } else {
      try callSDK(.setCurrentThreadIdentity, ["identity": identity], transport)
      try owners.record(sender, for: place)
      try callSDK(.setCurrentThreadIdentity, ["identity": .null], transport)
    }
  }

  /// Encrypts what was received where the policy of its owner requires it (FIL-020).
  ///
  /// `protectFileAtPath` also sets the owner, so an app that keeps received data without one must not call it.
  private func encryptReceived(
    _ place: FilePlace, of owner: String?, _ transport: any Transport
  ) throws(HostError) {
    guard let owner, behaviour.decisions.ownsReceivedData,
      behaviour.decisions.encryptsReceivedFiles, try mustEncrypt(filesOf: owner, transport)
    else { return }
    _ = try callManager(
      .protectFileAtPath, ["path": .string(place.path), "identity": .string(owner)])
  }

  /// Offers the files of a folder to other apps, encrypted where the policy requires it (FIL-016, FIL-018).
  private func provide(
    _ identity: String, below folder: String, _ transport: any Transport
  ) throws(HostError) {
    guard edition >= .e2020_01 else { return did(.provided, identity, path: folder) }
    let user: JSON = .string(identity)
    if host.isMultiIdentity, behaviour.decisions.namesEnumerator {
      tell(.setIdentity, ["identity": user])
    }
    if try policy(of: identity, transport)["shouldFileProviderEncryptFiles"] == true {
      var paths = Folder.files(below: folders.root(nil)).filter { $0.hasPrefix(folder + "/") }
      switch behaviour.decisions.encryptsProvided {
      case .each: break
      case .first: paths = Array(paths.prefix(1))
      case .none: paths = []
      }
      for path in paths {
        _ = try callManager(.encryptFile, ["path": .string(path), "identity": user])
      }
    }
    did(.provided, identity, path: folder)
  }

  // MARK: Siri and notifications

  /// Answers Siri where the policy allows it (SIR-002).
  private func askSiri(_ identity: String, _ transport: any Transport) throws(HostError) {
    guard edition >= .e2020_01, behaviour.decisions.heedsSiri else {
      return did(.siriAnswered, identity)
    }
    let isAllowed = try policy(of: identity, transport)["areSiriIntentsAllowed"] != false
    did(isAllowed ? .siriAnswered : .cancelled, identity)
  }

  /// Tells the service extension how notifications are shown (NOT-006, NOT-007).
  func handOver(_ transport: any Transport) throws(HostError) {
    guard let identity = duties.decisions.extended, edition >= .e2020_06,
      behaviour.decisions.handsOver
    else { return }
    let value = try policy(of: identity, transport)["notificationPolicy"]?.int ?? 0
    did(.handedOver, identity, more: ["value": .int(value)])
  }
}
