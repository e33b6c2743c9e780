import DocSearchTestSupport
import Foundation

@testable import DocSearch

/// An archive of three documents: four pages with words, and one with numbers alone.
final class MeaningArchive: Sendable {
    static let heron = "The heron fishes below the weir. It stands there all day."

    let archive: TestArchive
    var index: ArchiveIndex { archive.index }
    var folder: IndexFolder { IndexFolder(path: archive.indexPath) }

    /// `pages` more in a document of their own.
    init(pages: Int = 0) async throws {
        archive = try TestArchive()
        try archive.write(
            ["The cost of mending the viaduct was borne by the county.", "Masons came from the next valley."],
            to: "bridge.pdf")
        try archive.write([Self.heron], to: "heron.pdf")
        try archive.write(["1931 17 44 208", "A letter on the reed beds."], to: "ledger.pdf")
        guard pages > 0 else { return }
        try archive.write((1...pages).map { "Page \($0) of the book tells of keeper number \($0)." }, to: "book.pdf")
    }

    @discardableResult
    func update(
        _ model: StandInEmbedder, _ paths: [String]? = nil, _ change: (inout IndexingOptions) -> Void = { _ in }
    ) async throws -> TestRun {
        try await archive.update(paths) { options in
            options.model = MeaningModel(model)
            change(&options)
        }
    }

    /// The file for search.
    func file() throws -> VectorFile {
        guard let file = try VectorFile.open(folder) else { throw DocSearchError(.failed, "There is no file.") }
        return file
    }

    /// Tries until no other run has the lock.
    func whenFree<Value>(_ body: () async throws -> Value) async throws -> Value {
        while true {
            do {
                return try await body()
            } catch let error as DocSearchError where error.code == .locked {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }
}
