import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import BundleReading

/// Mails as programs write them that do not keep to the standards.
@Suite("Encodings, senders and dates of odd mails") struct MailEncodingTests {
    private func metadata(_ writer: MailWriter) throws -> DocumentMetadata {
        try #require(openBundle(writer.text.utf8).documents.first).metadata
    }

    /// Label, the encoding that the bytes are in, and the text.
    private static let labels = [
        ("shift_jis", "CP932", "②髙島屋の請求書"), ("x-sjis", "CP932", "請求書の写し"), ("windows-31j", "CP932", "②請求書"),
        ("euc-jp", "EUC-JP-MS", "①議事録㈱"), ("big5", "BIG5-HKSCS", "會議啲"),
        ("ks_c_5601-1987", "CP949", "똠방 청구서"), ("euc-kr", "CP949", "펲시 청구서"), ("gb2312", "GB18030", "朱镕基的来信"),
        ("iso-8859-1", "CP1252", "the “weir” – 7 €"), ("latin1", "CP1252", "so ‘wide’ … 7 €"),
        ("iso-8859-9", "CP1254", "Iğdır “şehri”"), ("windows-874", "CP874", "รายงานการประชุม"),
        ("tis-620", "CP874", "รายงาน"), ("cp-850", "CP850", "Übergänge am Wehr"), ("ibm852", "CP852", "Źródło wody"),
        ("cp866", "CP866", "Отчёт совета"), ("x-mac-cyrillic", "MAC-CYRILLIC", "Отчёт совета"),
        ("koi8-u", "KOI8-U", "Звіт їхньої ради"), ("macintosh", "MACINTOSH", "Übergänge"),
        ("iso-8859-1", "UTF-8", "Übergänge in Köln"), ("windows-1252", "UTF-8", "Отчёт совета"),
    ]

    @Test(arguments: labels) func textIsReadInTheEncodingThatItsLabelMeans(
        label: String, encoding: String, text: String
    ) throws {
        let data = Data(try encoded(text, as: encoding))
        let part = MailWriter.Part(
            ["Content-Type: text/plain; charset=\"\(label)\"", "Content-Transfer-Encoding: base64"],
            data.base64EncodedString())
        let bundle = try openBundle(MailWriter([part]).text.utf8)
        let found = bundle.text(of: try #require(bundle.documents.first))
        #expect(found.problems.isEmpty)
        #expect(found.unpaged == text)
    }

    @Test(arguments: labels) func subjectsAreReadInTheEncodingThatTheirLabelMeans(
        label: String, encoding: String, text: String
    ) throws {
        let bytes = try encoded(text, as: encoding)
        let quoted = bytes.map { "=" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        for word in ["=?\(label)?B?\(Data(bytes).base64EncodedString())?=", "=?\(label)?Q?\(quoted)?="] {
            #expect(try metadata(MailWriter([.text()], subject: word)).title == text)
            let attached = try openBundle(MailWriter([.init(file: "\"\(word).pdf\"")]).text.utf8)
            #expect(attached.documents.last?.entry == text + ".pdf")
        }
        // A letter may be divided between two words.
        let (first, second) = (Data(bytes[..<3]).base64EncodedString(), Data(bytes[3...]).base64EncodedString())
        let divided = "=?\(label)?B?\(first)?=\r\n =?\(label)?B?\(second)?="
        #expect(try metadata(MailWriter([.text()], subject: divided)).title == text)
    }

    /// The charset of the text; nil for a text that says nothing.
    @Test(
        arguments: [
            ("CP932", "shift_jis", "水門の修理費用"), ("CP932", nil, "水門の修理費用について"), ("KOI8-R", "koi8-r", "Отчёт совета"),
            ("KOI8-R", nil, "Отчёт попечительского совета"), ("CP1251", "windows-1251", "Отчёт совета"),
            ("CP1251", "utf-8", "Отчёт попечительского совета"), ("ISO-8859-1", nil, "Übergänge in Köln"),
            ("ISO-2022-JP", nil, "水門の修理費用"), ("ISO-2022-JP", "utf-8", "水門の修理費用"),
            ("CP1250", "windows-1250", "Źródło wody"),
        ] as [(String, String?, String)])
    func bareHeadersAreReadInTheCharsetOfTheText(encoding: String, charset: String?, text: String) throws {
        let type = "Content-Type: text/plain" + (charset.map { "; charset=\($0)" } ?? "")
        var writer = MailWriter([.init([type], "words"), .init(file: "\"NAME.pdf\"")], subject: "SUBJECT")
        writer.set("From", "SENDER <a@example.org>")
        var bytes = Array(writer.text.utf8)
        // The blank ends the escape.
        let bare = try encoded(encoding == "ISO-2022-JP" ? text + " " : text, as: encoding)
        for place in ["NAME", "SUBJECT", "SENDER"] where place != "NAME" || encoding != "ISO-2022-JP" {
            let start = try #require(bytes.firstIndex(ofSequence: Array(place.utf8)))
            bytes.replaceSubrange(start..<(start + place.utf8.count), with: bare)
        }
        let bundle = try openBundle(bytes)
        let mail = try #require(bundle.documents.first)
        #expect(mail.metadata.title == text)
        #expect(mail.metadata.authors == [text])
        if encoding != "ISO-2022-JP" { #expect(bundle.documents.last?.entry == text + ".pdf") }
    }

    // MARK: - Senders

    @Test(
        arguments: [
            ("=?iso-8859-1?Q?Zo=EB?=", ["Zoë"], []), ("=?utf-8?B?Wm/Dqw==?=", ["Zoë"], []),
            ("\"=?utf-8?B?Wm/Dqw==?=\"", ["Zoë"], []),
            ("=?utf-8?B?Wm/Dqw==?= (z@example.org)", ["Zoë"], ["z@example.org"]),
            ("=?utf-8?Q?Zo=C3=AB?= =?utf-8?Q?_Smith?=", ["Zoë Smith"], []),
            ("=?utf-8?B?Wm/Dqw==?=, =?iso-8859-1?Q?J=FCrg?=", ["Zoë", "Jürg"], []),
            ("=?utf-8?B?Wm/Dqw==?= <>", ["Zoë"], []), ("Ann =?utf-8?B?Wm/Dqw==?=", ["Ann Zoë"], []),
            ("=?utf-8?Q?Zo=C3=AB_=3Cz=40example.org=3E?=", ["Zoë"], ["z@example.org"]),
            ("=?utf-8?Q?Smith=2C_Zo=C3=AB?=", ["Smith, Zoë"], []),
            ("=?utf-8?B?Wm/Dqw==?= <z@example.org>, ann", ["Zoë", "ann"], ["z@example.org"]),
            ("z@example.org (=?utf-8?B?Wm/Dqw==?=)", ["Zoë"], ["z@example.org"]),
            ("=?utf-8?B?Wm/Dqw==?= z@example.org", ["Zoë"], ["z@example.org"]),
            ("\"Smith, Ann\" <a@example.org>", ["Smith, Ann"], ["a@example.org"]),
            ("=?utf-8?Q?Zo=C3=AB?= <z@example.org>", ["Zoë"], ["z@example.org"]),
        ] as [(String, [String], [String])])
    func encodedNamesAreReadWithoutAddressesToo(from: String, names: [String], addresses: [String]) throws {
        var writer = MailWriter([.text()])
        writer.set("From", from)
        let found = try metadata(writer)
        #expect(found.authors == names)
        #expect(found.authorAddresses == addresses)
    }

    @Test(
        arguments: [
            ("John Q Smith/ORG/US@ORG", ["John Q Smith"], ["John Q Smith/ORG/US@ORG"]),
            ("John Smith/Human Resources/ORG@ORG", ["John Smith"], ["John Smith/Human Resources/ORG@ORG"]),
            ("John Smith@ORG", ["John Smith"], ["John Smith@ORG"]),
            ("CN=John Smith/O=Org", ["John Smith"], ["CN=John Smith/O=Org"]),
            ("CN=John Smith/OU=Works/O=Org@ORG", ["John Smith"], ["CN=John Smith/OU=Works/O=Org@ORG"]),
            ("John Smith/Works/Riga", ["John Smith"], ["John Smith/Works/Riga"]),
            ("John Smith/A/B@B, Ann Lee/A/B@B", ["John Smith", "Ann Lee"], ["John Smith/A/B@B", "Ann Lee/A/B@B"]),
            ("\"John Smith/Works/Riga\" <j@example.org>", ["John Smith"], ["j@example.org"]),
            ("/O=ORG/OU=FIRST/CN=RECIPIENTS/CN=JSMITH", ["JSMITH"], ["/O=ORG/OU=FIRST/CN=RECIPIENTS/CN=JSMITH"]),
            ("\"'John Smith' via Council List\" <list@example.org>", ["John Smith"], ["list@example.org"]),
            ("'John Smith' via List <list@example.org>", ["John Smith"], ["list@example.org"]),
            ("\"'John Smith'\" <j@example.org>", ["John Smith"], ["j@example.org"]),
            ("\"'Smith, John'\" <j@example.org>", ["Smith, John"], ["j@example.org"]),
            ("\"John Smith <j@example.org>\"", ["John Smith"], ["j@example.org"]),
            ("John Smith <j at example.org>", ["John Smith"], ["j at example.org"]),
            ("\"John Smith\"j@example.org", ["John Smith"], ["j@example.org"]),
            ("j@example.org John Smith", ["John Smith"], ["j@example.org"]),
            ("John Smith [mailto:j@example.org]", ["John Smith"], ["j@example.org"]),
            ("John Smith j@example.org", ["John Smith"], ["j@example.org"]),
            (
                "IMCEANOTES-John+20Smith_Works_Riga+40RIGA@example.org", ["John Smith"],
                ["IMCEANOTES-John+20Smith_Works_Riga+40RIGA@example.org"]
            ),
            (
                "<IMCEANOTES-CN=John+20Smith_O=Riga@example.org>", ["John Smith"],
                ["IMCEANOTES-CN=John+20Smith_O=Riga@example.org"]
            ),
            (
                "IMCEAEX-_O=RIGA_OU=WORKS_CN=JSMITH@example.org", ["JSMITH"],
                ["IMCEAEX-_O=RIGA_OU=WORKS_CN=JSMITH@example.org"]
            ),
            (
                "/G=John/S=Smith/O=Riga/C=LV/@example.org", ["John Smith"],
                ["/G=John/S=Smith/O=Riga/C=LV/@example.org"]
            ),
            ("\"S=Smith;G=John;O=Riga;C=LV\" <s@example.org>", ["John Smith"], ["s@example.org"]),
            // Old forms, and names in quotation marks without an address.
            ("john at example.org (John Smith)", ["John Smith"], ["john at example.org"]),
            ("john at example dot org (John Smith)", ["John Smith"], ["john at example dot org"]),
            ("mcvax!cwi!john (John Smith)", ["John Smith"], ["mcvax!cwi!john"]),
            ("<j@example.org> John Smith", ["John Smith"], ["j@example.org"]),
            ("Smith, John j@example.org", ["Smith, John"], ["j@example.org"]),
            ("\"John Smith\"", ["John Smith"], []), ("\"Smith, John\"", ["Smith, John"], []),
            ("\"John Smith\", \"Ann Lee\"", ["John Smith", "Ann Lee"], []),
            // As they are.
            ("John Smith (Works at Riga)", ["John Smith (Works at Riga)"], []),
            ("G=9.81 <g@example.org>", ["G=9.81"], ["g@example.org"]),
            ("IMCEA office <i@example.org>", ["IMCEA office"], ["i@example.org"]),
            ("Smith, John <j@example.org>", ["Smith, John"], ["j@example.org"]),
            ("John Smith via Council List <list@example.org>", ["John Smith via Council List"], ["list@example.org"]),
            ("HR/Payroll <hr@example.org>", ["HR/Payroll"], ["hr@example.org"]),
            ("Smith and/or Lee <s@example.org>", ["Smith and/or Lee"], ["s@example.org"]),
            ("Town of Riga / Works / Roads <w@example.org>", ["Town of Riga / Works / Roads"], ["w@example.org"]),
            ("J. O'Hara <o@example.org>", ["J. O'Hara"], ["o@example.org"]),
            ("G. 't Hooft <g@example.org>", ["G. 't Hooft"], ["g@example.org"]),
            ("\"Ann \\\"Nan\\\" Lee\" <a@example.org>", ["Ann \"Nan\" Lee"], ["a@example.org"]),
            ("j@example.org (John Smith)", ["John Smith"], ["j@example.org"]), ("j@example.org", ["j@example.org"], []),
            ("Town clerk", ["Town clerk"], []),
            // Outlook's separators, and what programs write where they know no name.
            ("Jane; Bob <b@example.org>", ["Jane", "Bob"], ["b@example.org"]),
            ("Jane <j@example.org>; Bob <b@example.org>", ["Jane", "Bob"], ["j@example.org", "b@example.org"]),
            ("Jane <j@example.org>;", ["Jane"], ["j@example.org"]),
            (
                "Team: Ann <a@example.org>, Bo <b@example.org>;", ["Team", "Ann", "Bo"],
                ["a@example.org", "b@example.org"]
            ),
            ("undisclosed-recipients:;", [], []), ("undisclosed-recipients: ;", [], []),
            ("on behalf of <j@example.org>", ["j@example.org"], []),
            ("EX: /O=ORG/OU=SITE/CN=RECIPIENTS/CN=JDOE", ["JDOE"], ["/O=ORG/OU=SITE/CN=RECIPIENTS/CN=JDOE"]),
        ] as [(String, [String], [String])])
    func sendersOfManyProgramsKeepTheirNames(from: String, names: [String], addresses: [String]) throws {
        var writer = MailWriter([.text()])
        writer.set("From", from)
        let found = try metadata(writer)
        #expect(found.authors == names)
        #expect(found.authorAddresses == addresses)
    }

    @Test func aMailWithoutAnAuthorIsOfItsSender() throws {
        var writer = MailWriter([.text()])
        writer.set("From", nil)
        writer.set("Sender", "=?utf-8?Q?Zo=C3=AB?= <z@example.org>")
        #expect(try metadata(writer).authors == ["Zoë"])
        writer.set("From", "Ann <a@example.org>")
        #expect(try metadata(writer).authors == ["Ann"])
    }

    /// Without padding, with padding inside, and with a label that says nothing.
    @Test(arguments: [
        ("=?UTF-8?B?w5xiZXJwcsO8ZnVuZw?=", "Überprüfung"),
        ("=?UTF-8?B?w5xiZXJwcsO8ZnVuZw?=\r\n =?UTF-8?B?IGRlciBXZWhyZQ==?=", "Überprüfung der Wehre"),
        ("=?utf-8?B?TWludXRlcyA=b2YgSnVuZQ==?=", "Minutes of June"),
        ("=?utf-8?b?TWludXRlcyBvZiBKdW5l?=", "Minutes of June"),
        ("=?utf-8?B?R3LDtsOfZSDDv35-w58_?=", "Größe ÿ~~ß?"), ("=?utf-8?B?U3TDv8O_IH5-fg?=", "Stÿÿ ~~~"),
        ("=?x-unknown?Q?Caf=E9_council?=", "Café council"), ("=?x-unknown?B?Q2Fm6SBjb3VuY2ls?=", "Café council"),
        ("=?x-unknown?Q?Caf=C3=A9_council?=", "Café council"), ("=?unknown-8bit?Q?Caf=E9?=", "Café"),
        ("=?us-ascii?Q?Caf=E9_council?=", "Café council"), ("=?x-no-such-thing?Q?Caf=E9_council?=", "Café council"),
        ("=?utf-8?Q?=FCber?=", "über"), ("=?utf-8?Q?Gr=C3=B6=C3=9Fe_=C3?=", "Größe \u{FFFD}"),
        ("=?UTF-8?B?w7xiZXIgV2Vocg==", "über Wehr"), ("=?UTF-8?B?w7xiZXIgV2Vocg==?", "über Wehr"),
        ("=?utf-8?Q?Zo=C3=AB?=\r\n =?utf-8?Q?_Smith", "Zoë Smith"),
        ("=?us-ascii?Q?Minutes_of_June?=", "Minutes of June"), ("=?x-unknown?B?TWludXRlcw?=", "Minutes"),
        ("Re: =?x-unknown?Q?Stra=DFe?= und =?x-unknown?Q?Br=FCcke?=", "Re: Straße und Brücke"),
    ])
    func wordsThatKeepToNoStandardAreReadAsTheyAreMeant(subject: String, title: String) throws {
        #expect(try metadata(MailWriter([.text()], subject: subject)).title == title)
        // A name with a colon is a group, and one that is cut off is the end.
        guard !subject.contains(":"), subject.hasSuffix("?=") else { return }
        var writer = MailWriter([.text()])
        writer.set("From", subject + " <a@example.org>")
        #expect(try metadata(writer).authors == [title])
    }

    @Test func encodedNamesOfReceiversAreReadWithoutAddressesToo() throws {
        var writer = MailWriter([.text()])
        writer.set("To", "=?iso-8859-1?Q?Zo=EB?=, clerk@example.org")
        let people = try metadata(writer).details.filter { $0.kind == .person }.map(\.value)
        #expect(people == ["Zoë", "clerk@example.org"])
    }

    // MARK: - Dates

    @Test(
        arguments: [
            ("Fri, 05 Jul 124 10:30:00 +0200", "2024-07-05T10:30:00+02:00"),
            ("Mon, 05 Jul 99 10:30:00 +0000", "1999-07-05T10:30:00Z"),
            ("Wed, 05 Jul 50 10:30:00 +0000", "1950-07-05T10:30:00Z"), ("5 Jul 03 10:30 +0000", "2003-07-05T10:30:00Z"),
            ("5. Juli 2019 10:30", "2019-07-05T10:30:00Z"),
            ("ven., 5 juil. 2019 10:30:00 +0200", "2019-07-05T10:30:00+02:00"),
            ("5 janv. 2019 10:30:00 +0100", "2019-01-05T10:30:00+01:00"),
            ("5 de julio de 2019 10:30:00 +0200", "2019-07-05T10:30:00+02:00"),
            ("Fri, 5 Jul 2019 10:30:60 +0200", "2019-07-05T10:30:59+02:00"),
            ("Fri, 5 Jul 2019 24:30:00 +0200", "2019-07-05"),
            ("Fri, 5 Jul 2019 10:75:00 +0200", "2019-07-05"), ("Fri, 5 Jul 2019", "2019-07-05"),
            ("Fri, 5 Jul 2019 12:30:00 AM +0200", "2019-07-05T00:30:00+02:00"),
            ("Fri, 5 Jul 2019 01:30:00 PM +0200", "2019-07-05T13:30:00+02:00"),
            ("Fri, 5 Jul 2019 10.30.00 +0200", "2019-07-05T10:30:00+02:00"),
            ("05-Jul-2019 10:30:00 +0200", "2019-07-05T10:30:00+02:00"),
            ("Fri, 5 Jul 2019 10:30:00 GMT", "2019-07-05T10:30:00Z"),
            ("Fri, 5 Jul 2019 10:30:00 +02:00", "2019-07-05T10:30:00+02:00"),
            ("Fri, 5 Jul 2019 10:30:00 EST", "2019-07-05T10:30:00-05:00"), ("Fri, 31 Dec 2110 10:30:00 +0000", nil),
            ("05/04/10 10:00", "2010"), ("Mon, 05/04/10 10:00", "2010-04-05T10:00:00Z"),
            ("25/04/10 10:00", "2010-04-25T10:00:00Z"), ("Mon, 05/04/2010", "2010-04-05"),
            ("Tue, 05/04/2010", "2010-05-04"),
            // Clocks that were never set.
            ("Thu, 01 Jan 1970 00:00:00 GMT", nil), ("Wed, 31 Dec 1969 16:00:00 -0800", nil),
            ("Wed, 31 Dec 1969 23:59:59 +0000", nil), ("Tue, 1 Jan 1980 00:00:00 +0000", nil),
            ("Fri, 1 Jan 1904 00:00:00 +0000", nil), ("Tue, 4 Jan 0100 10:00:00 GMT", nil),
            ("Mon, 4 Jan 1982 10:00:00 GMT", "1982-01-04T10:00:00Z"),
            ("Wed, 31 Dec 1997 23:30:00 -0100", "1997-12-31T23:30:00-01:00"),
            ("6 Nov 94 08:49 GMT", "1994-11-06T08:49:00Z"),
            ("yesterday", nil), ("", nil),
            // The weekday decides. Without it only the year is sure.
            ("Sun, 05/04/2015 10:00", "2015-04-05T10:00:00Z"), ("Mon, 05/04/2015 10:00", "2015-05-04T10:00:00Z"),
            ("Tue, 05/04/2015 10:00", "2015"), ("05/04/2015", "2015"), ("05-04-2015 10:00", "2015"),
            ("04/04/2015 10:00", "2015-04-04T10:00:00Z"), ("25/04/2015", "2015-04-25"),
            ("22/04/2015 23:30", "2015-04-22T23:30:00Z"), ("05.04.2015 10:00", "2015-04-05T10:00:00Z"),
            ("2015/04/05 10:00:00 +0200", "2015-04-05T10:00:00+02:00"), ("45/04/2015", "2015"),
            ("4/25/2015 11:30 PM", "2015-04-25T23:30:00Z"), ("4/25/2015 11:30PM", "2015-04-25T23:30:00Z"),
            ("Wednesday, April 22, 2015 11:30 PM", "2015-04-22T23:30:00Z"),
            ("Apr 22, 2015, at 11:30 PM", "2015-04-22T23:30:00Z"), ("2015年4月22日 23:30", "2015-04-22T23:30:00Z"),
            ("22 kwi 2015 10:00", "2015-04-22T10:00:00Z"), ("22 dub 2015", "2015-04-22"),
            ("22. huhti 2015", "2015-04-22"),
            ("Wed, 22 Apr 2015 23:30:00 CEST", "2015-04-22T23:30:00+02:00"),
            ("Wed, 22 Apr 2015 23:30:00 JST", "2015-04-22T23:30:00+09:00"),
            ("Wed, 22 Apr 2015 23:30:00 GMT+9", "2015-04-22T23:30:00+09:00"),
            ("Wed, 22 Apr 2015 23:30:00 EST", "2015-04-22T23:30:00-05:00"),
            ("2015-04-22T23:30:00-08:00", "2015-04-22T23:30:00-08:00"),
            ("13.01.98", "1998-01-13"), ("31.12.03 10:15:00", "2003-12-31T10:15:00Z"), ("10.11.12", nil),
            ("98.12.03", nil),
            ("23.59.60", nil),
            ("Sat, 1 Jan 19100 10:15:00 GMT", "2000-01-01T10:15:00Z"), ("1 Jan 20100", nil),
        ] as [(String, String?)])
    func datesAreReadAsProgramsMeanThem(written: String, expected: String?) {
        #expect(MailDate.normalized(written) == expected)
    }
}
