import ExtractionProtocol
import Testing

@Suite("Metadata completed by other metadata")
struct DocumentMetadataTests {
    @Test func emptyMetadataTakesEverythingOfOther() {
        #expect(DocumentMetadata().completed(by: Example.metadata) == Example.metadata)
    }

    @Test func completedMetadataKeepsWhatItHas() {
        var other = DocumentMetadata()
        other.identifier = "other"
        other.title = "scan0001"
        other.titleSource = .documentInformation
        other.authors = ["A scanner"]
        other.date = "2001"
        other.language = "fr"
        other.description = "nothing"
        other.claimedPageCount = 99
        var kept = Example.metadata
        kept.details.append(MetadataDetail(.identifier, called: "Identifier", "other"))
        #expect(Example.metadata.completed(by: other) == kept, "an identifier more is a detail")
        #expect(Example.metadata.completed(by: DocumentMetadata()) == Example.metadata)
    }

    @Test func completedMetadataTakesATitleTogetherWithItsSource() {
        var own = DocumentMetadata()
        own.titleSource = .metadata
        var other = DocumentMetadata()
        other.title = "Minutes"
        other.titleSource = .fileName
        #expect(own.completed(by: other).titleSource == .fileName)
        #expect(other.completed(by: Example.metadata).titleSource == .fileName)
    }

    @Test(
        "Tags come together, each once",
        arguments: [
            (["a", "b"], ["b", "c"], ["a", "b", "c"]), ([], ["x"], ["x"]), (["x"], [], ["x"]),
            (["Water"], ["water"], ["Water", "water"]),
        ])
    func completedMetadataJoinsTags(own: [String], others: [String], expected: [String]) {
        var first = DocumentMetadata()
        first.tags = own
        var second = DocumentMetadata()
        second.tags = others
        #expect(first.completed(by: second).tags == expected)
    }
}
