// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "docsearch-benchmarks",
    platforms: [.macOS(.v13)],
    targets: [
        .executableTarget(name: "Benchmarks", dependencies: ["PreparedText"]),
        .executableTarget(name: "PreparedTextWorker", dependencies: ["PreparedText", "CForking"]),
        .target(name: "PreparedText"),
        .systemLibrary(name: "CForking"),
    ],
    swiftLanguageModes: [.v6]
)
