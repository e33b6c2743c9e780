import BundleConventions

/// Pages that tesseract was not sure of, and what a second recogniser has made of them; see ``ArchiveIndex/pagesInDoubt(for:)``.
public struct PagesInDoubt: Sendable, Hashable {
    /// All whose text has too little confidence, whichever program has read it, and those without a word that are not blank.
    /// Not those of which somebody has chosen a reading.
    public var pages = 0
    /// Those that the program is still to read.
    public var unread = 0
    /// Name and version that the program has given last; nil when no run has used it yet.
    public var engine: String?
    /// What a page took in the last run that read some.
    public var secondsPerPage: Double?
    /// Those that this version of the program had no answer for.
    public var failures: [Failure] = []

    /// A page without an answer.
    public struct Failure: Sendable, Hashable {
        /// The path form of the document.
        public var path: String
        /// From 1.
        public var page: Int
        /// No sentence.
        public var reason: String
    }

    /// How long the unread ones will take; nil when nothing was measured yet.
    public var seconds: Double? { secondsPerPage.map { $0 * Double(unread) } }
}

extension ArchiveIndex {
    /// The pages that `recognizer` has read, or is still to read.
    public func pagesInDoubt(for recognizer: PageRecognizer) throws -> PagesInDoubt {
        let stores = try IndexStores(reading: folder)
        let roots = try stores.user.roots()
        var doubt = PagesInDoubt()
        (doubt.engine, doubt.secondsPerPage) = try stores.index.secondReader(recognizer)
        for document in try stores.pagesInDoubt(roots: roots.map(\.id), recognizer.below, engine: doubt.engine) {
            doubt.pages += document.pages.count
            doubt.unread += document.unread.count
            guard !document.failures.isEmpty, let source = try stores.index.pageSource(document: document.id)
            else { continue }
            let path = PathForm.path(source.relativePath, entry: try stores.index.entry(ofDocument: document.id))
            let told = roots.telling(path, root: source.rootID)
            doubt.failures += document.failures.map { .init(path: told, page: $0.page, reason: $0.reason) }
        }
        return doubt
    }
}

/// The pages in doubt of one document, ascending.
struct DocumentInDoubt {
    var id: Int64
    var pages: [Int] = []
    /// Those that the program is still to read.
    var unread: [Int] = []
    var failures: [(page: Int, reason: String)] = []
}

extension IndexStores {
    /// Newest documents first. Without pages for which somebody has chosen a reading. `engine` is the name and version of the
    /// program; nil when it is not known, so that it has read nothing.
    func pagesInDoubt(roots: [Int64], _ below: Double, engine: String?) throws -> [DocumentInDoubt] {
        let documents = try index.pagesInDoubt(roots: roots, below: below)
        let texts = try index.textIDs(of: documents)
        let chosen = try pages.besidePreferences(Array(texts.values))
        let answers = try engine.map { try pages.reasons(ofAnswersBy: $0, besides: Array(texts.values)) } ?? [:]
        return try documents.map { id, numbers in
            var document = DocumentInDoubt(id: id)
            let own = numbers.map { texts[IndexSchema.pageRow(document: id, page: $0)] }
            // A page without a text has no row to go by.
            let others = own.contains(nil) ? try rows(ofDocument: id) : [:]
            for (page, text) in zip(numbers, own) {
                let rows = others[page] ?? []
                if text.map(chosen.contains) ?? rows.contains(where: \.isPreferred) { continue }
                document.pages.append(page)
                let answer = text.map { answers[$0] } ?? engine.flatMap { Self.answer(by: $0, among: rows) }
                if answer == nil { document.unread.append(page) }
                if let reason = answer.flatMap(SecondText.failure) { document.failures.append((page, reason)) }
            }
            return document
        }
    }

    private func rows(ofDocument id: Int64) throws -> [Int: [PageTextRow]] {
        guard let source = try index.pageSource(document: id) else { return [:] }
        return Dictionary(grouping: try pages.pages(of: scope(of: source)), by: \.page)
    }

    private static func answer(by engine: String, among rows: [PageTextRow]) -> [String]? {
        let first = rows.last { $0.source.origin == .ocr && !$0.source.isSecond && !$0.source.isAskedFor }
        guard let first else { return nil }
        return rows.last { $0.source == .second(engine: engine, languages: first.source.languages) }?.reasons
    }
}

/// What is noted in `meta` of `index.sqlite`, by the name that people have given a program.
extension IndexStore {
    func secondReader(_ recognizer: PageRecognizer) throws -> (engine: String?, pace: Double?) {
        let pace = try meta(Self.paceKey + recognizer.name).flatMap { Double($0) }
        // A program has a day for a page at most.
        return try (meta(Self.engineKey + recognizer.name), pace.flatMap { (0...86_400).contains($0) ? $0 : nil })
    }

    func note(_ engine: String, of recognizer: PageRecognizer) throws {
        try write { db in try db.setMeta(Self.engineKey + recognizer.name, to: engine) }
    }

    /// In seconds a page.
    func note(pace: Double, of recognizer: PageRecognizer) throws {
        try write { db in try db.setMeta(Self.paceKey + recognizer.name, to: String(pace)) }
    }

    private static let engineKey = "second-engine:"
    private static let paceKey = "second-pace:"
}
