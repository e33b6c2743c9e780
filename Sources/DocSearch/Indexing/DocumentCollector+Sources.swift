import ExtractionProtocol

/// What texts are kept as: by the engines that the workers have, and the languages of a document.
extension DocumentCollector {
    /// Where a page's text comes from, as it is kept.
    func source(of frame: PageFrame, _ sidecar: TextSource, _ root: IndexRoot) throws -> TextSource {
        switch frame.origin {
        case .sidecar: sidecar
        case .ocr: try recognition(of: root, language: nil)
        case .textLayer:
            TextSource(
                origin: .textLayer,
                settings: TextSource.layerSettings(
                    engine: greeting?.pdfEngine ?? "unknown engine", options.ocr.examination))
        }
    }

    /// How a run would recognise the pages of a document whose metadata names this language.
    func recognition(of root: IndexRoot, language: String?) throws -> TextSource {
        .recognition(try welcomed(), languages: try withLanguages(of: language, root).languages)
    }

    /// The root with the languages that the document's pages are recognised in.
    func withLanguages(of language: String?, _ root: IndexRoot) throws -> IndexRoot {
        var root = root
        root.languages = RecognitionLanguages(installed: try welcomed().languages)
            .codes(document: language, root: root.languages)
        return root
    }

    private func welcomed() throws -> GreetingFrame {
        guard let greeting else {
            throw DocSearchError(.failed, "A worker answered before its greeting.")
        }
        return greeting
    }
}
