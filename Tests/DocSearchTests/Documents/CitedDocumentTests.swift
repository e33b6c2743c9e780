import DocSearchTestSupport
import Testing

@testable import DocSearch

@Suite("Documents by their citations")
struct CitedDocumentTests {
    @Test func aCitationHoldsWhereverTheDocumentIs() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        try archive.write(["grebe"], to: "b.pdf")
        try await archive.update()
        let cited = try archive.document("a.pdf").citation(ofPage: 1)
        try archive.move("a.pdf", to: "c.pdf")
        try archive.write(Array(archive.bytes(of: "c.pdf")), to: "copy.pdf")
        try await archive.update()
        for reference in [cited, String(cited.prefix(12)), String(cited.prefix(12)) + "-p99"] {
            let found = try archive.index.document(DocumentReference(reference))
            #expect(found.citation(ofPage: 1) == cited)
            #expect(try archive.index.document(linked: DocumentReference(reference)).id == found.id)
        }
        for other in [
            String(cited.prefix(11)), cited + "1x", cited + "-p1", "0" + cited, cited.uppercased(), "-p1", "",
        ] {
            #expect(throws: DocSearchError.self, "\(other)") {
                try archive.index.document(linked: DocumentReference(other))
            }
        }
        #expect(throws: DocSearchError.self) {
            try archive.index.document(linked: DocumentReference(cited), access: "grebe")
        }
    }
}
