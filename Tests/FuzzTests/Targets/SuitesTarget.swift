import CaseModel
import CaseYAML
import Contract
import Glibc

/// Files that people wrote are read or refused in words, and reading them again finds the same.
///
/// An input is a suite; one that begins with the comment `#world` is the world of a small suite, one that
/// begins with `#contract` the file of an area of the contract.
enum SuitesTarget {
  static func run(_ input: [UInt8]) throws(Finding) {
    let first = String(decoding: input.prefix { $0 != 0x0A }, as: UTF8.self)
    if first == "#contract" {
      let area = "\(folder)/contract/ENR.yaml"
      write(input, to: area)
      let (one, other) = (
        ContractLoader.load(folder: "\(folder)/contract"),
        ContractLoader.load(folder: "\(folder)/contract")
      )
      write(contractText, to: area)
      try check(one.diagnostics)
      try Finding.unless(one.diagnostics == other.diagnostics, "reading again finds something else")
      return
    }
    let isWorld = first == "#world"
    write(isWorld ? input : worldText, to: "\(folder)/world.yaml")
    write(isWorld ? suiteText : input, to: "\(folder)/suite.yaml")
    let one = SuiteLoader.load(paths: ["\(folder)/suite.yaml"], contract: contract)
    try check(one.diagnostics)
    try Finding.unless(one.diagnostics.count <= 200, "there is no end of diagnostics")
    // What cost much once need not cost it again.
    guard one.cases.count < 50 else { return }
    let other = SuiteLoader.load(paths: ["\(folder)/suite.yaml"], contract: contract)
    try Finding.unless(
      one.diagnostics == other.diagnostics && one.cases.map(\.name) == other.cases.map(\.name),
      "reading again finds something else")
    try Finding.unless(
      Set(one.cases.map { Array($0.name.utf8) }).count == one.cases.count,
      "two cases have the same name")
  }

  /// Every diagnostic names a place.
  private static func check(_ diagnostics: [Diagnostic]) throws(Finding) {
    for diagnostic in diagnostics {
      try Finding.unless(
        !diagnostic.message.isEmpty && diagnostic.location.file.hasPrefix(folder),
        "a diagnostic has no place: \(diagnostic)")
    }
  }

  /// A folder of this process with everything that the loader wants to find; removed at the end.
  private static let folder: String = {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let folder = "\(parent)/mamconform-fuzz-\(getpid())"
    mkdir(folder, 0o700)
    mkdir("\(folder)/contract", 0o700)
    write(contractText, to: "\(folder)/contract/ENR.yaml")
    atexit {
      for name in ["contract/ENR.yaml", "world.yaml", "suite.yaml"] {
        unlink("\(SuitesTarget.folder)/\(name)")
      }
      rmdir("\(SuitesTarget.folder)/contract")
      rmdir(SuitesTarget.folder)
    }
    return folder
  }()

  /// The published contract, so that suites may name its requirements.
  private static let contract = ContractLoader.load(
    folder: "\(Repository.folder)/suites/contract"
  ).contract

  private static func write(_ text: [UInt8], to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(file >= 0, "cannot write \(path)")
    var rest = text[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      precondition(count > 0, "cannot write \(path)")
      rest = rest.dropFirst(count)
    }
    close(file)
  }

  private static let contractText = Array(
    """
    area: ENR
    requirements:
      - id: ENR-001
        title: An account is registered
        statement: The SDK registers an account.
        party: sdk
        level: must
        testable: protocol
        observe: events
        source: none
        numbers: {}
        editions: {2016-09: yes, 2016-12: yes, 2017-11: no, 2020-01: true, 2020-06: "yes - note"}

    """.utf8)

  private static let worldText = Array(
    """
    tenants: {contoso: {enabled: true}}
    users:
      ana: {upn: ana@contoso.com, tenant: contoso, licensed: true, objectId: o-ana}
      ben: {upn: ben@contoso.com, tenant: contoso, licensed: true, objectId: o-ben}
    groups: {staff: [ana, ben]}
    policies:
      baseline: {assign: [staff], apps: [mail], settings: {pinRequired: true}}
    devices: {phone: {managed: {}}}
    apps:
      mail:
        bundleId: com.contoso.mail
        device: phone
        appVersion: "1.0"
        settings: {}
        answers: {}
        delegates: {}
        signedIn: [ana]

    """.utf8)

  private static let suiteText = Array(
    """
    suite: small
    area: ENR
    title: A small suite
    cases:
      - id: one
        title: One case
        given: {users: {ana: {licensed: false}}}
        steps:
          - launch: mail
          - call: mail.registerAndEnrollAccount(ana)
          - expect: {event: enrollmentRequest, app: mail, identity: ana}
            check: enrolls
            proves: [ENR-001]

    """.utf8)
}
