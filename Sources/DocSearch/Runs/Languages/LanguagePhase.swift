import ExtractionProtocol

/// Has readers identify the languages of texts that were kept before languages were: no page is read or recognised again
/// for that. Used on the thread of the run.
struct LanguagePhase {
    let run: RunContext

    private static let bytesAtOnce = 4 << 20

    func identify() throws {
        var waiting = try run.stores.pages.unidentified(limit: LanguagesFrame.most)
        guard !waiting.isEmpty else { return }
        let documents = try documents()
        let conversation = WorkerConversation(
            program: try ExtractionProgram.locate(run.options.extractorPath), options: run.options, stop: run.stop,
            isSingle: true)
        defer { conversation.supply.close() }
        while !waiting.isEmpty, !run.stop.isSet {
            var texts: [(id: Int64, text: String)] = []
            var bytes = 0
            let known = try run.stores.pages.texts(waiting)
            for id in waiting {
                // A damaged text is read again.
                let text = known[id] ?? ""
                bytes += text.utf8.count
                guard bytes <= Self.bytesAtOnce || texts.isEmpty else { break }
                texts.append((id, text))
            }
            guard let languages = try languages(of: texts[...], conversation) else { return }
            // The index first: what a run that is killed leaves out is asked again.
            for document in Set(texts.compactMap { documents[$0.id] }.joined()).sorted() {
                try write(languages, document: document)
            }
            try run.stores.pages.setLanguages(languages)
            try run.stores.shortenLogs()
            waiting = try run.stores.pages.unidentified(limit: LanguagesFrame.most)
        }
    }

    /// By the numbers of texts.
    private func documents() throws -> [Int64: [Int64]] {
        var documents: [Int64: [Int64]] = [:]
        try run.stores.index.pagesWithText { page, text in
            documents[text, default: []].append(page >> IndexSchema.pageBits)
        }
        return documents
    }

    private func write(_ languages: [Int64: String], document: Int64) throws {
        let stores = run.stores
        try stores.index.write { db in
            let writer = DocumentWriter(stores.index, pages: stores.pages)
            let pages = try writer.indexedPages(db, document: document).0.map { page in
                var page = page
                if let language = page.textID.flatMap({ languages[$0] }) {
                    page.language = IdentifiedLanguage.known(language)
                }
                return page
            }
            try writer.rewritePages(db, document: document, pages: pages, user: stores.user)
        }
    }

    /// Nil when the run must stop. A text that a reader does not survive has none.
    private func languages(
        of texts: ArraySlice<(id: Int64, text: String)>, _ conversation: WorkerConversation
    ) throws -> [Int64: String]? {
        do {
            let codes = try ask(texts.map(\.text), conversation)
            return Dictionary(uniqueKeysWithValues: zip(texts.map(\.id), codes))
        } catch ReaderProcess.Failure.stopped, ReaderProcess.Failure.killed, ReaderProcess.Failure.deaf {
            // That was not for the texts. The next run asks again.
            return nil
        } catch is ReaderProcess.Failure {
            guard texts.count > 1 else { return texts.first.map { [$0.id: ""] } ?? [:] }
            let middle = texts.startIndex + texts.count / 2
            guard let first = try languages(of: texts[..<middle], conversation),
                let rest = try languages(of: texts[middle...], conversation)
            else { return nil }
            return first.merging(rest) { first, _ in first }
        }
    }

    private func ask(_ texts: [String], _ conversation: WorkerConversation) throws -> [String] {
        let file = try OpenFile.temporary()
        for var text in texts {
            if let number = text.withUTF8({ WholeWrite.failure(of: UnsafeRawBufferPointer($0), to: file.descriptor) }) {
                throw DocSearchError.system("Writing a temporary file in", UnnamedFile.folder, errno: number)
            }
        }
        let counts = texts.map(\.utf8.count)
        let request = IdentifyLanguagesRequest(byteCounts: counts, limits: run.options.limits.extraction)
        let nowhere = BundlePath("", in: IndexRoot(id: 0, path: "", isFile: false, languages: []))
        let clock = AnswerClock(run.options, bytes: Int64(counts.reduce(0, +)))
        var codes: [String] = []
        try conversation.ask(
            .identifyLanguages(request), of: OpenBundle(copy: file, of: nowhere, passwords: []), clock: clock
        ) { frame in
            switch frame {
            case .starting(let value): clock.begin(value.stage)
            case .languages(let value) where codes.isEmpty && value.codes.count == texts.count: codes = value.codes
            case .finished where codes.count == texts.count: return true
            default: throw ReaderProcess.Failure.rubbish("a frame that does not belong to an answer about languages")
            }
            return false
        }
        return codes
    }
}
