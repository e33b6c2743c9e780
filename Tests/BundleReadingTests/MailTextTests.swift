import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

@Suite("The text of a mail")
struct MailTextTests {
    private static func text(_ writer: MailWriter) throws -> String? { try text(Array(writer.text.utf8)) }

    /// Of the mail that `bytes` are.
    private static func text(_ bytes: [UInt8]) throws -> String? {
        let bundle = try openBundle(bytes)
        let found = bundle.text(of: try #require(bundle.documents.first))
        #expect(found.problems.isEmpty)
        return found.unpaged
    }

    private static func part(_ type: String, _ body: String, encoding: String? = nil) -> MailWriter.Part {
        .init(["Content-Type: \(type)"] + (encoding.map { ["Content-Transfer-Encoding: \($0)"] } ?? []), body)
    }

    /// A part that has others.
    private static func list(_ type: String, _ parts: [MailWriter.Part], boundary: String) -> MailWriter.Part {
        let bodies = parts.map { "--\(boundary)\r\n\($0.lines)\r\n" }.joined()
        return .init(["Content-Type: \(type); boundary=\"\(boundary)\""], "\(bodies)--\(boundary)--")
    }

    @Test func mailTextIsADocumentWithItsHeadersBesideItsAttachments() throws {
        var writer = MailWriter([
            .text("The weir was mended."), .init(file: "june.pdf"),
            .init(file: "sums.xlsx", type: "application/x-sums"),
        ])
        writer.set("To", "Clerk <clerk@example.org>, b@example.org")
        writer.set("Cc", "=?utf-8?q?Zo=C3=AB?= <z@example.org>")
        let bundle = try openBundle(writer.text.utf8)
        #expect(bundle.documents.map(\.entry) == ["", "june.pdf"])
        let mail = bundle.documents[0]
        #expect(!mail.hasContent)
        #expect(bundle.text(of: mail).unpaged == "The weir was mended.")
        #expect(mail.metadata.title == "Minutes of June")
        #expect(mail.metadata.authors == ["Ada Lovelace"])
        #expect(mail.metadata.date == "2003-06-03T18:30:05+02:00")
        #expect(mail.metadata.identifier == "17@example.org")
        let people = [
            MetadataDetail(.person, called: "To", "Clerk <clerk@example.org>"),
            MetadataDetail(.person, called: "To", "b@example.org"),
            MetadataDetail(.person, called: "Cc", "Zoë <z@example.org>"),
        ]
        let names = ["june.pdf", "sums.xlsx"].map { MetadataDetail(.attachment, called: "Attachment", $0) }
        #expect(mail.metadata.details == people + names)
        #expect(bundle.documents[1].metadata.details == people)
    }

    @Test func mailTextIsPlainWhereThereIsPlainText() throws {
        let html = Self.part("text/html", "<p>as <b>HTML</b></p>")
        let plain = Self.part("text/plain", "as text")
        let blank = Self.part("text/plain", "  \r\n ")
        for (parts, expected) in [
            ([plain, html], "as text"), ([html, plain], "as text"), ([html], "as HTML"), ([blank, html], "as HTML"),
        ] {
            #expect(try Self.text(MailWriter([Self.list("multipart/alternative", parts, boundary: "a")])) == expected)
        }
        // What is no alternative is read as well.
        #expect(try Self.text(MailWriter([plain, html])) == "as text\n\nas HTML")
    }

    /// Some programs put the whole of a mail with pictures beside the plain text.
    @Test func mailTextPassesOverTheOtherAlternativeHoweverDeepItIs() throws {
        let related = Self.list(
            "multipart/related",
            [Self.part("text/html", "<p>rich</p>"), .init(file: "june.pdf"), Self.part("text/html", "<p>more</p>")],
            boundary: "r")
        let writer = MailWriter([
            Self.list("multipart/alternative", [Self.part("text/plain", "poor"), related], boundary: "a"),
            .text("a footer"),
        ])
        #expect(try Self.text(writer) == "poor\n\na footer")
        #expect(try openBundle(writer.text.utf8).documents.map(\.entry) == ["", "june.pdf"])
    }

    @Test func mailTextHasNoMarkupAndNoScripts() throws {
        let html = """
            <html><head><title>no</title><style>p { color: red }</style></head><body><script>var no = 1</script>
            <p>Fish &amp; weir<br>on Monday</p><img src="cid:logo"><p>next</p></body></html>
            """
        #expect(try Self.text(MailWriter([Self.part("text/html", html)])) == "Fish & weir\non Monday\nnext")
    }

    /// Type, transfer encoding, body, and what is read.
    @Test(arguments: [
        ("text/plain; charset=iso-8859-1", "quoted-printable", "Gr=FC=DFe =\r\naus K=F6ln", "Grüße aus Köln"),
        ("text/plain; charset=utf-8", "base64", "R3LDvMOfZQ==", "Grüße"),
        ("text/plain; charset=koi8-r", "quoted-printable", "=EF=D4=DE=C5=D4", "Отчет"),
        ("text/plain; charset=windows-1252", "quoted-printable", "=80 5", "€ 5"),
        ("text/plain; charset=no-such", "quoted-printable", "Gr=C3=BC=C3=9Fe", "Grüße"),
        ("text/plain", "quoted-printable", "Gr=FC=DFe", "Grüße"),
        ("text/plain; charset=utf-8", "quoted-printable", "Gr=FC=DFe", "Grüße"),
        // A byte that is none in UTF-8.
        ("text/plain; charset=utf-8", "quoted-printable", "Gr=C3=BC=C3=9Fe, Gro=C3", "Grüße, Gro\u{FFFD}"),
        ("text/plain; charset=utf-8", "quoted-printable", "=93CAF=C9=94", "“CAFÉ”"),
        // Without padding.
        ("text/plain; charset=utf-8", "base64", "R3LDvMOfZSE", "Grüße!"),
        ("text/plain; charset=utf-8", "base64", "R3LDvMOfZSEhIQ", "Grüße!!!"),
        // Characters of NEC and IBM, and Katakana of half the width.
        ("text/plain; charset=iso-2022-jp", "7bit", "\u{1B}$B-!5D;vO?-j\u{1B}(B on", "①議事録㈱ on"),
        ("text/plain; charset=iso-2022-jp", "7bit", "\u{1B}(I6:\u{1B}$B5D;v\u{1B}(B", "ｶｺ議事"),
        ("text/html; charset=iso-8859-1", "quoted-printable", "<p>Gr=FC=DFe</p>", "Grüße"),
        // The mail's word counts more than that of the HTML, which counts where the mail says nothing.
        (
            "text/html; charset=utf-8", "quoted-printable", "<meta charset=3Diso-8859-1><p>Gr=C3=BC=C3=9Fe</p>",
            "Grüße"
        ),
        ("text/html", "quoted-printable", "<meta charset=3Dkoi8-r><p>=EF=D4=DE=C5=D4</p>", "Отчет"),
    ])
    func mailTextIsDecoded(type: String, encoding: String, body: String, expected: String) throws {
        #expect(try Self.text(MailWriter([Self.part(type, body, encoding: encoding)])) == expected)
    }

    /// Without a valid type a part is text (RFC 2045, 5.2).
    @Test(arguments: [
        "text", "", "ASCII", "html", "text; charset=us-ascii", "plain/text", "X-sun-attachment", "text; charset=koi8-r",
    ])
    func aPartWithoutAValidTypeIsText(type: String) throws {
        #expect(try Self.text(MailWriter([Self.part(type, "The board met.", encoding: "7bit")])) == "The board met.")
        // Other bytes, and what has a name.
        for part in [Self.part(type, "%PDF-1.4\n"), .init(file: "note.txt", type: type, Array("a note".utf8))] {
            let writer = MailWriter([.text("words"), part])
            #expect(try Self.text(writer) == "words")
            #expect(try mail(writer).names.count == 1)
        }
    }

    /// The encoding is guessed from the headers and the text together.
    @Test(arguments: [
        ("KOI8-R", "Да", "Протокол заседания"), ("CP1251", "Ян", "Протокол заседания совета"),
        ("KOI8-R", "Ян", "Да"), ("ISO-8859-1", "Jürg", "Grüße aus Köln, über die Straße"),
        ("CP1252", "Zoë", "the “weir” – it’s £5"), ("CP1252", "René", "L’été, à côté d’un « château » où…"),
        ("CP1250", "Łukasz", "Źródło wody i żółw"), ("CP932", "水門", "水門の修理費用"), ("ISO-2022-JP", "水門", "水門の修理費用"),
        ("CP932", "Jo", "x" + String(repeating: "水門の修理費用", count: 200)),
        ("CP932", "Jo", "xx" + String(repeating: "水門の修理費用", count: 200)),
        ("CP949", "Jo", "x" + String(repeating: "시멘트공장철거", count: 200)),
        ("CP949", "Jo", "xx" + String(repeating: "시멘트공장철거", count: 200)),
    ])
    func aTextThatDoesNotSayItsEncodingIsGuessed(encoding: String, name: String, text: String) throws {
        let lines = ["From: \(name) <a@example.org>", "Subject: \(name)", "Date: x", "", text, ""]
        let bundle = try openBundle(try encoded(lines.joined(separator: "\r\n"), as: encoding))
        #expect(bundle.documents.map(\.metadata.title) == [name])
        #expect(bundle.text(of: try #require(bundle.documents.first)).unpaged == text)
    }

    @Test(arguments: [2_046, 2_047, 65_535, 65_536]) func longLinesInUTF8AreNotGuessed(start: Int) {
        let line = String(repeating: "x", count: start - 1) + (start > 9_999 ? "\n" : "x") + "ééé"
        #expect(MailCharset.guessed(Array(line.utf8)) == nil)
    }

    @Test func mailTextHasThatOfMessagesWithinIt() throws {
        var inner = MailWriter([.text("inner words")], subject: "Inner")
        inner.boundary = "i"
        let text = try #require(try Self.text(MailWriter([.text("outer words"), .message(inner)])))
        #expect(text.hasPrefix("outer words\n\nFrom: Ada Lovelace <ada@example.org>\nDate: Tue, 3 Jun 2003"))
        #expect(text.hasSuffix("Subject: Inner\n\ninner words"))
    }

    @Test func mailTextLeavesOutWhatIsAttached() throws {
        let note = MailWriter.Part(
            ["Content-Type: text/plain; name=note.txt", "Content-Disposition: attachment; filename=note.txt"], "a note")
        #expect(try Self.text(MailWriter([.text("words"), note])) == "words")
    }

    @Test func mailTextMayBeMissing() throws {
        #expect(try Self.text(MailWriter([.init(file: "june.pdf")])) == nil)
        #expect(try Self.text(Array("From: a@b\r\nSubject: x\r\n".utf8)) == nil)
    }

    @Test func mailSaysWhatIsSignedAndWhatIsEncrypted() throws {
        let signature = Self.part("application/pgp-signature; name=signature.asc", "-----BEGIN PGP SIGNATURE-----")
        let signed = try openBundle(MailWriter([.text("signed words"), signature]).text.utf8)
        #expect(signed.problems.isEmpty)
        #expect(signed.documents[0].metadata.details.last == MetadataDetail(.other, called: "Signed with", "OpenPGP"))
        #expect(signed.text(of: signed.documents[0]).unpaged == "signed words")
        let secret = Self.part("application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m", "MIIB")
        let locked = try openBundle(MailWriter([secret]).text.utf8)
        #expect(locked.documents[0].metadata.details.last == MetadataDetail(.other, called: "Encrypted with", "S/MIME"))
        #expect(locked.problems.map(\.code) == [.unsupported])
        #expect(locked.problems.first?.reason.hasPrefix("it is encrypted with S/MIME") == true)
    }

    @Test func mailTextIsLimited() throws {
        let limits = limits { $0.markupBytes = 1_000 }
        let bundle = try openBundle(
            MailWriter([.text(String(repeating: "x ", count: 300)), .text(String(repeating: "y ", count: 300))])
                .text.utf8, limits: limits)
        let text = bundle.text(of: bundle.documents[0])
        #expect(text.unpaged?.hasPrefix("x x") == true)
        #expect(text.unpaged?.contains("y") == false)
        #expect(text.problems.map(\.code) == [.limit])
    }
}
