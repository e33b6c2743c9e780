import BundleReading
import DocSearchTestSupport
import ExtractionProtocol
import Testing

/// What becomes of single fields of a sidecar.
@Suite struct SidecarMetadataTests {
    private func metadata(_ json: String) throws -> DocumentMetadata {
        let bundle = try openZip([.init("a.pdf", Fixture.pdf), .init("a.json", json)])
        #expect(bundle.problems.isEmpty)
        return bundle.documents[0].metadata
    }

    /// The date of the file does not replace it.
    @Test(arguments: [
        "undated", "n.d.", "s.d.", "o. J.", "[o. D.]", "19th century", "18. Jh.", "1930s", "193-?", "[19--]",
        "before 1900", "unknown", "ohne Datum",
    ])
    func sidecarReaderKeepsWhatIsStatedInPlaceOfADate(text: String) throws {
        let metadata = try metadata(#"{"date":"\#(text)"}"#)
        #expect(metadata.date == nil)
        #expect(metadata.details == [MetadataDetail(.other, called: "Date", text)])
    }

    @Test(arguments: [
        #"{"date":""}"#, #"{"date":"-"}"#, #"{"date":"0000-00-00"}"#, #"{"date":null}"#, #"{"title":"a"}"#,
    ])
    func nothingIsStatedByAnEmptyDate(json: String) throws { #expect(try metadata(json).details.isEmpty) }

    @Test(arguments: [
        (#"{"DATE":1931}"#, "1931"), (#"{"issued":"1931","created":"2024-01-01"}"#, "1931"),
        (#"{"date":"unknown","created":"2024-01-01"}"#, "2024-01-01"), (#"{"date":["1931-03"]}"#, "1931-03"),
        (#"{"date":{"year":1931}}"#, nil), (#"{"date":{"start":"1931"}}"#, "1931"),
        (#"{"date":{"from":"22 April 1931","to":"3 May 1931"}}"#, "1931-04-22"), (#"{"date":{"value":1931}}"#, "1931"),
        (#"{"date":{"end":"1931"}}"#, nil),
    ])
    func sidecarReaderFindsTheDate(json: String, date: String?) throws {
        let metadata = try metadata(json)
        #expect(metadata.date == date)
        #expect(metadata.details.isEmpty == (date != nil))
    }

    @Test(arguments: [
        (#"{"author":"Ann Lee"}"#, ["Ann Lee"]), (#"{"authors":["Ann; Lee","Bo"]}"#, ["Ann; Lee", "Bo"]),
        (#"{"creator":" Ann ; ;Bo;Ann"}"#, ["Ann", "Bo"]), (#"{"Author":"Lee, Ann"}"#, ["Lee, Ann"]),
        (#"{"author":[{"name":"Ann"},{"orcid":"1"},7,null]}"#, ["Ann", "7"]),
        (#"{"authors":[],"creator":"Bo"}"#, ["Bo"]), (#"{"author":null}"#, []), (#"{"author":true}"#, []),
    ])
    func sidecarReaderFindsTheAuthors(json: String, authors: [String]) throws {
        #expect(try metadata(json).authors == authors)
    }

    @Test(arguments: [
        (#"{"tags":["a, b","c"]}"#, ["a, b", "c"]), (#"{"keywords":"a, b;c"}"#, ["a", "b", "c"]),
        (#"{"subject":"law"}"#, ["law"]), (#"{"subjects":["law"],"tags":[]}"#, ["law"]), (#"{"tags":1931}"#, ["1931"]),
    ])
    func sidecarReaderFindsTheTags(json: String, tags: [String]) throws {
        #expect(try metadata(json).tags == tags)
    }

    @Test(arguments: [
        (#"{"pageCount":12}"#, 12), (#"{"pageCount":12.0}"#, 12), (#"{"page_count":"12"}"#, 12),
        (#"{"pageCount":0}"#, 0), (#"{"pageCount":-1}"#, nil), (#"{"pageCount":1.5}"#, nil),
        (#"{"pageCount":1e300}"#, nil), (#"{"pageCount":1e999}"#, nil), (#"{"pageCount":99999999999999999999}"#, nil),
        (#"{"pageCount":true}"#, nil),
    ])
    func sidecarReaderFindsThePageCount(json: String, count: Int?) throws {
        #expect(try metadata(json).claimedPageCount == count)
    }

    @Test(arguments: [
        (#"{"title":1931}"#, "1931"), (#"{"title":"  "}"#, nil), (#"{"title":{"en":"x"}}"#, nil),
        (#"{"Title":"a","title":"b"}"#, nil), (#"{"title":["First","Second"]}"#, "First"),
    ])
    func sidecarReaderFindsTheTitle(json: String, title: String?) throws {
        let found = try metadata(json).title
        // Of two spellings of one key either may be taken.
        if json.contains("Title") { #expect(found == "a" || found == "b") } else { #expect(found == title) }
    }

    @Test func readsASidecarOfJSONInUTF16() throws {
        let json: [UInt8] =
            [0xFF, 0xFE]
            + Array(#"{"title":"Größe"}"#.utf16).flatMap {
                [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)]
            }
        let bundle = try openZip([.init("a.pdf", Fixture.pdf), .init("a.json", json)])
        #expect(bundle.documents[0].metadata.title == "Größe")
    }

    @Test(arguments: [511, 10_000, 1_000_000])
    func readingASidecarSurvivesDeepNesting(depth: Int) throws {
        let json =
            #"{"title":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        let bundle = try openZip([.init("a.pdf", Fixture.pdf), .init("a.json", json)])
        #expect(bundle.documents.map(\.metadata.title) == [nil])
        #expect(bundle.problems.map(\.code) == (depth > 511 ? [.damaged] : []))
    }
}
