import AnswerForms
import DocSearch

/// An archive as one asker may see it, without anything outside of the asker's rights.
package protocol AssistantArchive: Sendable {
    /// Whether texts can be compared by meaning.
    var comparesMeaning: Bool { get async throws }
    func search(_ request: SearchRequest) async throws -> SearchResults
    /// `body` gets the request with the asker's rights.
    func ask<Value: Sendable>(
        _ request: SearchRequest, _ body: @escaping @Sendable (ArchiveIndex, SearchRequest) throws -> Value
    ) async throws -> Value
    /// By its number, its path in the archive, its identifier, or a citation.
    func document(_ reference: String) async throws -> ArchiveDocument
    /// All that is known of it, but its pages.
    func about(_ document: ArchiveDocument) async throws -> JSONObject
    /// Nil for a page that is not there.
    func page(_ number: Int, of document: ArchiveDocument) async throws -> SeenPage?
    func size(ofPage page: Int, of document: ArchiveDocument) async throws -> PageText.Size
    func image(_ request: PageImageRequest, of document: ArchiveDocument) async throws -> PageImage
    /// Where a person can look at it.
    func link(_ document: Int64, page: Int?) -> String
    /// For the asker, without places of files; nil where the failure is not theirs to know.
    func sentence(_ error: any Error) -> String?
    func isMissing(_ error: any Error) -> Bool
}

extension AssistantArchive {
    func reference(to document: ArchiveDocument, page: Int) -> JSONObject {
        ["cite": document.citation(ofPage: page), "link": link(document.id, page: page)]
    }
}

package struct SeenPage: Sendable {
    package var text: PageText
    package var highlights: [Highlight]
    package var corrections: [TextCorrection]
    private let repair: String

    /// Nil for a page that is not there. `repair` says what to do about damage.
    package init?(_ number: Int, of document: ArchiveDocument, in index: ArchiveIndex, repair: String) throws {
        do {
            guard let page = try index.pages(of: document, page: number, withLayouts: false).first else { return nil }
            text = page
        } catch let error as DocSearchError where error.code == .notFound {
            return nil
        }
        highlights = try index.highlights(of: document, page: number)
        corrections = try index.corrections(of: document, page: number)
        self.repair = repair
    }

    var object: JSONObject {
        PageJSON.object(text, highlights: highlights, corrections: corrections, repair: repair)
    }
}
