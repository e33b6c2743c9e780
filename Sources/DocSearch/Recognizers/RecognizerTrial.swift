import Foundation

extension PageRecognizer {
    /// The words that a recogniser has read on a page that docsearch draws, and those that are on it.
    public struct Trial: Sendable {
        /// Name and version.
        public var engine: String
        /// The text as docsearch would index it.
        public var text: String
        /// How many words of the page were read.
        public var found: Int
        /// On the page.
        public var words: Int
    }

    /// Has the recogniser read a page in the way that runs do, which shows whether it keeps to the protocol. Everything is
    /// in a temporary folder.
    ///
    /// - Throws: ``DocSearchError`` with code `failed` when the page could not be read; its message says why. `environment`
    ///   when the program cannot be started.
    public func trial(options: IndexingOptions = IndexingOptions()) async throws -> Trial {
        let process = try { () throws -> String in
            do {
                return try SharedRecognizer(self).meet(stop: StopFlag())
            } catch let failure as RecognizerFailure {
                throw DocSearchError(failure)
            }
        }()
        let folder = NSTemporaryDirectory() + "/docsearch-recognizer-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder + "/archive", withIntermediateDirectories: true)
        // What cannot be removed is in the system's temporary folder.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(Self.page.utf8).write(to: URL(fileURLWithPath: folder + "/archive/page.pdf"))
        let index = ArchiveIndex(at: folder + "/index")
        var options = options
        (options.recognizer, options.meaning, options.ocr) = (nil, .never, .never)
        for try await _ in index.update([folder + "/archive"], options: options) {}
        // Where a page has a text layer, docsearch would keep the words that recognition has lost.
        try await draw(index.document(DocumentReference("page.pdf")), of: index, to: folder + "/scan.png", options)
        for try await _ in index.update([folder + "/scan.png"], options: options) {}
        let document = try index.document(DocumentReference(folder + "/scan.png"))
        options.recognizer = self
        for try await event in index.reread(document, options: options) {
            if case .failed(_, _, _, let reason) = event {
                throw DocSearchError(.failed, "\(reason.prefix(1).uppercased())\(reason.dropFirst()).")
            }
        }
        let text = try index.pages(of: document).first?.text ?? ""
        let read = Set(text.lowercased().split { !$0.isLetter && !$0.isNumber })
        let words = Set(Self.lines.joined(separator: " ").lowercased().split { !$0.isLetter && !$0.isNumber })
        return Trial(engine: process, text: text, found: words.intersection(read).count, words: words.count)
    }

    private func draw(
        _ document: ArchiveDocument, of index: ArchiveIndex, to path: String, _ options: IndexingOptions
    ) async throws {
        var viewing = ArchivePagesOptions()
        viewing.usesSandbox = options.usesSandbox
        let pages = try ArchivePages(index, options: viewing)
        defer { pages.close() }
        var request = PageImageRequest(page: 1, width: 2480, height: 3508)
        request.format = .png
        let image = try await pages.image(request, of: document)
        try Data(image.bytes).write(to: URL(fileURLWithPath: path))
    }

    private static let lines = [
        "The waterworks committee met on Monday, 12 May 1931,",
        "with seven members present and the mayor in the chair.",
        "It was resolved that the pumping station in Mill Lane",
        "be repaired at a cost of 4,250 crowns before winter.",
    ]

    /// A PDF, which readers repair: it has no table of its objects.
    private static var page: String {
        let text = lines.map { "(\($0)) Tj 0 -24 Td" }.joined(separator: "\n")
        let content = "BT /F 16 Tf 72 700 Td\n\(text) ET"
        return """
            %PDF-1.4
            1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
            2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
            3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R
            /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>>> endobj
            4 0 obj <</Length \(content.utf8.count)>> stream
            \(content)
            endstream endobj
            trailer <</Root 1 0 R /Size 5>>
            %%EOF
            """
    }
}

extension DocSearchError {
    init(_ failure: RecognizerFailure) {
        switch failure {
        case .unavailable(let reason): self.init(.environment, reason)
        case .page(let reason): self.init(.failed, "\(reason.prefix(1).uppercased())\(reason.dropFirst()).")
        case .stopped: self.init(.failed, "The run was stopped.")
        }
    }
}
