import BundleConventions
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import BundleReading

@Suite("What is a mail")
struct MailShapeTests {
    /// The name of what opens a file with this text.
    private static func opener(_ text: String) throws -> String {
        let opener = BundleOpeners.opener(for: try FileOpening(of: BundleFile(content(Array(text.utf8)))))
        return opener.map { "\($0)" } ?? ""
    }

    /// Two kilobytes before all that people know.
    private static let sealed: String = {
        let seal = "ARC-Seal: i=1; a=rsa-sha256; cv=none;\r\n        b=\(String(repeating: "x", count: 900))\r\n"
        return String(repeating: seal, count: 3)
    }()
    private static let received = String(repeating: "Received: from a\r\n by b\r\n", count: 200)

    /// What real mails begin with.
    @Test(arguments: [
        "\(sealed)From: a@b.example\r\nSubject: x\r\n\r\nhello", "\(received)From: a@b.example\r\nDate: x\r\n\r\nhello",
        "X-Odd: 1\r\nthis line is nothing\r\nFrom: a@b.example\r\nTo: c\r\nSubject: x\r\n\r\nhello",
        "From : a@b.example\r\nTo : c\r\nSubject : x\r\n\r\nhello",
        "From: a@b.example\r\nTo : c\r\nSubject : x\r\n\r\nhello", "FROM: a\nSENT: today\nTO: b\n\nhello",
        "\r\n\r\nFrom: a@b.example\r\nSubject: x\r\n\r\nhello", "\u{FEFF}From: a@b.example\nSubject: x\n\nhello",
        "MIME-Version: 1.0\nContent-Type: text/plain\n\nhello", "Newsgroups: a.b\nFrom: c\nPath: d!e\n\nhello",
        "X-Notes-Item: CN=a;\n flags=44\nX-Mailer: b\nMessage-ID: <c>\n\nhello", "From: a@b\nSubject: x\n",
    ])
    func mailBeginsWithHeaders(text: String) throws {
        #expect(try Self.opener(text) == "MailOpener")
        let bundle = try openBundle(text.utf8)
        #expect(bundle.format == .mail)
        #expect(bundle.documents.map(\.entry) == [""])
        if text.hasSuffix("hello") { #expect(bundle.text(of: bundle.documents[0]).unpaged == "hello") }
    }

    @Test(arguments: [
        "Dear Sir,\nFrom: a\nTo: b\nSubject: c\n\n", "title: x\nauthor: y\ndate: 2020\n\ntext",
        "HTTP/1.1 200 OK\nDate: x\nContent-Type: text/html\n\n", "Date: x\nContent-Type: text/html\nServer: y\n\n",
        "Subject: what we said\nand then there was\na long talk\nabout it\nTo: nobody\n",
        "#include <a.h>\nint from: 3;\nFrom: a\nTo: b\n", "color: red;\nfrom: a;\n\n", "default:\n  x\ncase: y\n",
        "{\"from\": \"a\",\n\"to\": \"b\"}", "from,to,date\n1,2,3\n", "  From: a\n  To: b\n",
        "http://a.example/\nTo: b\n",
        "1. From: a\n2. To: b\n", "From here on we write:\nNote: nothing\n", "From here on:\nNote: nothing\n",
        "From here on\nnothing", " From a\nSubject: x\n", "From ", "Subject: x\nX-Y: z\n\nFrom: a\n",
        "From: a\nFrom: b\n\n", "Dear Sir,\nFrom: a\nTo: b\n", " From: a\nTo: b\nDate: c\n", "%PDF-1.4\n",
        // The number that Apple Mail writes first is one, and headers follow.
        "0\nFrom: a\nSubject: x\n\n", "000\nFrom: a\nSubject: x\n\n", "1 2\nFrom: a\nSubject: x\n\n",
        "-12\nFrom: a\nSubject: x\n\n", "12a\nFrom: a\nSubject: x\n\n", "0x12\nFrom: a\nSubject: x\n\n",
        "12\nDear Sir,\nFrom: a\nSubject: x\n", "12\n", "12", "12\n\nFrom: a\nTo: b\n",
    ])
    func otherTextIsNoMail(text: String) throws {
        #expect(!["MailOpener", "MailboxOpener", "AppleMailOpener"].contains(try Self.opener(text)))
    }

    @Test(arguments: [
        ("From a@b Tue Jun  3 18:30:05 2003\nSubject: x\n\n", "MailboxOpener"),
        ("From a@b\r\nReturn-Path: <>\r\n", "MailboxOpener"), ("From: a@b\nSubject: x\n\n", "MailOpener"),
        ("RECEIVED: from a\r\n\tby b\r\nfrom: c\r\n\r\n", "MailOpener"),
        ("X-Odd: 1\nReturn-Path: <>\nDelivered-To: a\n", "MailOpener"), ("\nFrom: a\nTo: b\n", "MailOpener"),
        ("  \nFrom: a\nSubject: x\n\n", "MailOpener"), ("12\nFrom: a\nSubject: x\n\n", "AppleMailOpener"),
        (" 12 \r\nFrom: a\nSubject: x\n\n", "AppleMailOpener"),
    ])
    func fewLinesTellAMailFromAMailbox(text: String, opener: String) throws {
        #expect(try Self.opener(text) == opener)
    }

    @Test(arguments: [
        "From a@b Tue Jun  3 18:30:05 2003\n", "\nFrom a@b Tue Jun  3 18:30:05 2003\n",
        "\u{FEFF}From a@b Tue Jun  3 18:30:05 2003\n", "From a@b\n",
    ])
    func mailMayBeAMailbox(line: String) throws {
        let text = line + "Subject: first\n\none\n\nFrom a@b Tue Jun  3 18:30:05 2003\nSubject: second\n\ntwo\n"
        #expect(try Self.opener(text) == "MailboxOpener")
        let bundle = try openBundle(text.utf8)
        #expect(bundle.documents.map(\.entry) == ["message-1", "message-2"])
        #expect(bundle.documents.map(\.metadata.title) == ["first", "second"])
        #expect(bundle.documents.map { bundle.text(of: $0).unpaged } == ["one", "two"])
    }

    private static let corpus = "bundles/mail-tika"

    /// The mails that another project has collected in twenty years.
    @Test(.enabled(if: Corpus.has(corpus), "the corpus is not on this machine")) func realMailsAreToldByTheirShape()
        throws
    {
        let folder = Corpus.path + "/" + Self.corpus
        // Their messages have no headers at all.
        let without: Set = ["simple.mbox", "quoted.mbox"]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where !without.contains(name) {
            let bundle = try openBundle(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
            #expect([.mail, .mailbox].contains(bundle.format), "\(name)")
            #expect(!bundle.documents.isEmpty, "\(name)")
        }
    }
}
