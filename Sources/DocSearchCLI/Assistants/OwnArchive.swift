import AnswerForms
import DocSearch
import DocSearchMCP

/// The archive of the person who started the program.
struct OwnArchive: AssistantArchive {
    private let index: ArchiveIndex
    private let configuration: ConfigurationFile
    private let access: String?
    private let base: String?
    private let pages: ArchivePages

    private static let questionTime = Duration.seconds(30)

    /// `base` is the address of a server; nil for links that only the assistant can follow.
    init(_ index: ArchiveIndex, _ configuration: ConfigurationFile, filter: String?, base: String?) throws {
        (self.index, self.configuration, self.base) = (index, configuration, base)
        // What an assistant reads goes further than what a person reads.
        access = ArchiveIndex.sight(filter: filter, showsHidden: false)
        var options = ArchivePagesOptions()
        options.readers = 1
        options.passwords = try configuration.passwordFile().passwords
        options.limits = configuration.limits ?? options.limits
        pages = try ArchivePages(ArchiveIndex(beside: index), options: options)
    }

    func close() { pages.close() }
    func interrupt() { index.interrupt() }

    var comparesMeaning: Bool { index.hasVectors }

    func search(_ request: SearchRequest) async throws -> SearchResults {
        try await ask(request) { index, asked in
            var results = try index.search(asked)
            // The time would reveal words in documents outside the filter.
            if asked.access != nil { results.elapsed = .zero }
            guard !results.hints.isEmpty else { return results }
            let roots = try Redaction(rootsOf: index)
            for position in results.hints.indices {
                results.hints[position].message = roots.applied(to: results.hints[position].message)
            }
            return results
        }
    }

    func ask<Value: Sendable>(
        _ request: SearchRequest, _ body: @escaping @Sendable (ArchiveIndex, SearchRequest) throws -> Value
    ) async throws -> Value {
        var request = request
        request.access = access
        request.comparesFolders = false
        request.timeLimit = Self.questionTime
        try configuration.apply(to: &request, synonyms: nil)
        do {
            return try body(index, request)
        } catch let error as DocSearchError where error.code == .environment {
            StandardError.say("docsearch: \(error.message)")
            throw ToolFault("This needs something that the archive's machine lacks; \"docsearch doctor\" says what.")
        } catch let error as DocSearchError where error.code == .notFound {
            throw ToolFault("This document or page has no vectors: the model cannot read its text, or it is new.")
        }
    }

    func document(_ reference: String) async throws -> ArchiveDocument {
        var document = try index.document(linked: DocumentReference(reference), access: access)
        // The file's time may be that of another document in its bundle.
        if access != nil { document.modified = nil }
        return document
    }

    func about(_ document: ArchiveDocument) async throws -> JSONObject {
        let copies = try index.annotationsOnCopies(of: document, access: access)
        return DocumentJSON.object(document, file: nil)
            + DocumentJSON.whole(document, said: try index.annotations(of: document), ofCopies: copies)
    }

    func page(_ number: Int, of document: ArchiveDocument) async throws -> SeenPage? {
        try SeenPage(number, of: document, in: index, repair: Remedy.repair.command)
    }

    func size(ofPage page: Int, of document: ArchiveDocument) async throws -> PageText.Size {
        let size = try await drawn { try await pages.size(of: document, page: page) }
        guard let size, size.isDrawable else { throw ToolFault("The page cannot be drawn: it is damaged.") }
        return size
    }

    func image(_ request: PageImageRequest, of document: ArchiveDocument) async throws -> PageImage {
        try await drawn { try await pages.image(request, of: document) }
    }

    private func drawn<Value>(_ draw: () async throws -> Value) async throws -> Value {
        do { return try await draw() } catch let error as DocSearchError {
            StandardError.say("docsearch: \(error.message)")
            throw ToolFault(error.sentenceOfViewing)
        }
    }

    func link(_ document: Int64, page: Int?) -> String {
        guard let base else { return DocumentResource.uri(document, page: page) }
        return "\(base)/documents/\(document)" + (page.map { "/pages/\($0)" } ?? "")
    }

    func sentence(_ error: any Error) -> String? {
        guard let error = error as? DocSearchError else { return nil }
        // The log need not say where an assistant was mistaken.
        if ![.notFound, .ambiguous, .usage].contains(error.code) { StandardError.say("docsearch: \(error.message)") }
        return switch error.code {
        case .notFound: "There is no such document or page."
        case .ambiguous: "Several documents have this name. Use the number of one."
        case .usage: Redaction([index.path]).applied(to: error.message)
        case .noIndex: "Nothing has been indexed yet."
        case .damagedIndex: "A part of the index cannot be read."
        case .limit: "The search took too long. Search for rarer words, or for fewer."
        default: "This could not be answered."
        }
    }

    func isMissing(_ error: any Error) -> Bool {
        (error as? DocSearchError).map { [.notFound, .ambiguous].contains($0.code) } ?? false
    }
}
