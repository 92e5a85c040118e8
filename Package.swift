// swift-tools-version: 6.2
import PackageDescription

/// Strictness every Swift target is built with; see CONTRIBUTING.md.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Test targets are not optimized, even in a release build: that would take longer than they run.
let testing: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// A library target of this package with the common settings; all of them see texts as `ExactText` does.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: ["ExactText"] + dependencies, swiftSettings: strict)
}

/// A target of the mock service, all of which are in one folder.
func service(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: ["ExactText"] + dependencies, path: "Sources/MAMService/\(name)",
    swiftSettings: strict)
}

/// What tests of the whole service look into.
let serviceTargets: [Target.Dependency] = [
  "MAMCrypto", "MAMWire", "MAMDirectory", "MAMModel", "MAMRules", "MAMSignIn", "MAMGraph",
  "MAMEngine", "MAMServer",
]

/// A test target that mirrors the library of the same name; excluded folders hold the files that tests read.
func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies, exclude: exclude,
    swiftSettings: testing)
}

let package = Package(
  name: "mamconform",
  products: [
    .executable(name: "mamconform", targets: ["mamconform"]),
    .executable(name: "mam-app", targets: ["mam-app"]),
  ],
  targets: [
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    .systemLibrary(
      name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CProcess"),

    .target(name: "ExactText", swiftSettings: strict),
    library("SystemFiles", ["CProcess"]),
    library("JSONText"),
    library("Locking"),
    library("VirtualTime"),
    library("Wording"),
    library("Arguments", ["Wording"]),
    library("Contract", ["JSONText", "VirtualTime"]),
    library("StepProtocol", ["JSONText", "VirtualTime", "Wording"]),
    library("ServiceProtocol", ["JSONText"]),
    library(
      "CaseModel",
      ["Contract", "JSONText", "ServiceProtocol", "StepProtocol", "VirtualTime", "Wording"]),
    library(
      "CaseYAML",
      [
        "CYAML", "CaseModel", "Contract", "JSONText", "Locking", "ServiceProtocol", "StepProtocol",
        "SystemFiles", "VirtualTime", "Wording",
      ]),
    library("Storage", ["CSQLite", "SystemFiles"]),
    // The mock service, each of what stands above it.
    service("MAMCrypto", ["CGnuTLS"]),
    service("MAMWire", ["JSONText", "ServiceProtocol"]),
    service(
      "MAMDirectory",
      [
        "JSONText", "MAMCrypto", "MAMWire", "ServiceProtocol", "Storage", "VirtualTime", "Wording",
      ]),
    service("MAMModel", ["JSONText", "MAMDirectory", "MAMWire", "ServiceProtocol"]),
    service(
      "MAMRules",
      ["JSONText", "MAMDirectory", "MAMModel", "MAMWire", "ServiceProtocol", "VirtualTime"]),
    service(
      "MAMSignIn",
      [
        "CGnuTLS", "JSONText", "MAMCrypto", "MAMDirectory", "MAMRules", "MAMWire",
        "ServiceProtocol", "VirtualTime",
      ]),
    service(
      "MAMGraph",
      [
        "JSONText", "MAMDirectory", "MAMModel", "MAMRules", "MAMWire", "ServiceProtocol",
        "VirtualTime",
      ]),
    service(
      "MAMEngine",
      [
        "CProcess", "JSONText", "Locking", "MAMCrypto", "MAMDirectory", "MAMGraph", "MAMRules",
        "MAMSignIn", "MAMWire", "ServiceProtocol", "StepProtocol", "Storage", "SystemFiles",
        "VirtualTime", "Wording",
      ]),
    service(
      "MAMServer",
      [
        "Arguments", "CGnuTLS", "CMicroHTTPD", "CProcess", "JSONText", "MAMCrypto", "MAMDirectory",
        "MAMEngine", "MAMGraph", "MAMRules", "MAMSignIn", "MAMWire", "ServiceProtocol",
        "StepProtocol", "Storage", "SystemFiles", "VirtualTime", "Wording",
      ]),
    library(
      "ReferenceSDK",
      ["Contract", "JSONText", "Locking", "ServiceProtocol", "StepProtocol", "VirtualTime"]),
    library(
      "SimulatedApp",
      [
        "Contract", "JSONText", "ReferenceSDK", "StepProtocol", "Storage", "SystemFiles",
        "VirtualTime",
      ]),
    // Apart from SimulatedApp, so that mamconform, which hosts apps in process, needs no libcurl.
    library(
      "SimulatedAppProcess",
      [
        "Arguments", "CCurl", "Contract", "JSONText", "ReferenceSDK", "SimulatedApp",
        "StepProtocol", "SystemFiles", "Wording",
      ]),
    library(
      "Participants",
      [
        "CProcess", "Contract", "JSONText", "Locking", "MAMDirectory", "MAMEngine", "MAMRules",
        "MAMWire", "ReferenceSDK", "ServiceProtocol", "SimulatedApp", "Storage", "StepProtocol",
        "SystemFiles", "VirtualTime", "Wording",
      ]),
    library(
      "Conformance",
      [
        "CProcess", "CaseModel", "CaseYAML", "Contract", "JSONText", "Locking", "Participants",
        "ServiceProtocol", "StepProtocol", "SystemFiles", "VirtualTime", "Wording",
      ]),
    library(
      "Reporting",
      [
        "CaseModel", "Conformance", "Contract", "JSONText", "ServiceProtocol", "StepProtocol",
        "VirtualTime", "Wording",
      ]),
    library(
      "ReportFormats",
      [
        "CGnuTLS", "CaseModel", "Conformance", "Contract", "JSONText", "Reporting",
        "ServiceProtocol", "StepProtocol", "VirtualTime", "Wording",
      ]),
    library(
      "RunStore",
      [
        "CGnuTLS", "CZlib", "CaseModel", "Conformance", "Contract", "JSONText", "Locking",
        "Reporting", "ServiceProtocol", "Storage", "SystemFiles", "VirtualTime",
      ]),
    library(
      "Comparison",
      [
        "CaseModel", "Conformance", "JSONText", "ReportFormats", "Reporting", "RunStore",
        "ServiceProtocol", "SystemFiles", "VirtualTime", "Wording",
      ]),
    library(
      "Debugger",
      [
        "CEdit", "CaseModel", "CaseYAML", "Conformance", "Contract", "JSONText", "Locking",
        "Participants", "Reporting", "ServiceProtocol", "StepProtocol", "SystemFiles",
        "VirtualTime", "Wording",
      ]),
    library(
      "Audit",
      ["CaseModel", "Contract", "JSONText", "ReportFormats", "Reporting", "SystemFiles", "Wording"]),
    library(
      "DebugAdapter",
      [
        "CaseModel", "CaseYAML", "Conformance", "Contract", "Debugger", "JSONText", "Locking",
        "ServiceProtocol", "SystemFiles", "VirtualTime", "Wording",
      ]),
    .executableTarget(
      name: "mamconform",
      dependencies: [
        "Arguments", "Audit", "CProcess", "CaseModel", "CaseYAML", "Comparison", "Conformance",
        "Contract", "DebugAdapter", "Debugger", "ExactText", "JSONText", "Locking", "MAMDirectory",
        "MAMServer", "Participants", "ReportFormats", "Reporting", "RunStore", "StepProtocol",
        "SystemFiles", "VirtualTime", "Wording",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "mam-app",
      dependencies: ["CProcess", "ExactText", "SimulatedAppProcess", "SystemFiles"],
      swiftSettings: strict),

    tests("ExactText"),
    tests("SystemFiles"),
    tests("JSONText"),
    tests("VirtualTime"),
    tests("Wording"),
    tests("Arguments", ["Wording"]),
    tests("Contract", ["CaseYAML"]),
    tests(
      "CaseYAML",
      ["CaseModel", "Contract", "JSONText", "ServiceProtocol", "StepProtocol", "VirtualTime"]),
    tests("StepProtocol", ["JSONText", "VirtualTime"]),
    tests("ServiceProtocol", ["JSONText"]),
    tests("Storage"),
    .testTarget(
      name: "MAMServiceTests",
      dependencies: serviceTargets
        + [
          "Arguments", "CGnuTLS", "CProcess", "JSONText", "Locking", "Storage", "StepProtocol",
          "VirtualTime",
        ],
      swiftSettings: testing),
    tests(
      "ReferenceSDK",
      ["Contract", "JSONText", "ServiceProtocol", "StepProtocol", "VirtualTime"]),
    tests(
      "SimulatedApp",
      ["JSONText", "ReferenceSDK", "ServiceProtocol", "StepProtocol", "VirtualTime"]),
    tests(
      "SimulatedAppProcess",
      [
        "Contract", "JSONText", "ReferenceSDK", "ServiceProtocol", "SimulatedApp", "StepProtocol",
      ]),
    tests(
      "Participants",
      [
        "CProcess", "JSONText", "Locking", "MAMDirectory", "MAMEngine", "MAMRules", "MAMWire",
        "ServiceProtocol", "StepProtocol", "VirtualTime", "Wording",
      ]),
    tests(
      "Conformance",
      [
        "CaseModel", "CaseYAML", "Contract", "JSONText", "Locking", "Participants",
        "ServiceProtocol", "StepProtocol", "VirtualTime", "Wording",
      ]),
    tests(
      "Reporting",
      [
        "CaseModel", "Conformance", "Contract", "JSONText", "ServiceProtocol", "StepProtocol",
        "VirtualTime",
      ],
      exclude: ["Golden"]),
    tests(
      "ReportFormats",
      [
        "CaseModel", "Conformance", "Contract", "JSONText", "Reporting", "ServiceProtocol",
        "StepProtocol", "VirtualTime", "Wording",
      ],
      exclude: ["Golden"]),
    tests(
      "RunStore",
      [
        "CaseModel", "CaseYAML", "Conformance", "Contract", "JSONText", "Reporting",
        "ServiceProtocol", "Storage", "SystemFiles", "VirtualTime",
      ]),
    tests(
      "Comparison",
      [
        "CaseModel", "Conformance", "JSONText", "Reporting", "RunStore", "ServiceProtocol",
        "VirtualTime",
      ]),
    tests(
      "Debugger",
      [
        "CaseModel", "CaseYAML", "Conformance", "Contract", "JSONText", "Reporting",
        "ServiceProtocol", "StepProtocol", "SystemFiles", "VirtualTime",
      ],
      exclude: ["Fixtures"]),
    tests(
      "DebugAdapter",
      [
        "CaseModel", "CaseYAML", "Conformance", "Contract", "Debugger", "JSONText", "SystemFiles",
      ]),
    tests("Audit", ["CaseYAML", "Contract", "JSONText", "SystemFiles"]),
    .testTarget(name: "RepositoryTests", swiftSettings: testing),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Arguments", "CaseModel", "Conformance", "Contract", "JSONText", "Reporting", "Storage",
        "SystemFiles", "VirtualTime", "mamconform",
      ],
      exclude: ["Fixtures"],
      swiftSettings: testing),
  ],
  cLanguageStandard: .gnu11
)

/// The targets of the fuzzer read the insides of these.
let fuzzed: [Target.Dependency] =
  serviceTargets + [
    "Audit", "CaseModel", "CaseYAML", "Contract", "ExactText", "JSONText", "StepProtocol",
    "VirtualTime",
  ]
if Context.environment["MAMCONFORM_FUZZ"] == nil {
  package.targets.append(
    .testTarget(
      name: "FuzzTests", dependencies: fuzzed, exclude: ["Corpus", "Dictionaries", "Driver"],
      swiftSettings: testing))
} else {
  // Only for ci/fuzz: libFuzzer has a main function of its own.
  package.products.append(.executable(name: "fuzz", targets: ["fuzz"]))
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: fuzzed, path: "Tests/FuzzTests",
      exclude: ["Corpus", "CorpusTests.swift", "Dictionaries"], sources: ["Driver", "Targets"],
      swiftSettings: strict,
      // GNU gold breaks down when it links libFuzzer.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]))
}

// Only for ci/sanitize --short: some tests, and of the sources what they need.
if Context.environment["MAMCONFORM_SHORT_TESTS"] != nil {
  var needed: Set = [
    "ExactTextTests", "JSONTextTests", "VirtualTimeTests", "StepProtocolTests", "CaseYAMLTests",
    "StorageTests", "SystemFilesTests",
  ]
  var count = 0
  while needed.count != count {
    count = needed.count
    for target in package.targets where needed.contains(target.name) {
      needed.formUnion(
        target.dependencies.compactMap { dependency in
          switch dependency {
          case .byNameItem(let name, _), .targetItem(let name, _): name
          default: nil
          }
        })
    }
  }
  package.products = []
  package.targets.removeAll { !needed.contains($0.name) }
}
