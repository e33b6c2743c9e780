import ExtractionProtocol

/// The manifest of a farm: what its packages of work have in common. `plan.json` in the shared folder.
package struct FarmPlan: Codable, Sendable, Equatable {
    static let currentFormat = 1

    var format = Self.currentFormat
    /// Random, so that files of another plan are known as foreign.
    package var name: String
    var engines: FarmEngines
    var reading: Reading
    var roots: [Root]
    /// Seconds of one processor for a package.
    package var taskSeconds: Double
    /// Their numbers are 1 to this one.
    package var packages: Int
    /// Packages that failed and whose work is in later ones.
    package var replaced: [Int] = []

    /// The settings that the text of a page depends on, and none that a machine may decide for itself.
    struct Reading: Codable, Equatable {
        var ocr: String
        /// By ``LimitRule/name``.
        var limits: [String: Int]
        var zipNames: String?
        /// Nil for the default.
        var otherLanguages: String?
    }

    struct Root: Codable, Equatable {
        var path: String
        var isFile: Bool
        var languages: [String]
    }

    /// Those of the plan alone.
    func options() throws -> IndexingOptions {
        var options = IndexingOptions()
        try apply(to: &options)
        return options
    }

    /// Adopts the settings of the plan.
    func apply(to options: inout IndexingOptions) throws {
        guard let ocr = IndexingOptions.OCR(rawValue: reading.ocr) else {
            throw DocSearchError(.failed, "The plan recognises pages in a way (\(reading.ocr)) that is not known here.")
        }
        options.ocr = ocr
        for rule in LimitRule.all {
            if let value = reading.limits[rule.name] { options.limits[keyPath: rule.value] = rule.nearest(value) }
        }
        options.limits.zipNames = reading.zipNames
        if let name = reading.otherLanguages {
            guard let others = IndexingOptions.OtherLanguages(rawValue: name) else {
                throw DocSearchError(
                    .failed, "The plan reads pages in other languages in a way (\(name)) that is not known here.")
            }
            options.otherLanguages = others
        }
        options.meaning = .never
    }
}

extension FarmPlan.Reading {
    init(_ options: IndexingOptions) {
        ocr = options.ocr.rawValue
        limits = Dictionary(
            LimitRule.all.map { ($0.name, options.limits[keyPath: $0.value]) }, uniquingKeysWith: { first, _ in first })
        zipNames = options.limits.zipNames
        otherLanguages = options.otherLanguages == .auto ? nil : options.otherLanguages.rawValue
    }
}

/// The work of one task: `packages/NUMBER.json`.
struct FarmPackage: Codable, Equatable, Sendable {
    /// ``FarmPlan/name``.
    var plan: String
    var number: Int
    /// ``PageStore/generation()`` when it was planned.
    var generation: String
    /// Expected, of one processor.
    var seconds: Double
    var items: [FarmItem]
}

/// A bundle, or pages of one.
struct FarmItem: Codable, Equatable, Sendable {
    /// The position in ``FarmPlan/roots``.
    var root: Int
    /// Below the root's folder.
    var path: String
    /// The size of the bundle.
    var byteCount: Int64
    /// Nanoseconds since 1970.
    var modified: Int64
    /// By document (`entry`), first and last page of each range; nil for a bundle that has not been read, all of which is
    /// read.
    var pages: [String: [[Int]]]?
    /// The share of the pages that is expected to need recognition; nil for all.
    var share: Double?

    var pageCount: Int? {
        pages.map { $0.values.joined().reduce(0) { $0 + max(0, ($1.last ?? 0) - ($1.first ?? 0) + 1) } }
    }
}

/// The versions that texts depend on. Two machines whose values are the same give the same texts.
struct FarmEngines: Codable, Equatable, Sendable {
    var extractor = ProtocolVersion.extractor
    var bundles = ProtocolVersion.bundles
    var recognition = ProtocolVersion.recognition
    var pdfEngine: String
    var recognitionEngine: String
    /// Tesseract's, in order.
    var languages: [String]

    init(_ greeting: GreetingFrame) {
        pdfEngine = greeting.pdfEngine
        recognitionEngine = greeting.recognitionEngine
        languages = greeting.languages.sorted()
    }

    /// The differences, a phrase each: "tesseract 5.5.0 here, tesseract 5.3.0 in the plan".
    func differences(fromPlan plan: FarmEngines) -> [String] {
        var found: [String] = []
        func compare(_ name: String, _ here: some Equatable, _ there: some Equatable) {
            if "\(here)" != "\(there)" { found.append("\(name)\(here) here, \(name)\(there) in the plan") }
        }
        compare("", recognitionEngine, plan.recognitionEngine)
        compare("", pdfEngine, plan.pdfEngine)
        compare("docsearch's extractor ", extractor, plan.extractor)
        compare("docsearch's bundles ", bundles, plan.bundles)
        compare("docsearch's recognition ", recognition, plan.recognition)
        let missing = plan.languages.filter { !languages.contains($0) }
        let more = languages.filter { !plan.languages.contains($0) }
        if !missing.isEmpty { found.append("tesseract's data for \(missing.joined(separator: ", ")) missing here") }
        if !more.isEmpty {
            found.append("tesseract's data for \(more.joined(separator: ", ")) here and not in the plan")
        }
        return found
    }

    func require(asInPlan plan: FarmEngines) throws {
        let found = differences(fromPlan: plan)
        guard !found.isEmpty else { return }
        throw DocSearchError(
            .environment,
            "This machine would read other texts than the plan asks for: \(found.joined(separator: "; ")). "
                + "Install the same versions everywhere, or plan again where they are.")
    }
}

extension FarmPlan {
    /// Whether a reader as the plan asks for it may have read a text in this way, in a folder of the plan.
    func admits(_ source: TextSource) -> Bool {
        switch source.origin {
        case .textLayer:
            return [.words, .image].contains {
                source.settings == TextSource.layer(engine: engines.pdfEngine, $0 as LayerExaminationDepth).settings
            }
        case .sidecar:
            return source.settings.hasPrefix("bundle ") && source.settings.hasSuffix(", bundles \(engines.bundles)")
        case .ocr:
            let beginning = TextSource.recognition(engine: engines.recognitionEngine, languages: []).settings
            guard source.settings.hasPrefix(beginning) else { return false }
            let codes = source.settings.dropFirst(beginning.count).split(separator: "+").map(String.init)
            // In front of the folder's languages may be those of the document and of the page.
            return Set(codes).count == codes.count
                && roots.contains { root in
                    let others = codes.filter { !root.languages.contains($0) }
                    return root.languages.allSatisfy(codes.contains) && others.count <= 1 + OtherLanguages.most
                        && others.allSatisfy(engines.languages.contains)
                }
        }
    }
}
