import BundleReading
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@Suite struct HostileZipTests {
    /// An entry that is refused, and how.
    static let refusals: [(entry: ZipWriter.Entry, code: ProblemFrame.Code, reason: String)] = [
        (
            ZipWriter.Entry("x.pdf", Fixture.pdf).with { $0.flags = ZipWriter.Entry.encrypted }, .locked,
            "it is encrypted; give its password in a file with --passwords, or unpack it and index the result"
        ),
        (
            ZipWriter.Entry("x.pdf", Fixture.pdf).with { $0.method = 97 }, .unsupported,
            "compression method 97 is not supported"
        ),
        (
            ZipWriter.Entry("x.pdf", "/etc/passwd").with { $0.unixMode = ZipWriter.Entry.symbolicLink },
            .unsupported, "it is a symbolic link, which is not followed"
        ),
    ]

    @Test(arguments: refusals)
    func refusesAHostileZipEntryAndKeepsTheRest(entry: ZipWriter.Entry, code: ProblemFrame.Code, reason: String) throws
    {
        let bundle = try openZip([.init("a.pdf", Fixture.pdf), entry])
        #expect(bundle.documents.map(\.entry) == ["a.pdf"])
        #expect(bundle.problems == [BundleError(code, reason, entry: "x.pdf")])
    }

    @Test func opensZipOfNothingButRefusedEntries() throws {
        let bundle = try openZip(Self.refusals.map(\.entry))
        #expect(bundle.documents.isEmpty)
        #expect(bundle.problems.map(\.entry) == ["x.pdf", "x.pdf#2", "x.pdf#3"])
    }

    /// An entry whose damage only shows while it is read.
    static let damages: [(entry: ZipWriter.Entry, reason: String)] = [
        (ZipWriter.Entry("x.pdf", Fixture.pdf).with { $0.checksum = 7 }, "its checksum does not match"),
        (
            ZipWriter.Entry("x.pdf", Fixture.pdf).with { $0.claimedSize = 9 },
            "its header or its length does not agree with the directory"
        ),
        (
            ZipWriter.Entry("x.pdf", Fixture.pdf).with { $0.method = 8 }, "its compressed data is damaged"
        ),
        (
            Fixture.bombEntry("x.pdf").with { $0.data = Array(Fixture.bomb.prefix(100)) },
            "its checksum does not match"
        ),
        (
            ZipWriter.Entry("x.pdf", Fixture.pdf).with { $0.claimedPackedSize = 1 << 20 }, "it ends too early"
        ),
    ]

    @Test(arguments: damages)
    func findsDamageOfAZipEntryWhileReading(entry: ZipWriter.Entry, reason: String) throws {
        let bundle = try openZip([entry, .init("b.pdf", Fixture.pdf)])
        let error = try bundleError { try bundle.pdf(of: bundle.documents[0]) }
        #expect(error == BundleError(.damaged, reason, entry: "x.pdf"))
        #expect(try bytes(of: bundle.pdf(of: bundle.documents[1])) == Fixture.pdf)
    }

    /// Names that are dangerous to unpack to. They are only shown here, never used as paths.
    @Test(arguments: [
        ("../../etc/a.pdf", "../../etc/a.pdf"), ("/etc/a.pdf", "/etc/a.pdf"), ("C:\\a.pdf", "C:/a.pdf"),
        ("..\\..\\a.pdf", "../../a.pdf"), ("a\nb\t.pdf", "a\u{FFFD}b\u{FFFD}.pdf"),
        ("a\u{7F}\u{85}.pdf", "a\u{FFFD}\u{FFFD}.pdf"), (".pdf", ".pdf"),
        ("e\u{301}.pdf", "\u{E9}.pdf"),
    ])
    func readsAPDFUnderAnyNameInAZip(name: String, shown: String) throws {
        let bundle = try openZip([.init(name, Fixture.pdf)])
        let document = try #require(bundle.documents.first)
        #expect(Array(document.entry.unicodeScalars) == Array(shown.unicodeScalars))
        #expect(try bytes(of: bundle.pdf(of: document)) == Fixture.pdf)
    }

    @Test func readsANameInCodePage437InAZip() throws {
        let bundle = try openZip([
            .init(name: [0x47, 0x72, 0x94, 0xE1, 0x65] + Array(".pdf".utf8), data: Fixture.pdf)
        ])
        #expect(bundle.documents.map(\.entry) == ["Größe.pdf"])
    }

    @Test func zipNamePrefersItsUnicodeExtraField() throws {
        let unicode = Array("Größe.pdf".utf8)
        let entry = ZipWriter.Entry("Gr__e.pdf", Fixture.pdf).with { entry in
            let sum = ZipWriter.checksum(of: entry.name)
            entry.extra = [0x75, 0x70, UInt8(unicode.count + 5), 0, 1]
            entry.extra += (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt32($0))) } + unicode
        }
        #expect(try openZip([entry]).documents.map(\.entry) == ["Größe.pdf"])
    }

    @Test func showsNULInAZipNameAsSpace() throws {
        let bundle = try openZip([.init(name: Array("b\0c.pdf".utf8), data: Fixture.pdf)])
        #expect(bundle.documents.map(\.entry) == ["b c.pdf"])
        #expect(try bytes(of: bundle.pdf(of: bundle.documents[0])) == Fixture.pdf)
    }

    @Test func refusesAZipEntryWithALongName() throws {
        let bundle = try openZip([
            .init("a.pdf", Fixture.pdf), .init(String(repeating: "x", count: 60_000) + ".pdf", Fixture.pdf),
        ])
        #expect(bundle.documents.map(\.entry) == ["a.pdf"])
        #expect(bundle.problems.map(\.reason) == ["its name has 60004 bytes; the limit is 4096 (nameBytes)"])
        #expect(bundle.problems.first?.entry?.unicodeScalars.count == 101)
    }

    @Test func tellsDuplicateNamesInAZipApart() throws {
        let names = ["a.pdf", "a.pdf", "a.pdf#2", "a.pdf", "e\u{301}.pdf", "\u{E9}.pdf"]
        let bundle = try openZip(
            names.enumerated().map { .init($1 == "a.pdf#2" ? "a.pdf#2.pdf" : $1, "\($0)") })
        #expect(
            bundle.documents.map(\.entry) == [
                "a.pdf", "a.pdf#2", "a.pdf#2.pdf", "a.pdf#3", "\u{E9}.pdf", "\u{E9}.pdf#2",
            ])
        for (number, document) in bundle.documents.enumerated() {
            #expect(try bytes(of: bundle.pdf(of: document)) == Array("\(number)".utf8))
        }
    }

    @Test func refusesZipCutAnywhere() throws {
        let whole = ZipWriter([.init("a.pdf", Fixture.pdf), .init("b.pdf", Fixture.pdf)]).bytes
        for length in 4..<whole.count {
            let error = try bundleError { try openBundle(whole.prefix(length)) }
            #expect(error.code == .damaged || error.code == .unsupported)
        }
    }
}
