import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// Which files an OCFL object's newest version has.
@Suite struct OCFLInventoryTests {
    private static let inventory = #"""
        {"id":"urn:x-marsh:7","type":"https://ocfl.io/1.1/spec/#inventory","digestAlgorithm":"sha512","head":"v2",
        "manifest":{"AA":["v1/content/old.pdf"],"bb":["v2/content/new.pdf","v1/content/elsewhere.pdf"],
        "cc":["v1/content/dc.xml"]},
        "versions":{"v1":{"created":"2020-01-01T00:00:00Z","state":{"aa":["minutes.pdf"],"cc":["dc.xml"]}},
        "v2":{"created":"2021-05-06T07:08:09+01:00","message":"Better scan","user":{"name":"Ann Lee",
        "address":"mailto:ann@example.org"},"state":{"BB":["minutes.pdf","copies/minutes.pdf"],"cc":["dc.xml"]}}}}
        """#

    private func read(_ json: String) throws -> OCFLInventory { try OCFLInventory(parsing: Array(json.utf8)) }

    @Test func ocflInventoryMapsTheFilesOfItsHead() throws {
        let inventory = try read(Self.inventory)
        #expect(inventory.head == "v2")
        #expect(inventory.digestAlgorithm == "sha512")
        #expect(inventory.problems.isEmpty)
        #expect(
            inventory.files == [
                .init(logicalPath: "copies/minutes.pdf", contentPath: "v2/content/new.pdf", digest: "bb"),
                .init(logicalPath: "dc.xml", contentPath: "v1/content/dc.xml", digest: "cc"),
                .init(logicalPath: "minutes.pdf", contentPath: "v2/content/new.pdf", digest: "bb"),
            ])
    }

    @Test func ocflInventoryCarriesFieldsOver() throws {
        let record = try read(Self.inventory).record
        #expect(record.metadata.identifier == "urn:x-marsh:7")
        #expect(record.metadata.date == nil)
        #expect(record.metadata.authors.isEmpty)
        #expect(record.metadata.description == nil)
        #expect(record.metadata.details.map(\.kind) == [.package, .package, .package])
        #expect(record.metadata.details.map(\.value) == ["2021-05-06T07:08:09+01:00", "Ann Lee", "Better scan"])
        #expect(record.metadata.title == nil)
        #expect(record.rawText?.contains(#""user.address":["mailto:ann@example.org"]"#) == true)
    }

    @Test(arguments: [
        "v1/content/../../../etc/passwd", "/etc/passwd", "content/a.pdf", "v1/a.pdf", "vx/content/a.pdf",
        "../v1/content/a.pdf", "C:/v1/a/b",
    ])
    func ocflInventoryRefusesContentElsewhere(path: String) throws {
        let inventory = try read(
            #"{"head":"v1","manifest":{"aa":["\#(path)"]},"versions":{"v1":{"state":{"aa":["a.pdf"]}}}}"#)
        #expect(inventory.files.isEmpty)
        #expect(inventory.problems.map(\.entry) == ["a.pdf"])
    }

    @Test func ocflInventoryReportsFilesThatAreNowhere() throws {
        let inventory = try read(
            #"{"head":"v1","manifest":{},"versions":{"v1":{"state":{"aa":["b.pdf","../a.pdf"],"bb":7}}}}"#)
        #expect(inventory.files.isEmpty)
        #expect(inventory.problems.map(\.entry) == ["../a.pdf", "b.pdf"])
    }

    @Test(arguments: [
        "{}", "[]", "", #"{"head":"v1","manifest":{},"versions":{}}"#,
        #"{"head":"v1","manifest":{},"versions":{"v1":{}}}"#,
        #"{"head":"v9","manifest":{},"versions":{"v1":{"state":{}}}}"#,
    ])
    func refusesWhatIsNoOCFLInventory(json: String) throws {
        #expect(try bundleError { try read(json) }.code == .damaged)
    }

    @Test func readingOCFLInventoriesSurvivesMutations() {
        Mutations.read(Self.inventory, seed: 2, count: 1500, findingMoreThan: 100) { bytes in
            let inventory = try OCFLInventory(parsing: bytes)
            #expect(inventory.files.allSatisfy { ConfinedPath.path($0.contentPath) == $0.contentPath })
            return !inventory.files.isEmpty
        }
    }
}
