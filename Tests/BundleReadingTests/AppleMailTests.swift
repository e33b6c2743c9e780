import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

@Suite("A message of Apple Mail")
struct AppleMailTests {
    private static let message = MailWriter([.text(), .init(file: "june.pdf"), .init(file: "july.pdf")]).text
    private static let list = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>flags</key><integer>8590195713</integer></dict></plist>

        """

    private func opened(_ first: String, _ message: String = message) throws -> OpenedBundle {
        try openBundle((first + message + Self.list).utf8)
    }

    /// Mail fills the line up, so that the number can grow.
    @Test(arguments: ["\n", "      \n", "\r\n", "\t \r\n"])
    func appleMailMessageHoldsItsAttachments(lineEnd: String) throws {
        let bundle = try opened("\(Self.message.utf8.count)\(lineEnd)")
        #expect(bundle.format == .mail)
        #expect(bundle.problems.isEmpty)
        #expect(bundle.documents.map(\.entry) == ["", "june.pdf", "july.pdf"])
        #expect(
            bundle.documents.map { $0.metadata.title ?? $0.message?.title }
                == [String](repeating: "Minutes of June", count: 3))
        for document in bundle.documents.dropFirst() {
            guard case .pdf(let content) = try bundle.content(of: document) else {
                throw BundleError(.damaged, "no PDF")
            }
            #expect(try bytes(of: content) == Fixture.pdf)
        }
    }

    /// No more than it has, and no less than is there.
    @Test(arguments: [
        "4000000", "9223372036854775807", "9223372036854775808", "99999999999999999999999999", "0004000000",
    ])
    func appleMailMessageMayClaimToBeLongerThanItsFile(count: String) throws {
        let bundle = try opened("\(count)\n")
        #expect(bundle.documents.map(\.entry) == ["", "june.pdf", "july.pdf"])
    }

    @Test func appleMailMessageIsReadOnlyAsFarAsItsCount() throws {
        let second = try #require(Self.message.ranges(of: "--=_next").dropFirst(2).first)
        let count = Self.message[..<second.lowerBound].utf8.count
        #expect(try opened("\(count)\n").documents.map(\.entry) == ["", "june.pdf"])
        // What follows it may look like more of it.
        let forged = Self.message + MailWriter([.init(file: "forged.pdf")]).text
        let bundle = try opened("\(Self.message.utf8.count)\n", forged)
        #expect(bundle.documents.map(\.entry) == ["", "june.pdf", "july.pdf"])
    }

    @Test func readingAppleMailEndsWhereverItsCountSays() throws {
        for count in stride(from: 1, to: Self.message.utf8.count + 9, by: 29) {
            do {
                let bundle = try opened("\(count)\n")
                #expect(bundle.format == .mail)
                #expect(bundle.documents.first?.entry == "")
            } catch let error as BundleError {
                // Nothing is left of it that is a message.
                #expect(error.code == .damaged)
                #expect(count < 200)
            }
        }
    }

    @Test func appleMailMessageMayLieInAZip() throws {
        let file = "\(Self.message.utf8.count)\n\(Self.message)\(Self.list)"
        let bundle = try openZip([.init("Messages/17.emlx", file)])
        #expect(
            bundle.documents.map(\.entry) == [
                "Messages/17.emlx", "Messages/17.emlx!/june.pdf", "Messages/17.emlx!/july.pdf",
            ])
        guard case .pdf(let content) = try bundle.content(of: bundle.documents[2]) else { return }
        #expect(try bytes(of: content) == Fixture.pdf)
    }

    /// Mail leaves an empty part, with the length, where it keeps an attachment in a file of its own.
    @Test func appleMailLeavesOutAttachmentsThatAreKeptElsewhere() throws {
        var elsewhere = MailWriter.Part(file: "gone.pdf", [])
        elsewhere.headers.append("X-Apple-Content-Length: 4711")
        var here = MailWriter.Part(file: "here.pdf")
        here.headers.append("X-Apple-Content-Length: 4711")
        let message = MailWriter([.text(), elsewhere, here]).text
        #expect(try opened("\(message.utf8.count)\n", message).documents.map(\.entry) == ["", "here.pdf"])
        let empty = MailWriter([.text(), elsewhere]).text
        let bundle = try opened("\(empty.utf8.count)\n", empty)
        #expect(bundle.documents.map(\.entry) == [""])
        #expect(bundle.problems.isEmpty)
    }
}
