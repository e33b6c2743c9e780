import ExtractionProtocol

/// What the readers of a run say of themselves when they greet: their engines and languages decide what texts are kept as.
/// All are the same program on the same system, so the first one speaks for all.
final class ReaderEngines {
    /// Nil until the first reader has greeted.
    private(set) var greeting: GreetingFrame?
    private let index: IndexStore
    private let options: IndexingOptions
    private let stop: StopFlag
    private let record: RunRecord

    init(index: IndexStore, options: IndexingOptions, stop: StopFlag, record: RunRecord) {
        (self.index, self.options, self.stop, self.record) = (index, options, stop, record)
    }

    /// Has a reader greet when none has. There is no greeting afterwards when the run was stopped.
    func meet() throws {
        guard greeting == nil else { return }
        if let greeting = try ReaderSupply.greeting(options: options, stop: stop) { try welcome(greeting) }
    }

    /// Keeps a greeting, and says how readers are locked in.
    func welcome(_ greeting: GreetingFrame) throws {
        self.greeting = greeting
        guard record.result.sandbox == nil else { return }
        let sandbox = SandboxState(greeting.confinement)
        record.result.sandbox = sandbox
        record.result.isSandboxNew = try index.lastSandbox() != sandbox
        // Not one of the report's warnings: those make a run end with exit code 3, which asks to look at the archive.
        if let warning = sandbox.warning { record.report(.warning(IndexingWarning(warning))) }
    }

    /// Where a page's text comes from, as it is kept. Throws ``DocSearchError`` before there is a greeting.
    func source(of frame: PageFrame, _ sidecar: TextSource, _ root: IndexRoot) throws -> TextSource {
        switch frame.origin {
        case .sidecar: sidecar
        case .ocr: try recognition(of: root, language: nil)
        case .textLayer: .layer(engine: try welcomed().pdfEngine, options.ocr.examination)
        }
    }

    /// How pages of a document in this language would be recognised. Throws ``DocSearchError`` before a greeting.
    func recognition(of root: IndexRoot, language: String?) throws -> TextSource {
        .recognition(try welcomed(), languages: try withLanguages(of: language, root).languages)
    }

    /// The root with the languages for a document's pages. Throws ``DocSearchError`` before there is a greeting.
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
