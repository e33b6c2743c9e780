import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import BundleReading

/// Parts of mails that say little of what they are, or cannot be read, and what is said of them.
@Suite("What is lost of a mail") struct MailLossTests {
    private static func part(_ headers: [String], _ bytes: [UInt8]) -> MailWriter.Part {
        .init(
            headers + ["Content-Transfer-Encoding: base64"],
            Data(bytes).base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn]))
    }

    private static func text(_ type: String, _ body: String) -> MailWriter.Part {
        .init(["Content-Type: \(type)"], body)
    }

    private static func alternatives(_ parts: MailWriter.Part...) -> MailWriter.Part {
        let bodies = parts.map { "--a\r\n\($0.lines)\r\n" }.joined()
        return .init(["Content-Type: multipart/alternative; boundary=\"a\""], "\(bodies)--a--")
    }

    private static func read(_ writer: MailWriter) throws -> (text: String?, problems: [BundleError]) {
        let bundle = try openBundle(writer.text.utf8)
        let found = bundle.text(of: try #require(bundle.documents.first))
        return (found.unpaged, bundle.problems + found.problems)
    }

    // MARK: - Parts without names

    @Test(arguments: [
        (["Content-Type: image/jpeg", "Content-ID: <1@x>"], MailImageTests.jpeg(2000, 3000), "attachment-1.jpg"),
        (["Content-Type: application/octet-stream"], Fixture.pdf, "attachment-1.pdf"),
        (["Content-Type: application/octet-stream; name=scan"], Fixture.pdf, "scan.pdf"),
        (["Content-Type: image/png; name=scan"], MailImageTests.png(1240, 1754), "scan.png"),
        (["Content-Type: application/x-unknown"], MailImageTests.png(1240, 1754), "attachment-1.png"),
    ]) func partOfAMailThatSaysLittleIsADocument(headers: [String], bytes: [UInt8], name: String) throws {
        let bundle = try openBundle(MailWriter([.text(), Self.part(headers, bytes)]).text.utf8)
        #expect(bundle.documents.map(\.entry) == ["", name])
        #expect(bundle.documents[0].metadata.details.last == MetadataDetail(.attachment, called: "Attachment", name))
    }

    @Test func partOfAMailThatSaysLittleMayBeABundle() throws {
        let zip = ZipWriter([.init("a.pdf", Fixture.pdf)]).bytes
        let inner = Array(MailWriter([.text("inner words")], subject: "Inner").text.utf8)
        let bundle = try openBundle(
            MailWriter([
                .text(), Self.part(["Content-Type: application/zip"], zip),
                Self.part(["Content-Type: message/rfc822"], inner),
            ]).text.utf8)
        #expect(
            bundle.documents.map(\.entry) == ["", "attachment-1.zip!/a.pdf", "attachment-2.eml"])
        #expect(bundle.text(of: bundle.documents[2]).unpaged == "inner words")
    }

    /// An end that is not known is left as it is: the file is found by its name.
    @Test func attachmentsKeepNamesThatSayMore() throws {
        let zip = ZipWriter([.init("word/document.xml", "x")]).bytes
        let bundle = try openBundle(
            MailWriter([.text(), Self.part(["Content-Type: application/octet-stream; name=a.docx"], zip)]).text.utf8)
        #expect(
            bundle.documents[0].metadata.details.last == MetadataDetail(.attachment, called: "Attachment", "a.docx"))
    }

    // MARK: - Texts

    @Test(arguments: ["text/markdown", "text/x-patch", "text/calendar", "message/delivery-status"])
    func textOfAMailIsReadOfAnyTextualType(type: String) throws {
        let found = try Self.read(MailWriter([Self.text(type, "The weir was mended.")]))
        #expect(found.text == "The weir was mended.")
        #expect(found.problems.isEmpty)
    }

    @Test func textOfAMailIsTheBestOfTheAlternatives() throws {
        let (html, calendar) = (Self.text("text/html", "<p>rich</p>"), Self.text("text/calendar", "BEGIN:VCALENDAR"))
        #expect(try Self.read(MailWriter([Self.alternatives(calendar, html)])).text == "rich")
        #expect(
            try Self.read(MailWriter([Self.alternatives(calendar, Self.text("text/plain", "poor"), html)])).text
                == "poor")
        #expect(try Self.read(MailWriter([Self.alternatives(calendar)])).text == "BEGIN:VCALENDAR")
        #expect(try Self.read(MailWriter([Self.text("text/enriched", "<bold>very</bold> well")])).text == "very well")
    }

    private static let picture = "<img src=\"data:image/png;base64,\(String(repeating: "QUJD", count: 40_000))\">"
    private static let deep = String(repeating: "<div>", count: 400)

    @Test(arguments: [picture, deep, "<style>p { color: red }</style>" + deep, "<!-- <p>no</p> -->\(picture)"])
    func textOfAMailIsThatOfHTMLHoweverOdd(odd: String) throws {
        let html = Self.text("text/html", "<p>Fish &amp; weir</p>\(odd)<p>next&nbsp;day</p>")
        for writer in [MailWriter([html]), MailWriter([Self.alternatives(html)])] {
            let found = try Self.read(writer)
            #expect(found.text == "Fish & weir\nnext\u{A0}day" || found.text == "Fish & weir\nnext day")
            #expect(found.problems.isEmpty)
        }
        #expect(try Self.read(MailWriter([Self.alternatives(Self.text("text/plain", "poor"), html)])).text == "poor")
    }

    @Test func htmlIsFlattenedInTimeThatGrowsWithItsLength() throws {
        try expectInTime(.seconds(30)) {
            for start in ["<a \"", "<script>", "<!--", "<a '\"", "</", "<style></"] {
                let html = Array(String(repeating: start, count: 200_000).utf8)
                #expect(HTMLText.flattened(html).count <= html.count * 2)
            }
        }
        let html = "<title>no</title>a<script>if (a < b) { x = '</p>' }</script>b<p title='>'>c"
        #expect(try HTMLText.plain(HTMLText.flattened(Array(html.utf8)), limits: ExtractionLimits()) == "a b\nc")
    }

    @Test func mailSaysWhereItsCharsetIsNotKnown() throws {
        let odd = MailWriter.Part(
            ["Content-Type: text/plain; charset=x-odd", "Content-Transfer-Encoding: quoted-printable"], "Gr=FC=DFe")
        let found = try Self.read(MailWriter([odd]))
        #expect(found.text == "Grüße", "as well as it goes")
        #expect(found.problems.map(\.code) == [.unsupported])
        #expect(found.problems.first?.reason.contains("x-odd") == true)
    }

    @Test(arguments: [
        ("windows-1255", "=F9=EC=E5=ED", "שלום"), ("iso-8859-8-i", "=F9=EC=E5=ED", "שלום"),
        ("windows-1256", "=E3=D1=CD=C8=C7", "مرحبا"), ("windows-1257", "=E0=E8", "ąč"), ("cp850", "=81ber", "über"),
        ("macintosh", "=9Fber", "über"),
    ]) func textOfAMailIsReadInRareEncodings(charset: String, body: String, expected: String) throws {
        let part = MailWriter.Part(
            ["Content-Type: text/plain; charset=\(charset)", "Content-Transfer-Encoding: quoted-printable"], body)
        let found = try Self.read(MailWriter([part]))
        #expect(found.text == expected)
        #expect(found.problems.isEmpty)
    }

    // MARK: - What is not read

    @Test func mailCountsMessagesThatLieTooDeep() throws {
        var writer = MailWriter([.text("deepest")])
        for depth in 0..<12 {
            var outer = MailWriter([.text("level \(depth)"), .message(writer)])
            outer.boundary = "b\(depth)"
            writer = outer
        }
        let found = try Self.read(writer)
        #expect(found.text?.contains("level 11") == true)
        #expect(found.text?.contains("deepest") == false)
        #expect(found.problems.map(\.code) == [.limit])
        #expect(found.problems.first?.reason.hasPrefix("1 message lies within more than 8 others") == true)
    }

    @Test func mailSaysWhatASignatureHides() throws {
        let opaque = Self.part(
            ["Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m"], Array("MIIB".utf8))
        let found = try Self.read(MailWriter([opaque]))
        #expect(found.problems.map(\.code) == [.unsupported])
        #expect(found.problems.first?.reason.contains("S/MIME") == true)
    }

    /// Its attachments are no office document.
    @Test func attachmentHidesNothingBehindANameOfOthers() throws {
        let part = Self.part(
            ["Content-Type: text/xml", "Content-Disposition: attachment; filename=\"[Content_Types].xml\""],
            Array("<Types/>".utf8))
        let bundle = try openBundle(MailWriter([part, .init(file: "june.pdf")]).text.utf8)
        #expect(bundle.documents.map(\.entry) == ["", "june.pdf"])
        let zip = try openZip([.init("[Content_Types].xml", "<Types/>"), .init("a.pdf", Fixture.pdf)])
        #expect(zip.documents.map(\.entry) == ["a.pdf"])
        let bag = LayoutFixture.bag + [("data/[Content_Types].xml", "<Types/>")]
        #expect(try LayoutFixture.open(bag).documents.map(\.entry) == ["data/minutes.pdf"])
    }

    /// Of a list of parts that does not say what divides them, or was cut off before the first.
    @Test(arguments: ["multipart/mixed", "multipart/mixed; boundary=\"gone\""]) func textOfAMailIsReadWithoutParts(
        type: String
    )
        throws
    {
        let head = "From: a@b.org\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: \(type)\r\n\r\n"
        let bundle = try openBundle((head + "The weir was mended.\r\n").utf8)
        #expect(bundle.text(of: bundle.documents[0]).unpaged == "The weir was mended.")
    }

    @Test func aMailWhoseAttachmentsAreNotFoundIsDamaged() throws {
        let mail = MailWriter([.text(), Self.part(["Content-Type: application/pdf; name=a.pdf"], Fixture.pdf)]).text
        let bundle = try openBundle(mail.replacing("boundary=", with: "coundary=").utf8)
        #expect(bundle.problems.map(\.code) == [.damaged])
        #expect(try openBundle(mail.utf8).problems.isEmpty)
    }

    /// An attached mail was written by another.
    @Test func mailSaysNothingOfAttachedMails() throws {
        var inner = MailWriter([.text("inner words")], subject: "Inner")
        inner.set("To", "zoe@example.org")
        inner.set("Message-ID", nil)
        inner.boundary = "i"
        let bundle = try openBundle(
            MailWriter([.text(), .init(file: "a.eml", type: "application/octet-stream", Array(inner.text.utf8))]).text
                .utf8)
        #expect(bundle.documents.map(\.entry) == ["", "a.eml"])
        #expect(bundle.documents[1].metadata.identifier == nil)
        #expect(bundle.documents[1].metadata.details.map(\.value) == ["zoe@example.org"])
    }

    /// A file in a forwarded message came with that one.
    @Test func mailTellsWhoSentWhatWasForwarded() throws {
        var inner = MailWriter([.text(), .init(file: "inner.pdf")], subject: "Inner")
        inner.set("From", "Zoe <zoe@example.org>")
        inner.set("Date", "Mon, 2 Jun 1997 10:00:00 +0000")
        inner.boundary = "i"
        let bundle = try openBundle(MailWriter([.text(), .message(inner), .init(file: "outer.pdf")]).text.utf8)
        #expect(bundle.documents.map(\.entry) == ["", "inner.pdf", "outer.pdf"])
        let messages = bundle.documents.map { $0.message ?? $0.metadata }
        #expect(messages.map(\.authors) == [["Ada Lovelace"], ["Zoe"], ["Ada Lovelace"]])
        #expect(messages.map(\.title) == ["Minutes of June", "Inner", "Minutes of June"])
        #expect(messages[1].date?.hasPrefix("1997-06-02") == true)
    }

    // MARK: - People

    @Test func mailNamesMembersOfAddressGroups() throws {
        var writer = MailWriter([.text()])
        writer.set("To", "Team: ann@x.org, Bob <bob@y.org>;, c@z.org")
        let people = try openBundle(writer.text.utf8).documents[0].metadata.details.map(\.value)
        #expect(Set(people) == ["Team", "ann@x.org", "Bob <bob@y.org>", "c@z.org"])
    }

    @Test func mailNamesAllRecipients() throws {
        var writer = MailWriter([.text()])
        writer.set("To", (1...600).map { "p\($0)@x.org" }.joined(separator: ",\r\n "))
        #expect(try openBundle(writer.text.utf8).documents[0].metadata.details.count == 600)
    }

    @Test func recipientsOfAMailboxAreNotKeptInAnyNumber() throws {
        var writer = MailWriter([.text()])
        writer.set("To", (1...200).map { "p\($0)@x.org" }.joined(separator: ",\r\n "))
        let separator = "From a@b Tue Jun  3 18:30:05 2003\r\n"
        let box = try mail(
            Array((1...200).map { _ in separator + writer.text + "\r\n" }.joined().utf8), isMailbox: true
        ) {
            $0.recordBytes = 4_000
        }
        #expect(box.letters.count == 200)
        #expect(box.letters.first?.metadata.details.count == 200)
        #expect(box.letters.last?.metadata.details.isEmpty == true)
        #expect(box.problems.last?.code == .limit)
    }

    // MARK: - Mailboxes

    @Test(arguments: [
        ("From - Tue Jun 03 18:30:05 2003\r\n", "\r\n", 3), ("From - Tue Jun 03 18:30:05 2003\r\n", "", 3),
        ("From ada Tue Jun  3 18:30:05 2003\r\n>From ada Tue Jun 3 18:30:05 2003 remote from mill\r\n", "\r\n", 3),
        // A sentence.
        ("From now on\r\n", "", 1),
    ]) func messagesOfAMailboxAreDividedAtTheirSeparators(separator: String, gap: String, count: Int) throws {
        let first = "From a@b Tue Jun  3 18:30:05 2003\r\n"
        let mails = (1...3).map { MailWriter([.text("words \($0)")]).text }
        let box = try mail(Array((first + mails.joined(separator: gap + separator)).utf8), isMailbox: true)
        #expect(box.letters.count == count)
    }
}
