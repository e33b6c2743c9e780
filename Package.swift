// swift-tools-version: 6.1
import PackageDescription

// Loops over millions of pixels take minutes without optimisation. The Makefile sets this for tests; packages that
// depend on this one must not see unsafe flags, so it is not the default.
let pixelSettings: [SwiftSetting] =
    Context.environment["DOCSEARCH_OPTIMIZE_PIXELS"] == "1" ? [.unsafeFlags(["-O"])] : []

// "make fuzz" sets this. Coverage and the address sanitizer have to be compiled into the readers too.
let isFuzzing = Context.environment["DOCSEARCH_FUZZERS"] == "1"
let fuzzerSettings: [SwiftSetting] = isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address"])] : []

let package = Package(
    name: "docsearch",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "DocSearch", targets: ["DocSearch"]),
        .executable(name: "docsearch", targets: ["DocSearchCLI"]),
        .executable(name: "docsearch-extract", targets: ["DocSearchExtract"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // The library product.
        .target(
            name: "DocSearch",
            dependencies: [
                "ContentHashing", "ExtractionProtocol", "QueryLanguage", "CSandbox", "CZlib",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .target(name: "QueryLanguage"),
        .target(name: "ContentHashing", dependencies: ["CNettle"], swiftSettings: fuzzerSettings),
        .target(name: "ExtractionProtocol", swiftSettings: fuzzerSettings),

        // The docsearch program.
        .executableTarget(
            name: "DocSearchCLI",
            dependencies: [
                "DocSearch",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        // The docsearch-extract program and the readers that it alone uses.
        .executableTarget(
            name: "DocSearchExtract",
            dependencies: [
                "ExtractionProtocol", "BundleReading", "PageReading", "PictureReading", "TextRecognition",
                "PageVerdict", "TextNormalization", "CSandbox", "CSeccomp",
            ]),
        .target(
            name: "BundleReading",
            dependencies: [
                "ContentHashing", "ExtractionProtocol", "CGMime", "CLibxml2", "CLibzip", "CNettle", "CZlib",
            ],
            swiftSettings: fuzzerSettings),
        .target(name: "PageReading", dependencies: ["CPopplerGLib"], swiftSettings: pixelSettings),
        .target(
            name: "PictureReading", dependencies: ["ExtractionProtocol", "CLeptonica"], swiftSettings: fuzzerSettings),
        .target(name: "TextRecognition", dependencies: ["CTesseract"]),
        .target(name: "PageVerdict", dependencies: ["ExtractionProtocol"], swiftSettings: pixelSettings),
        .target(name: "TextNormalization"),

        // System libraries: a module map and a shim header each.
        .systemLibrary(name: "CGMime", pkgConfig: "gmime-3.0", providers: [.apt(["libgmime-3.0-dev"])]),
        .systemLibrary(name: "CLeptonica", pkgConfig: "lept", providers: [.apt(["libleptonica-dev"])]),
        .systemLibrary(name: "CLibxml2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CLibzip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(
            name: "CPopplerGLib", pkgConfig: "poppler-glib", providers: [.apt(["libpoppler-glib-dev"])]),
        .systemLibrary(
            name: "CTesseract", pkgConfig: "tesseract", providers: [.apt(["libtesseract-dev", "libleptonica-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(name: "CSandbox"),

        // Samples, built with the rest so that they cannot rot.
        .executableTarget(
            name: "ArchiveTool", dependencies: ["DocSearch"], path: "Samples/ArchiveTool"),

        // Tests.
        .target(
            name: "DocSearchTestSupport", dependencies: ["CLibzip"], path: "Tests/DocSearchTestSupport"),
        .testTarget(
            name: "BundleReadingTests", dependencies: ["BundleReading", "DocSearchTestSupport"]),
        .testTarget(name: "PageReadingTests", dependencies: ["PageReading", "DocSearchTestSupport"]),
        .testTarget(
            name: "PictureReadingTests",
            dependencies: [
                "PictureReading", "PageReading", "ExtractionProtocol", "CLeptonica", "CZlib", "DocSearchTestSupport",
            ]),
        .testTarget(
            name: "TextRecognitionTests",
            dependencies: ["TextRecognition", "PageReading", "DocSearchTestSupport"]),
        .testTarget(
            name: "PageVerdictTests",
            dependencies: ["PageVerdict", "PageReading", "ExtractionProtocol", "DocSearchTestSupport"]),
        .testTarget(name: "TextNormalizationTests", dependencies: ["TextNormalization", "DocSearchTestSupport"]),
        .testTarget(name: "ExtractionProtocolTests", dependencies: ["ExtractionProtocol"]),
        .testTarget(name: "QueryLanguageTests", dependencies: ["QueryLanguage", "DocSearchTestSupport"]),
        .testTarget(
            name: "DocSearchTests",
            dependencies: [
                "DocSearch", "DocSearchExtract", "ContentHashing", "ExtractionProtocol", "DocSearchTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Fixtures/Schemas"]),
        .testTarget(
            name: "DocSearchCLITests",
            dependencies: [
                "DocSearchCLI", "DocSearchExtract", "DocSearch", "ExtractionProtocol", "DocSearchTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

if isFuzzing {
    func fuzzer(_ name: String, dependencies: [Target.Dependency]) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies + ["CLibFuzzer"], path: "Fuzz/\(name)",
            swiftSettings: fuzzerSettings + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])])
    }
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Fuzz/CLibFuzzer"),
        fuzzer("BundleFuzzer", dependencies: ["BundleReading", "PictureReading", "ExtractionProtocol"]),
        fuzzer("ProtocolFuzzer", dependencies: ["ExtractionProtocol"]),
    ]
}
