import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

@Suite("A mailbox")
struct MailboxTests {
    private static func mailbox(_ messages: [String]) -> [UInt8] {
        Array(messages.map { "From ada@example.org Tue Jun  3 18:30:05 2003\n\($0)\n" }.joined().utf8)
    }

    private static func message(_ number: Int, body: String = "See below.") -> String {
        MailWriter([.text(body), .init(file: "scan.pdf", Array("\(number)".utf8))], subject: "Number \(number)").text
            .replacing("\r\n", with: "\n")
    }

    @Test func mailboxHoldsTheAttachmentsOfItsMessages() throws {
        let quoted = "Dear all,\n\n>From now on we meet on Mondays.\nFrom the desk of Ada:\n\nFrom here\non nothing."
        let container = try mail(
            Self.mailbox([Self.message(1), Self.message(2, body: quoted), Self.message(3)]), isMailbox: true)
        #expect(container.names == ["message-1/scan.pdf", "message-2/scan.pdf", "message-3/scan.pdf"])
        #expect(container.problems.isEmpty)
        for index in [2, 0, 1] {
            #expect(try container.bytes(index) == Array("\(index + 1)".utf8))
            #expect(container.metadata(of: container.entries[index]).title == "Number \(index + 1)")
        }
    }

    @Test func mailboxCountsMessagesWithoutAttachments() throws {
        let container = try mail(Self.mailbox(["Subject: x\n\nhello\n", Self.message(2)]), isMailbox: true)
        #expect(container.names == ["message-2/scan.pdf"])
    }

    @Test func mailboxIsReadInPiecesOfAnySize() throws {
        // A separator lies across the end of the first 64 KiB that are read.
        for size in 65_300..<65_700 where size % 7 == 0 {
            let first = "Subject: x\n\n\(String(repeating: "y", count: size))\n"
            let container = try mail(Self.mailbox([first, Self.message(2)]), isMailbox: true)
            #expect(container.names == ["message-2/scan.pdf"])
        }
    }

    @Test func mailboxIsReadFromAFile() throws {
        let file = try OpenFile(Self.mailbox((1...3).map { Self.message($0) }))
        let container = try MailContainer(
            BundleFile(duplicating: file.descriptor), isMailbox: true, path: "",
            budget: ReadingBudget(limits: ExtractionLimits()))
        #expect(try container.bytes(2) == Array("3".utf8))
    }

    @Test func mailboxIsLimitedInMessagesAndAttachments() throws {
        let bytes = Self.mailbox((1...3).map { Self.message($0) })
        #expect(try mail(bytes, isMailbox: true) { $0.entries = 6 }.entries.count == 3)
        let error = try bundleError { try mail(bytes, isMailbox: true) { $0.entries = 5 } }
        #expect(
            error
                == BundleError(
                    .limit, "this mailbox has 1 entries, and the bundle 5 before it; the limit is 5 (entries)"))
        #expect(throws: BundleError.self) { try mail(bytes, isMailbox: true) { $0.entries = 2 } }
    }

    @Test func mailboxLeavesOutMessagesThatAreTooLarge() throws {
        let large = Self.message(2, body: String(repeating: "x\n", count: 5_000))
        let headers = "Subject: x\n" + String(repeating: "X-A: b\n", count: 3_000) + "\nhello\n"
        let container = try mail(Self.mailbox([Self.message(1), large, headers]), isMailbox: true) {
            $0.mailBytes = 9_000
            $0.mailHeaderBytes = 4_000
        }
        #expect(container.names == ["message-1/scan.pdf"])
        #expect(container.problems.map(\.entry) == ["message-2", "message-3"])
        #expect(container.problems.map(\.code) == [.limit, .limit])
        #expect(container.problems.first?.reason.hasSuffix("the limit is 9000 (mailBytes)") == true)
        #expect(container.problems.last?.reason.hasSuffix("the limit is 4000 (mailHeaderBytes)") == true)
    }

    /// Decoded, a part is smaller than it was.
    @Test func partsOfMailsDoNotGrow() throws {
        let allowed = try mail(MailWriter([.init(file: "a.pdf", Array(repeating: 65, count: 3_000))])) {
            $0.bundleBytes = 1
        }
        // Twice: what is read again counts once.
        for _ in 0..<2 { #expect(try allowed.bytes(0).count == 3_000) }
        let small = try bundleError {
            try allowed.bytes(of: allowed.entries[0], limit: ByteLimit(name: "metadataBytes", count: 10))
        }
        #expect(small.reason == "it has more bytes than allowed; the limit is 10 (metadataBytes)")
    }

    @Test func aMailboxThatEndsWithinAMessageSaysSo() throws {
        let whole = Self.mailbox([Self.message(1), Self.message(2)])
        #expect(try mail(whole, isMailbox: true).problems.isEmpty)
        for lost in [4, 20, 60] {
            let problems = try mail(Array(whole.dropLast(lost)), isMailbox: true).problems
            #expect(problems.map(\.entry) == ["message-2"])
            #expect(problems.map(\.code) == [.damaged])
        }
        let headers =
            Self.mailbox([Self.message(1)]) + Array("From ada@example.org Tue Jun  3 18:30:05 2003\nSubject: x\n".utf8)
        #expect(try mail(headers, isMailbox: true).problems.map(\.entry) == ["message-2"])
        #expect(try mail(Array(Self.message(1).utf8.dropLast(20))).problems.map(\.entry) == [nil])
    }

    @Test func zerosInAMailAreDamage() throws {
        let bytes = Self.mailbox([Self.message(1), Self.message(2)])
        var damaged = bytes
        for index in damaged.indices.suffix(60).prefix(20) { damaged[index] = 0 }
        #expect(try mail(damaged, isMailbox: true).problems.map(\.entry).contains("message-2"))
        let binary = "Content-Type: image/png\nContent-Transfer-Encoding: binary\n\n\0\0\n"
        #expect(try mail(Array(binary.utf8)).problems.isEmpty)
    }
}
