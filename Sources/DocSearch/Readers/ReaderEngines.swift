import ExtractionProtocol

/// The engines and languages of readers, which are part of the key of stored texts. All readers are the same program on
/// the same system, so the first greeting counts for all.
final class ReaderEngines {
    private(set) var greeting: GreetingFrame?
    private let index: IndexStore
    private let options: IndexingOptions
    private let stop: StopFlag
    private let record: RunRecord

    init(index: IndexStore, options: IndexingOptions, stop: StopFlag, record: RunRecord) {
        (self.index, self.options, self.stop, self.record) = (index, options, stop, record)
    }

    func meet() throws {
        guard greeting == nil else { return }
        if let greeting = try ReaderSupply.greeting(options: options, stop: stop) { try welcome(greeting) }
    }

    func welcome(_ greeting: GreetingFrame) throws {
        self.greeting = greeting
        guard record.result.sandbox == nil else { return }
        let sandbox = SandboxState(greeting.confinement)
        record.result.sandbox = sandbox
        record.result.isSandboxNew = try index.lastSandbox() != sandbox
        // Not a warning of the report: those make a run end with exit code 3, which asks people to check the archive.
        if let warning = sandbox.warning { record.report(.warning(IndexingWarning(warning))) }
    }

    func source(of frame: PageFrame, _ sidecar: TextSource, _ root: IndexRoot) throws -> TextSource {
        switch frame.origin {
        case .sidecar: sidecar
        case .ocr: try recognition(of: root, language: nil)
        case .textLayer: .layer(engine: try welcomed().pdfEngine, options.ocr.examination)
        }
    }

    func recognition(of root: IndexRoot, language: String?) throws -> TextSource {
        .recognition(try welcomed(), languages: try withLanguages(of: language, root).languages)
    }

    func choice(of root: IndexRoot, language: String?) throws -> PageChoice {
        PageChoice(
            ocr: options.ocr, recognition: try recognition(of: root, language: language),
            others: OtherLanguages(try welcomed(), options))
    }

    func withLanguages(of language: String?, _ root: IndexRoot) throws -> IndexRoot {
        var root = root
        root.languages = RecognitionLanguages(installed: try welcomed().languages)
            .codes(document: language, root: root.languages)
        return root
    }

    private func welcomed() throws -> GreetingFrame {
        guard let greeting else { throw DocSearchError(.failed, "A reader answered before its greeting.") }
        return greeting
    }
}
