import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

@Suite("A mail message")
struct MailMessageTests {
    @Test func mailHoldsItsAttachments() throws {
        let container = try mail(
            MailWriter([
                .text(), .init(file: "june.pdf"), .init(file: "\"table 1.csv\"", type: "text/csv", Array("a;b".utf8)),
            ]))
        #expect(container.names == ["june.pdf", "table 1.csv"])
        // The second first, and again: each begins anew.
        for _ in 0..<2 {
            #expect(try container.bytes(1) == Array("a;b".utf8))
            #expect(try container.bytes(0) == Fixture.pdf)
        }
    }

    @Test func mailTellsTitleAuthorDateAndIdentifier() throws {
        let container = try mail(MailWriter([.init(file: "june.pdf")]))
        let metadata = container.metadata(of: container.entries[0])
        #expect(metadata.title == "Minutes of June")
        #expect(metadata.titleSource == .metadata)
        #expect(metadata.authors == ["Ada Lovelace"])
        #expect(metadata.authorAddresses == ["ada@example.org"])
        #expect(metadata.date == "2003-06-03T18:30:05+02:00")
        #expect(metadata.identifier == "17@example.org")
        #expect(metadata.tags.isEmpty)
        #expect(metadata.description == nil)
        #expect(metadata.details == [MetadataDetail(.person, called: "To", "clerk@example.org")])
    }

    /// Header and value, and what becomes of title and authors.
    @Test(
        arguments: [
            ("Subject", "=?ISO-8859-1?Q?Gr=FC=DFe_aus_K=F6ln?=", "Grüße aus Köln", ["Ada Lovelace"]),
            ("Subject", "=?utf-8?B?UHLDvGZ1bmc=?= =?UTF-8?Q?_=E2=82=AC?=", "Prüfung €", ["Ada Lovelace"]),
            ("Subject", "=?koi8-r?B?79TexdQ=?=", "Отчет", ["Ada Lovelace"]),
            ("Subject", "=?ISO-2022-JP?B?GyRCSnM5cBsoQg==?=", "報告", ["Ada Lovelace"]),
            ("Subject", "=?utf-8?B?YWJjZA==?=\r\n =?UTF-8?b?ZWZn?= h", "abcdefg h", ["Ada Lovelace"]),
            // A letter that is divided between two words.
            ("Subject", "=?utf-8?B?Wm/D?= =?utf-8?B?qw==?=", "Zoë", ["Ada Lovelace"]),
            ("Subject", "=?utf-8?B?YWJjZA==?= and =?utf-8?B?ZWZn?=", "abcd and efg", ["Ada Lovelace"]),
            ("Subject", "=?utf-8?B?YWJjZA==?= =?koi8-r?B?79TexdQ=?= =?", "abcdОтчет =?", ["Ada Lovelace"]),
            ("Subject", "two\r\n  lines\tlong", "two lines long", ["Ada Lovelace"]),
            ("Subject", "", nil, ["Ada Lovelace"]), ("Subject", nil, nil, ["Ada Lovelace"]),
            ("From", "ada@example.org", "Minutes of June", ["ada@example.org"]),
            (
                "From", "=?UTF-8?Q?Zo=C3=AB?= <z@example.org>, b@example.org", "Minutes of June",
                ["Zoë", "b@example.org"]
            ),
            (
                "From",
                "=?utf-8?B?0JDQvdC90LAg0KHQtdGA0LPQtdC10LLQvdCwIA==?=\r\n =?utf-8?B?0JrQsNGA0LXQvdC40L3QsA==?= <a@example.org>",
                "Minutes of June", ["Анна Сергеевна Каренина"]
            ),
            ("From", "Zoë Smith z@example.org", "Minutes of June", ["Zoë Smith"]),
            ("From", nil, "Minutes of June", []), ("From", "<>", "Minutes of June", []),
        ] as [(String, String?, String?, [String])])
    func mailHasReadableHeaders(name: String, value: String?, title: String?, authors: [String]) throws {
        var writer = MailWriter([.init(file: "june.pdf")])
        writer.set(name, value)
        let container = try mail(writer)
        let metadata = container.metadata(of: container.entries[0])
        #expect(metadata.title == title)
        #expect(metadata.authors == authors)
    }

    /// `From`, and the addresses beside the names.
    @Test(
        arguments: [
            ("ada@example.org", []), ("Ann <a@example.org>, Bo <a@example.org>", ["a@example.org"]),
            ("a@example.org, Ann <a@example.org>", []),
            ("Ann <a@example.org>, Ann <b@example.org>", ["a@example.org", "b@example.org"]),
            ("friends: Ann <a@example.org>;", ["a@example.org"]), ("Ann", []), ("<>", []), ("Ann <a@\u{1}b>", nil),
            (
                (1...40).map { "N\($0) <n\($0)@example.org>" }.joined(separator: ", "),
                (1...32).map { "n\($0)@example.org" }
            ),
        ] as [(String, [String]?)])
    func mailKeepsAddressesBesideNames(from: String, expected: [String]?) throws {
        var writer = MailWriter([.init(file: "june.pdf")])
        writer.set("From", from)
        let container = try mail(writer)
        let found = container.metadata(of: container.entries[0]).authorAddresses
        if let expected { #expect(found == expected) }
        #expect(found.allSatisfy { !$0.isEmpty && $0.count <= 2000 })
    }

    @Test func mailMayHaveHeadersInBareWindows1252() throws {
        let text = MailWriter([.init(file: "june.pdf")], subject: "Gr*e").text
        var bytes = Array(text.utf8)
        let offset = try #require(bytes.firstIndex(of: UInt8(ascii: "*")))
        bytes[offset] = 0xFC
        let container = try mail(bytes)
        #expect(container.metadata(of: container.entries[0]).title == "Grüe")
    }

    /// What stands behind `filename=`, and the name.
    @Test(arguments: [
        ("\"=?ISO-8859-1?Q?Gr=FC=DFe.pdf?=\"", "Grüße.pdf"), ("\"=?utf-8?B?w4QucGRm?=\"", "Ä.pdf"),
        ("a.pdf;\r\n filename*=UTF-8''%E2%82%AC%20rates.pdf", "€ rates.pdf"),
        ("x;\r\n filename*0*=iso-8859-1'de'Gr%FC;\r\n filename*1=sse.pdf", "Grüsse.pdf"),
        ("\"../../etc/a.pdf\"", ".._.._etc_a.pdf"), ("\"C:\\\\a.pdf\"", "a.pdf"),
        ("\"C:\\Temp\\a.pdf\"", "a.pdf"), ("'a.pdf'", "a.pdf"),
        ("\"a\u{1}b.pdf\"", "a\u{FFFD}b.pdf"),
        ("\"  a   b.pdf \"", "a b.pdf"), ("\"\"", "attachment-1.pdf"), ("\"scan 3\"", "scan 3.pdf"), ("A.PDF", "A.PDF"),
    ])
    func attachmentsHaveReadableNames(header: String, name: String) throws {
        let container = try mail(MailWriter([.init(file: header)]))
        #expect(container.names == [name])
        #expect(try container.bytes(0) == Fixture.pdf)
    }

    @Test func attachmentsWithoutNamesAreNumbered() throws {
        let container = try mail(
            MailWriter([
                .init(["Content-Type: application/pdf"], "%PDF-1"), .text(),
                .init(["Content-Type: text/plain; name=note.txt"], "x"), .init(file: nil, type: "application/x-odd"),
                .init(["Content-Type: image/tiff"], "II"), .init(["Content-Type: image/png"], "shown in the text"),
            ]))
        #expect(
            container.names == [
                "attachment-1.pdf", "note.txt", "attachment-3.pdf", "attachment-4.tiff", "attachment-5.png",
            ])
    }

    @Test func attachmentsOfAlikeNamesAreToldApart() throws {
        let names = ["a.pdf", "a.pdf", "\"a\u{1}.pdf\"", "\"a\u{2}.pdf\""]
        let container = try mail(MailWriter(names.enumerated().map { .init(file: $1, [UInt8($0)]) }))
        #expect(container.names == ["a.pdf", "a.pdf#2", "a\u{FFFD}.pdf", "a\u{FFFD}.pdf#2"])
        for index in 0..<4 { #expect(try container.bytes(index) == [UInt8(index)]) }
    }

    @Test func attachmentsOfOneNameAreADocumentEach() throws {
        let zip = ZipWriter([.init("x.pdf", Fixture.pdf)]).bytes
        let zipped = MailWriter.Part(file: "b.zip", type: "application/zip", zip)
        let mail = MailWriter([.init(file: "a.pdf"), .init(file: "a.pdf"), zipped, zipped])
        let bundle = try openBundle(Array(mail.text.utf8))
        #expect(bundle.documents.map(\.entry) == ["", "a.pdf", "a.pdf#2", "b.zip!/x.pdf", "b.zip#2!/x.pdf"])
    }

    @Test func attachmentWithALongNameIsRefused() throws {
        let container = try mail(
            MailWriter([.init(file: "b.pdf"), .init(file: String(repeating: "x", count: 900) + ".pdf")])
        ) {
            $0.nameBytes = 800
        }
        #expect(container.entries[0].refusal == nil)
        #expect(container.entries[1].refusal?.reason == "its name has 904 bytes; the limit is 800 (nameBytes)")
        #expect(throws: BundleError.self) { try container.bytes(1) }
    }

    @Test func attachmentInQuotedPrintableIsDecoded() throws {
        let part = MailWriter.Part(
            ["Content-Type: text/csv; name=a.csv", "Content-Transfer-Encoding: quoted-printable"],
            "caf=C3=A9 =\r\nis =3D coffee")
        #expect(try mail(MailWriter([part])).bytes(0) == Array("café is = coffee".utf8))
    }

    @Test func mailMayBeOneAttachmentAndNothingElse() throws {
        var writer = MailWriter()
        writer.headers += ["Content-Type: application/pdf; name=only.pdf", "Content-Transfer-Encoding: base64"]
        let text = (writer.headers + ["", "JVBERi0xLjQK", ""]).joined(separator: "\r\n")
        let container = try mail(Array(text.utf8))
        #expect(container.names == ["only.pdf"])
        #expect(try container.bytes(0) == Array("%PDF-1.4\n".utf8))
    }

    @Test func mailMayHaveNoAttachment() throws {
        #expect(try mail(MailWriter([.text()])).entries.isEmpty)
        #expect(try mail(Array("From: a@b\r\nSubject: x\r\n\r\ntext".utf8)).entries.isEmpty)
        #expect(try mail(Array("From: a@b\r\nSubject: x\r\n".utf8)).entries.isEmpty)
    }

    @Test func mailGivesWhatIsLeftOfDamagedBase64() throws {
        var writer = MailWriter([.init(file: "a.pdf", Array(repeating: 65, count: 300)), .init(file: "b.pdf")])
        writer.parts[0].body = String(writer.parts[0].body.prefix(150)) + "\r\n*** lost ***\r\n"
        let container = try mail(writer)
        #expect(container.names == ["a.pdf", "b.pdf"])
        #expect(try container.bytes(0).starts(with: Array(repeating: 65, count: 100)))
        #expect(try container.bytes(1) == Fixture.pdf)
    }

    @Test func mailHoldsTheAttachmentsOfMessagesWithinIt() throws {
        let inner = MailWriter([.init(file: "inner.pdf")], subject: "Inner")
        var forward = MailWriter([
            .message(inner, disposition: "attachment; filename=inner.eml"), .init(file: "outer.pdf"),
        ])
        forward.boundary = "=_outer"
        let container = try mail(forward)
        #expect(container.names == ["inner.pdf", "outer.pdf"])
        #expect(container.metadata(of: container.entries[0]).title == "Inner", "it came with that one")
    }

    @Test(arguments: [(8, ["x.pdf"]), (9, [])])
    func mailIsLookedIntoEightMessagesDeep(depth: Int, names: [String]) throws {
        var writer = MailWriter([.init(file: "x.pdf")])
        for level in 0..<depth {
            writer = MailWriter([.message(writer)])
            writer.boundary = "=_\(level)"
        }
        #expect(try mail(writer).names == names)
    }

    @Test func mailFetchesAndDecryptsNothing() throws {
        let external = MailWriter.Part(
            ["Content-Type: message/external-body; access-type=local-file; name=\"/etc/passwd\""],
            "Content-Type: application/pdf\r\n\r\n")
        let signed = MailWriter.Part(["Content-Type: application/pkcs7-mime; name=smime.p7m"], "not read")
        let container = try mail(MailWriter([external, signed]))
        #expect(container.names == ["smime.p7m"])
        #expect(try container.bytes(0) == Array("not read".utf8))
    }
}
