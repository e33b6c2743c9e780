import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// METS documents that are called by a shelf mark, and texts as ALTO without anything else.
@Suite("A folder that is a bundle by its content alone")
struct ContentBundleTests {
    enum Kind: CaseIterable {
        case mets, metsBesideImage, twoMETS, text, texts

        var files: [(name: String, bytes: [UInt8])] {
            switch self {
            case .mets: [("Ms-17.xml", Self.mets("text/1.xml")), ("text/1.xml", Self.alto("weir"))]
            case .metsBesideImage: Kind.mets.files
            case .twoMETS:
                Kind.mets.files + [("Ms-18.xml", Self.mets("text/2.xml")), ("text/2.xml", Self.alto("the weir"))]
            case .text: [("1.xml", Self.alto("weir"))]
            case .texts:
                [("1.xml", Self.alto("weir")), ("2.xml", Self.alto("the weir")), ("3.xml", Self.alto("a weir"))]
            }
        }

        /// The file that is damaged, and how many documents have the word.
        var description: String { self == .texts ? "2.xml" : files[0].name }
        var count: Int { self == .texts ? 3 : self == .twoMETS ? 2 : 1 }

        private static func mets(_ text: String) -> [UInt8] {
            Array(
                """
                <mets xmlns:xlink="http://www.w3.org/1999/xlink" LABEL="Heron \(text)"><fileSec><file ID="A">
                <FLocat xlink:href="\(text)"/></file></fileSec></mets>
                """.utf8)
        }

        private static func alto(_ words: String) -> [UInt8] {
            let strings = words.split(separator: " ").map { "<String CONTENT=\"\($0)\"/>" }.joined()
            return Array(
                "<alto><Layout><Page><PrintSpace><TextBlock><TextLine>\(strings)</TextLine></TextBlock></PrintSpace></Page></Layout></alto>"
                    .utf8)
        }
    }

    private func write(_ kind: Kind, to archive: TestArchive, _ folder: String) throws {
        for file in kind.files { try archive.write(file.bytes, to: folder + file.name) }
        guard kind == .metsBesideImage else { return }
        let image = URL(fileURLWithPath: SampleArchive.samples + "/bundles/image-alone.png")
        try archive.write(Data(contentsOf: image), to: folder + "front.png")
    }

    private func weirs(_ archive: TestArchive) throws -> Int {
        try archive.find("weir") { $0.showsCopies = true }.count
    }

    @Test(arguments: Kind.allCases) func isIndexedAsARootOfItsOwn(kind: Kind) async throws {
        let archive = try TestArchive()
        try write(kind, to: archive, "")
        let run = try await archive.update()
        #expect(run.report.bundles == 1)
        #expect(run.failures.isEmpty, "\(run.failures)")
        #expect(try weirs(archive) == kind.count)
        let idle = try await archive.update([]) { $0.extractorPath = "/bin/false" }
        #expect(idle.report.unchanged == 1)
        #expect(try weirs(archive) == kind.count)
    }

    @Test func isIndexedWhereARootBecomesOne() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        try await archive.update()
        try archive.remove("a.pdf")
        try write(.mets, to: archive, "")
        try await archive.update()
        #expect(try weirs(archive) == 1)
        try archive.remove("Ms-17.xml")
        try archive.remove("text")
        try archive.write(["heron"], to: "b.pdf")
        try await archive.update()
        #expect(try archive.find("heron") == ["b.pdf"])
        #expect(try weirs(archive) == 0)
    }

    @Test(arguments: Kind.allCases, ["", "box/"]) func keepsItsTextWhenItsXMLIsZeroed(
        kind: Kind, folder: String
    ) async throws {
        let archive = try TestArchive()
        try write(kind, to: archive, folder)
        try await archive.update()
        let documents = try archive.index.status().documents
        let good = kind.files.first { $0.name == kind.description }?.bytes ?? []
        try archive.write([UInt8](repeating: 0, count: good.count), to: folder + kind.description)
        for isFull in [false, false, true] {
            let run = try await archive.update([]) { $0.full = isFull }
            #expect(run.report.removed == 0)
            #expect(try archive.index.status().documents == documents)
            #expect(try weirs(archive) == kind.count)
            let failures = try archive.index.status().failures
            #expect(failures.contains { $0.path.hasSuffix(kind.description) }, "\(failures)")
        }
        try archive.write(good, to: folder + kind.description)
        try await archive.update([])
        #expect(try archive.index.status().failures.isEmpty)
        #expect(try archive.index.status().documents == documents)
        #expect(try weirs(archive) == kind.count)
    }

    @Test func isNoLongerOneWhenItsXMLSaysSo() async throws {
        let archive = try TestArchive()
        try write(.metsBesideImage, to: archive, "box/")
        try await archive.update()
        let documents = try archive.index.status().documents
        try archive.write("<notes/>".utf8, to: "box/Ms-17.xml")
        #expect(try await archive.update().failures.count == 1, "it may be the answer of a server")
        #expect(try archive.index.status().documents == documents)
        _ = try await TestRun(archive.index.reread(bundlesAt: archive.root + "/box", options: .forTests))
        #expect(try archive.index.status().failures.isEmpty)
        #expect(try archive.find("weir").count == 1, "as the text that it is")
        #expect(try archive.index.status().documents == 2)
        #expect(try await archive.update().report.new == 0)
    }

    @Test func copyIsNoMove() async throws {
        let archive = try TestArchive()
        try write(.mets, to: archive, "box/")
        try await archive.update()
        try FileManager.default.copyItem(atPath: archive.root + "/box", toPath: archive.root + "/copy")
        for number in 1...2 {
            let run = try await archive.update()
            #expect(run.report.moved == 0)
            #expect(run.report.new == (number == 1 ? 1 : 0))
            #expect(try weirs(archive) == 2)
        }
    }

    @Test(arguments: [false, true]) func isLookedAtAsAWholeWhenAPartOfItIsNamed(isDamaged: Bool) async throws {
        let archive = try TestArchive()
        try write(.mets, to: archive, "box/")
        try await archive.update()
        if isDamaged { try archive.write([0, 0], to: "box/Ms-17.xml") }
        let run = try await archive.update([archive.root + "/box/text"])
        #expect(run.report.bundles == 1)
        #expect(run.report.new == 0)
        #expect(try weirs(archive) == 1)
    }
}
