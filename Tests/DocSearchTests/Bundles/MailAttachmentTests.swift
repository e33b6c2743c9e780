import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// Title, author and date of an attachment whose PDF, name and message disagree.
@Suite("Attachments beside their message")
struct MailAttachmentTests {
    private static let files: [(name: String, bytes: [UInt8])] = [
        ("weirs.pdf", pdf("a", ["Title": "Thoughts on Weirs", "Author": "Ruth Weir", "CreationDate": "D:20100405"])),
        ("1931-05-06 Letter.pdf", pdf("b")), ("Plan of the sluice.pdf", pdf("c")), ("1931-05-07.pdf", pdf("d")),
        (
            "scan0001.pdf",
            pdf("e", ["Title": "scan0001", "Author": "Ricoh", "Producer": "RICOH MP", "CreationDate": "D:20140405"])
        ),
        ("2015 Budget.pdf", pdf("f")),
        ("papers.zip", ZipWriter([.init("in.pdf", pdf("g", ["Title": "On Locks", "Author": "Tom Lock"]))]).bytes),
        ("0012.pdf", pdf("h", ["Title": "Report"])),
    ]

    private static func pdf(_ text: String, _ information: [String: String] = [:]) -> [UInt8] {
        PDFWriter(texts: ["a heron \(text)"], information: information).bytes
    }

    private static func message(_ files: [(name: String, bytes: [UInt8])]) -> String {
        let parts = files.map { name, bytes in
            "--x\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\nContent-Disposition: "
                + "attachment; filename=\"\(name)\"\n\n"
                + Data(bytes).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed]) + "\n"
        }
        return """
            From: Jane Post <jane@example.org>
            To: Bob <bob@example.org>
            Subject: Papers about water
            Date: Wed, 22 Apr 2015 10:00:00 +0100
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary=x

            --x
            Content-Type: text/plain

            Here they are.
            \(parts.joined())--x--

            """
    }

    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(message(files).utf8, to: "1999-01-02 post/a.eml")
        try archive.write("From jane Wed Apr 22 10:00:00 2015\n\(message([files[0], files[1]]))\n".utf8, to: "b.mbox")
        let scan = PDFWriter([try DrawnScan.page()], information: ["CreationDate": "D:20140405"]).bytes
        try archive.write(message([("Drawn.pdf", scan)]).utf8, to: "c.eml")
        try await archive.update()
        return archive
    }

    private static let indexed = Task { try await archive() }
    private static let sent = "2015-04-22T10:00:00+01:00"

    @Test(arguments: [
        ("weirs.pdf", "Thoughts on Weirs", "Ruth Weir", "2010-04-05"),
        ("1931-05-06 Letter.pdf", "1931-05-06 Letter", "Jane Post", "1931-05-06"),
        ("Plan of the sluice.pdf", "Plan of the sluice", "Jane Post", sent),
        ("1931-05-07.pdf", "Papers about water", "Jane Post", "1931-05-07"),
        ("scan0001.pdf", "Papers about water", "Jane Post", sent),
        ("2015 Budget.pdf", "2015 Budget", "Jane Post", sent),
        ("papers.zip!/in.pdf", "On Locks", "Tom Lock", sent), ("0012.pdf", "Papers about water", "Jane Post", sent),
    ])
    func attachmentsKeepWhatTheyAndTheirNamesSay(name: String, title: String, author: String, date: String) async throws
    {
        let archive = try await Self.indexed.value
        let document = try archive.index.document(DocumentReference("1999-01-02 post/a.eml!/\(name)"))
        #expect(document.title == title)
        #expect(document.authors == [author])
        #expect(document.date?.description == date)
        #expect(try archive.find("\"papers about water\"").contains(document.path))
        #expect(try archive.find("jane@example.org").contains(document.path))
    }

    @Test func theMessageStaysADetailOfWhatHasItsOwn() async throws {
        let archive = try await Self.indexed.value
        let details = [
            DocumentDetail(.person, "To", "Bob <bob@example.org>"),
            DocumentDetail(.other, "Subject", "Papers about water"), DocumentDetail(.person, "From", "Jane Post"),
            DocumentDetail(.person, "From", "jane@example.org"), DocumentDetail(.other, "Sent", Self.sent),
        ]
        for path in ["1999-01-02 post/a.eml!/weirs.pdf", "b.mbox!/message-1/weirs.pdf"] {
            let document = try archive.index.document(DocumentReference(path))
            #expect(document.title == "Thoughts on Weirs")
            #expect(document.details == details)
        }
        let letter = try archive.index.document(DocumentReference("b.mbox!/message-1/1931-05-06 Letter.pdf"))
        #expect(letter.date?.description == "1931-05-06")
        #expect(letter.details.contains(DocumentDetail(.other, "Sent", Self.sent)))
    }

    /// Only its pages tell that it is a scan.
    @Test func aScanHasTheDateOfItsMessage() async throws {
        let document = try await Self.indexed.value.index.document(DocumentReference("c.eml!/Drawn.pdf"))
        #expect(document.date?.description == Self.sent)
        #expect(document.details.contains(DocumentDetail(.other, "Scanned", "2014-04-05")))
    }

    @Test func aBundleIsDescribedAsItIsIndexed() async throws {
        let archive = try await Self.indexed.value
        let options = IndexingOptions.forTests
        var dates: [String: String] = [:]
        try BundleInspector(options: options, extent: .documents).describe([archive.root + "/1999-01-02 post/a.eml"]) {
            for document in $0.documents { dates[document.entry] = document.date?.description }
        }
        #expect(dates["weirs.pdf"] == "2010-04-05")
        #expect(dates["1931-05-06 Letter.pdf"] == "1931-05-06")
        #expect(dates["scan0001.pdf"] == Self.sent)
    }
}
