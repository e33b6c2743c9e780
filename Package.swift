// swift-tools-version: 6.2
import PackageDescription

// "make build" sets this. docsearch reads nothing foreign and is started often: at a fixed address and without symbols it
// starts faster. docsearch-extract does read foreign bytes and stays position-independent.
let fastStart: [LinkerSetting] =
    Context.environment["DOCSEARCH_FAST_START"] == "1" ? [.unsafeFlags(["-Xlinker", "-no-pie", "-Xlinker", "-s"])] : []

// "make fuzz" sets this. Coverage and the address sanitizer have to be compiled into the readers too.
let isFuzzing = Context.environment["DOCSEARCH_FUZZERS"] == "1"
let fuzzerSettings: [SwiftSetting] = isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address"])] : []

let package = Package(
    name: "docsearch",
    platforms: [.macOS(.v13)],
    products: [
        // SentenceEmbedding, for programs that bring a model of their own.
        .library(name: "DocSearch", targets: ["DocSearch", "SentenceEmbedding"]),
        .executable(name: "docsearch", targets: ["DocSearchCLI"]),
        .executable(name: "docsearch-extract", targets: ["DocSearchExtract"]),
        .executable(name: "docsearch-serve", targets: ["DocSearchServe"]),
    ],
    // Exact versions, because Package.resolved cannot be committed everywhere. "make check-updates" looks for newer ones.
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        // For docsearch-serve alone, without its support for configuration files.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    ],
    targets: [
        // The library product.
        .target(
            name: "DocSearch",
            dependencies: [
                "BundleConventions", "CivilCalendar", "ContentHashing", "ExtractionProtocol", "QueryLanguage",
                "SentenceEmbedding", "CSandbox", "CStemmer", "CZlib",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .target(name: "QueryLanguage", dependencies: ["CivilCalendar"]),
        .target(name: "CivilCalendar", swiftSettings: fuzzerSettings),
        .target(name: "BundleConventions", swiftSettings: fuzzerSettings),
        .target(name: "ContentHashing", dependencies: ["CNettle"], swiftSettings: fuzzerSettings),
        .target(name: "ExtractionProtocol", swiftSettings: fuzzerSettings),

        // The docsearch program.
        .executableTarget(
            name: "DocSearchCLI",
            dependencies: [
                "DocSearch", "DocSearchMCP", "AnswerForms", "ServeOptions",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            linkerSettings: fastStart),

        // What the programs share: their configuration file and the forms of answers for other programs.
        .target(name: "AnswerForms", dependencies: ["DocSearch"]),
        // The Model Context Protocol, for both programs.
        .target(name: "DocSearchMCP", dependencies: ["DocSearch", "AnswerForms"]),
        .target(
            name: "ServeOptions",
            dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")]),

        // The docsearch-serve program, and its insides apart from it so that tests can drive them.
        .executableTarget(
            name: "DocSearchServe",
            dependencies: [
                "DocSearchServer", "AnswerForms", "ServeOptions", "DocSearch",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .target(
            name: "DocSearchServer",
            dependencies: [
                "DocSearch", "DocSearchMCP", "AnswerForms", "ContentHashing", "CZlib",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            resources: [
                .embedInCode("Assets/site.css"), .embedInCode("Assets/site.js"), .embedInCode("Assets/icon.svg"),
            ]),

        // The docsearch-extract program and the readers that it alone uses.
        .executableTarget(
            name: "DocSearchExtract",
            dependencies: [
                "ExtractionProtocol", "BundleReading", "Markup", "PageReading", "PictureReading", "TextRecognition",
                "PageVerdict", "TextNormalization", "CSandbox", "CSeccomp", "CTextLanguage", "CTextLayer",
            ]),
        .target(
            name: "BundleReading",
            dependencies: [
                "BundleConventions", "CivilCalendar", "ContentHashing", "ExtractionProtocol", "Markup",
                "TextNormalization", "CGMime", "CLibarchive", "CLibzip", "CNettle", "CZlib",
            ],
            swiftSettings: fuzzerSettings),
        .target(name: "Markup", dependencies: ["ExtractionProtocol", "CLibxml2"], swiftSettings: fuzzerSettings),
        .target(
            name: "PageReading",
            dependencies: [
                "CivilCalendar", "ExtractionProtocol", "Markup", "CJPEG", "CPopplerGLib", "CPopplerText", "CZlib",
            ]),
        // C++: poppler-cpp has no C interface.
        .target(name: "CPopplerText", dependencies: ["CPopplerCPP"]),
        // C++: CLD2 has no C interface, and no file for pkg-config. Debian's package is libcld2-dev.
        .target(name: "CTextLanguage", linkerSettings: [.linkedLibrary("cld2")]),
        // C++: see its header.
        .target(name: "CTextLayer", linkerSettings: [.linkedLibrary("qpdf")]),
        .target(
            name: "PictureReading", dependencies: ["ExtractionProtocol", "CLeptonica"], swiftSettings: fuzzerSettings),
        .target(name: "TextRecognition", dependencies: ["CTesseract"]),
        .target(name: "PageVerdict", dependencies: ["ExtractionProtocol"]),
        .target(name: "TextNormalization", swiftSettings: fuzzerSettings),

        // Meaning: vectors of texts, computed on this machine. The C target has functions for each kind of processor.
        .target(name: "SentenceEmbedding", dependencies: ["ContentHashing", "CEncoderKernels", "CMappedFiles"]),
        .target(name: "CEncoderKernels"),
        .target(name: "CMappedFiles"),

        // System libraries: a module map and a shim header each.
        .systemLibrary(name: "CGMime", pkgConfig: "gmime-3.0", providers: [.apt(["libgmime-3.0-dev"])]),
        .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
        .systemLibrary(name: "CLeptonica", pkgConfig: "lept", providers: [.apt(["libleptonica-dev"])]),
        .systemLibrary(name: "CLibarchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CLibxml2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CLibzip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CPopplerCPP", pkgConfig: "poppler-cpp", providers: [.apt(["libpoppler-cpp-dev"])]),
        .systemLibrary(
            name: "CPopplerGLib", pkgConfig: "poppler-glib", providers: [.apt(["libpoppler-glib-dev"])]),
        // It has no pkg-config file.
        .systemLibrary(name: "CStemmer", providers: [.apt(["libstemmer-dev"])]),
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
            name: "DocSearchTestSupport", dependencies: ["CLibarchive", "CLibzip", "SentenceEmbedding"],
            path: "Tests/DocSearchTestSupport"),
        .testTarget(name: "BundleConventionsTests", dependencies: ["BundleConventions"]),
        .testTarget(
            name: "BundleReadingTests",
            dependencies: ["BundleReading", "CivilCalendar", "ExtractionProtocol", "Markup", "DocSearchTestSupport"]),
        .testTarget(name: "MarkupTests", dependencies: ["Markup", "ExtractionProtocol", "DocSearchTestSupport"]),
        .testTarget(
            name: "PageReadingTests",
            dependencies: ["PageReading", "ExtractionProtocol", "CZlib", "DocSearchTestSupport"]),
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
        .testTarget(
            name: "SentenceEmbeddingTests",
            dependencies: ["SentenceEmbedding", "CEncoderKernels", "DocSearchTestSupport"], exclude: ["Golden"]),
        .testTarget(
            name: "ExtractionProtocolTests", dependencies: ["ExtractionProtocol", "DocSearchTestSupport"]),
        .testTarget(name: "CivilCalendarTests", dependencies: ["CivilCalendar"]),
        .testTarget(
            name: "QueryLanguageTests", dependencies: ["QueryLanguage", "CivilCalendar", "DocSearchTestSupport"]),
        .testTarget(
            name: "DocSearchExtractTests",
            dependencies: [
                "DocSearchExtract", "BundleReading", "ExtractionProtocol", "PageReading", "TextNormalization",
                "TextRecognition", "CSandbox", "DocSearchTestSupport",
            ]),
        .testTarget(
            name: "DocSearchTests",
            dependencies: [
                "DocSearch", "DocSearchExtract", "ContentHashing", "ExtractionProtocol", "SentenceEmbedding",
                "CLeptonica", "DocSearchTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "DocSearchCLITests",
            dependencies: [
                "DocSearchCLI", "DocSearchMCP", "AnswerForms", "DocSearchExtract", "DocSearch", "ExtractionProtocol",
                "DocSearchTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "DocSearchServerTests",
            dependencies: [
                "DocSearchServer", "DocSearchServe", "DocSearchExtract", "DocSearch", "AnswerForms",
                "DocSearchTestSupport",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// "make test" sets this: what the tests call takes half of the processor time with optimisation. Packages that depend on
// this one must not see unsafe flags, so it is not the default. Of the tests only those that turn images need it.
if Context.environment["DOCSEARCH_OPTIMIZED"] == "1" {
    for target in package.targets
    where ![.system, .test].contains(target.type) || target.name == "TextRecognitionTests" {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
        if target.name == "CEncoderKernels" { target.cSettings = [.unsafeFlags(["-O2"])] }
    }
}

if isFuzzing {
    func fuzzer(_ name: String, dependencies: [Target.Dependency]) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies + ["CLibFuzzer"], path: "Fuzz/\(name)",
            swiftSettings: fuzzerSettings + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])])
    }
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Fuzz/CLibFuzzer"),
        .target(
            name: "FuzzSupport", dependencies: ["BundleReading", "ExtractionProtocol"], path: "Fuzz/FuzzSupport",
            swiftSettings: fuzzerSettings),
        fuzzer("BundleFuzzer", dependencies: ["BundleReading", "PictureReading", "ExtractionProtocol", "FuzzSupport"]),
        fuzzer("ArchiveFuzzer", dependencies: ["BundleReading", "ExtractionProtocol", "FuzzSupport"]),
        fuzzer("ProtocolFuzzer", dependencies: ["ExtractionProtocol"]),
    ]
}
