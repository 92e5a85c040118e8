internal import ExactText

/// Something that sentences about defects speak of, and the decisions of cases that bring it about.
struct DefectSubject {
  /// How the words begin that speak of it, or with `=` before them the whole words.
  let words: [String]
  private let kinds: [CaseDecision.Kind]
  private let parts: [String]
  private var isOfAnother = false

  /// - Parameters:
  ///   - words: how the words begin that speak of it, with spaces between them.
  ///   - kinds: what kind of decisions bring it; any if there is none.
  ///   - parts: what the words of such a decision contain, with spaces between the alternatives; anything if there is none.
  private init(_ words: String, _ kinds: CaseDecision.Kind..., of parts: String = "") {
    self.words = words.split(separator: " ").map(String.init)
    self.kinds = kinds
    self.parts = parts.split(separator: " ").map(String.init)
  }

  /// True if a decision brings it.
  func isBrought(by decision: CaseDecision) -> Bool {
    (kinds.isEmpty || kinds.contains(decision.kind)) && (!isOfAnother || decision.isOfAnother)
      && (parts.isEmpty || parts.contains { decision.text.contains($0) })
  }

  /// Of calls, only those about another account than the first one of the case.
  private func ofAnother() -> DefectSubject {
    var subject = self
    subject.isOfAnother = true
    return subject
  }

  /// Every subject.
  static let all = time + lives + orders + failures + calls + givens

  private static let time = [
    DefectSubject(
      "hour hours minute minutes seconds millisecond day days late early later delay month week",
      .instant),
    DefectSubject("retr tried", .instant),
  ]

  /// The life of an app and of its device.
  private static let lives = [
    DefectSubject("launch relaunch", .restart, .kill),
    DefectSubject("updat upgrad", .restart, of: "upgrade"),
    DefectSubject("died dies death killed kill", .kill),
    DefectSubject("restart", .answer, .person, of: "restart"),
    DefectSubject("clock", .device, of: "wallClock"),
    DefectSubject("foreground comes", .lifecycle, of: "foreground"),
    DefectSubject("background", .lifecycle, of: "background"),
    DefectSubject("suspen", .lifecycle, of: "suspended"),
    DefectSubject("screen", .lifecycle),
    DefectSubject("link document", .link),
  ]

  /// What administrators and the service decide.
  private static let orders = [
    DefectSubject("wipe", of: "wipe doWipe\":true"),
    DefectSubject("lost forgot record", .administrator, of: "gone forgotten"),
    DefectSubject("renam", .administrator, of: "userPrincipalName"),
    DefectSubject("migrat moved", .administrator, .fault, .given, of: "migrating TenantMigration"),
    DefectSubject("target polic", .administrator, of: "assign"),
    DefectSubject("chang", .administrator, .device, of: "set managed configuration"),
  ]

  /// What goes wrong, or takes long.
  private static let failures = [
    DefectSubject("unenroll", .fault, of: "unenroll"),
    DefectSubject("check-in", .fault, of: "checkin"),
    DefectSubject("location located host", .fault, of: "locate"),
    DefectSubject("token", .fault, .tokens, of: "token purge"),
    DefectSubject("long timeout unanswer", .fault, of: "delay lost"),
    DefectSubject("fail", .fault),
    DefectSubject("network offline", .network),
    DefectSubject("answer", .answer),
  ]

  /// What apps call.
  private static let calls = [
    DefectSubject(
      "deregist unenroll leave leaves left leaver depart", .call, .person,
      of: "deRegister signOut"),
    DefectSubject("regist", .call, of: "registerAndEnrollAccount"),
    DefectSubject("enrolled", .call, of: "registerAndEnroll loginAndEnroll"),
    DefectSubject("=another =other =others =second =next", .call).ofAnother(),
    DefectSubject("remediat complian", .call, of: "remediate"),
    DefectSubject("task", .call, of: "dispatch addOperation"),
    DefectSubject("suspend", .call, of: "suspendQueue"),
    DefectSubject("thread", .call, of: "setCurrentThread"),
    DefectSubject("window", .call, of: "window"),
    DefectSubject("switch handler", .call, of: "setUIPolicyIdentity"),
    DefectSubject("switch", .link),
    DefectSubject("encrypt", .call, of: "encrypt createFile"),
    DefectSubject("decrypt", .call, of: "decrypt"),
    // Not a call that takes protection away.
    DefectSubject("protect", .call, of: "\"protect"),
    DefectSubject("overrid authorit client redirect", .call, of: "Override"),
    DefectSubject("sign-in signed", of: "loginAndEnroll signIn"),
    DefectSubject("file", .file),
  ]

  /// What a case is given, or an app sets.
  private static let givens = [
    DefectSubject("colour", .call, .given, of: "Color"),
    DefectSubject("telemetr", .call, .given, of: "elemetry"),
    DefectSubject("delegate", .call, .given, of: "elegate"),
    DefectSubject("librar", .call, .answer, of: "MSAL ADAL Library"),
    DefectSubject("extension", .given, of: "extension"),
    DefectSubject("list listed place places", .administrator, .given, of: "Locations"),
    DefectSubject(
      "setting settings configur", .given, .device, .administrator, of: "configuration"),
    DefectSubject("level cap", .given, .administrator, of: "MaxFile EncryptionType"),
    DefectSubject("requir", .given, of: "Required"),
    DefectSubject("several single", .given, of: "MultiIdentity"),
    DefectSubject("licen", .given, of: "licensed"),
  ]
}
