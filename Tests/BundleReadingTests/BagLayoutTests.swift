import BundleReading
import ExtractionProtocol
import Testing

/// Bags and OCFL objects, which hold other layouts.
@Suite struct BagLayoutTests {
    @Test(arguments: LayoutFixture.tops)
    func bagPutsThePayloadsOwnDescriptionFirst(top: String) throws {
        let bundle = try LayoutFixture.open(LayoutFixture.bag, in: top)
        expectBundle(bundle, format: .bagit, entries: [top + "data/minutes.pdf"], problems: [])
        let expected = DocumentMetadata.described(
            "Letter on Rooks", by: ["Lee, Ann"], date: "1932-03", tags: ["birds", "church"], identifier: "ME/7",
            language: "en", description: "Old minutes",
            details: [
                .init(.package, called: "Contact-Name", "Roe, Bo"),
                .init(.package, called: "Bagging-Date", "2024-02-29"),
            ])
        #expect(bundle.documents[0].metadata == expected)
        let raw = try #require(bundle.documents[0].rawMetadata)
        #expect(raw.contains("Letter on Rooks"))
        #expect(raw.contains("External-Identifier"))
        #expect(try bytes(of: bundle.pdf(of: bundle.documents[0])) == Fixture.pdf)
    }

    @Test func bagLeavesItsPDFTheTitleItHas() throws {
        let bundle = try LayoutFixture.open(LayoutFixture.bag.filter { $0.0 != "data/dc.xml" })
        #expect(bundle.documents[0].metadata.title == nil)
        #expect(bundle.documents[0].metadata.authors.isEmpty)
        #expect(bundle.documents[0].metadata.date == nil)
    }

    @Test func imagesAreEntitledByTheDescriptionOfTheirBag() throws {
        let files = LayoutFixture.bag.filter { !$0.0.hasPrefix("data/") && !$0.0.hasPrefix("manifest") }
        let bundle = try LayoutFixture.open(files + [("data/1.png", "image")])
        #expect(bundle.documents.map(\.metadata.title) == ["Old minutes"])
        #expect(bundle.documents.map(\.entry) == ["data"])
    }

    @Test func bagSaysOfSeveralDocumentsOnlyWhatFitsAll() throws {
        let bundle = try LayoutFixture.open(LayoutFixture.bag + [("data/second.pdf", LayoutFixture.pdf)])
        #expect(bundle.documents.count == 2)
        for document in bundle.documents {
            #expect(document.metadata.identifier == nil)
            #expect(document.metadata.title == nil)
            #expect(document.metadata.description == nil)
            #expect(document.metadata.date == "1932-03")
            #expect(document.metadata.tags == ["birds", "church"])
        }
    }

    @Test func bagHoldsOtherLayouts() throws {
        let inner = LayoutFixture.mets.map { ("data/" + $0.0, $0.1) }
        let bundle = try LayoutFixture.open([("bagit.txt", LayoutFixture.declaration)] + inner)
        #expect(bundle.format == .bagit)
        #expect(bundle.documents.map(\.metadata.title) == ["The Opening"])
        #expect(bundle.documents.map(\.entry) == ["data/img"])
    }

    @Test func reportsWhatTheManifestOfABagMisses() throws {
        let manifest = (
            "manifest-md5.txt", "ab  data/gone.pdf\nab  ../outside.pdf\nab  data/minutes.pdf\nab  data/.DS_Store\n"
        )
        let bundle = try LayoutFixture.open(LayoutFixture.bag + [manifest])
        #expect(bundle.problems.map(\.entry) == ["../outside.pdf", "data/gone.pdf"])
        #expect(bundle.problems.map(\.code) == [.damaged, .damaged])
        #expect(bundle.documents.count == 1)
    }

    @Test func bagsWithinBagsEndAtALimit() throws {
        let deep = String(repeating: "data/", count: 300)
        var files = [(deep + "a.pdf", LayoutFixture.pdf)]
        for depth in 0..<300 { files.append((String(deep.prefix(depth * 5)) + "bagit.txt", LayoutFixture.declaration)) }
        #expect(try bundleError { try LayoutFixture.open(files) }.code == .limit)
    }

    @Test func skipsAnEmptyBag() throws {
        let bundle = try LayoutFixture.open([("bagit.txt", LayoutFixture.declaration)])
        #expect(bundle.skipReason != nil)
    }

    @Test(arguments: LayoutFixture.tops)
    func readsTheNewestVersionOfAnOCFLObject(top: String) throws {
        let bundle = try LayoutFixture.open(LayoutFixture.ocfl, in: top)
        expectBundle(bundle, format: .ocfl, problems: [])
        // Known by the object's own path, wherever the object lies.
        #expect(bundle.documents.map(\.entry) == ["papers/minutes.pdf"])
        let expected = DocumentMetadata.described(
            nil, identifier: "urn:me:7",
            details: [
                .init(.package, called: "Version created", "2020-04-02T09:30:00Z"),
                .init(.package, called: "Version made by", "Ann Lee"),
                .init(.package, called: "Version message", "Again"),
            ])
        #expect(bundle.documents[0].metadata == expected)
        #expect(try bytes(of: bundle.pdf(of: bundle.documents[0])) == Fixture.pdf)
        #expect(bundle.text(of: bundle.documents[0]).pages.map { $0?.text } == ["one", "two"])
    }

    @Test func reportsWhatAnOCFLObjectMisses() throws {
        let bundle = try LayoutFixture.open(LayoutFixture.ocfl.filter { $0.0 != "v1/content/s.txt" })
        #expect(bundle.problems.map(\.entry) == ["v1/content/s.txt"], "where it should be, whatever it is called")
        #expect(bundle.documents.count == 1)
        #expect(!bundle.documents[0].hasText)
    }

    @Test func refusesAnOCFLObjectWithoutItsNewestVersion() throws {
        let files = [("0=ocfl_object_1.0", ""), ("inventory.json", #"{"head":"v3","manifest":{},"versions":{}}"#)]
        let error = try bundleError { try LayoutFixture.open(files) }
        #expect(error.code == .damaged)
        #expect(error.entry == "inventory.json")
    }
}
