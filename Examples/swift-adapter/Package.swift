// swift-tools-version: 5.9
import PackageDescription

// The kit needs nothing but Foundation, so that it builds for the platform on which the SDK lives.
let package = Package(
  name: "swift-adapter",
  products: [
    .library(name: "AdapterKit", targets: ["AdapterKit"]),
    .executable(name: "swift-adapter", targets: ["ExampleAdapter"]),
  ],
  targets: [
    .target(name: "AdapterKit"),
    .executableTarget(name: "ExampleAdapter", dependencies: ["AdapterKit"]),
  ]
)
