import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

@Suite("A hostile mail")
struct HostileMailTests {
    /// Reads all there is. Errors of ours are fine, anything else ends the test. Returns how many attachments could be read.
    @discardableResult
    private func readAll(_ bytes: [UInt8], isMailbox: Bool) -> Int {
        do {
            let container = try mail(bytes, isMailbox: isMailbox) { $0.entryBytes = 8 << 20 }
            #expect(Set(container.names).count == container.names.count)
            #expect(!isMailbox || container.problems.allSatisfy { $0.entry != nil })
            return container.entries.prefix(20).count { entry in
                _ = container.metadata(of: entry)
                do {
                    _ = try container.content(of: entry, named: entry.name)
                    return true
                } catch {
                    #expect((error as? BundleError)?.entry == entry.name)
                    return false
                }
            }
        } catch {
            #expect(error is BundleError)
            return 0
        }
    }

    @Test(arguments: [false, true])
    func readingAChangedMailEndsInAttachmentsOrAnError(isMailbox: Bool) {
        var outer = MailWriter([
            .text(), .init(file: "\"=?ISO-8859-1?Q?Gr=FC=DFe.pdf?=\""), .message(MailWriter([.init(file: "b.pdf")])),
            .init(file: "x;\r\n filename*0*=iso-8859-1'de'Gr%FC;\r\n filename*1=sse.pdf"),
        ])
        outer.boundary = "=_o"
        let message = outer.text
        let separator = "From a@b Tue Jun  3 18:30:05 2003\r\n"
        let whole = Array((isMailbox ? (separator + message + "\r\n" + separator + message) : message).utf8)
        #expect(readAll(whole, isMailbox: isMailbox) == (isMailbox ? 6 : 3))
        var generator = SeededGenerator(seed: isMailbox ? 8 : 7)
        var attachments = 0
        for _ in 0..<1_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                let other = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.removeSubrange(index..<min(bytes.count, index + 30))
                case 2: bytes.insert(contentsOf: bytes[other..<min(bytes.count, other + 80)], at: index)
                case 3: bytes.insert(contentsOf: Array("\n\n".utf8), at: index)
                case 4:
                    bytes[index] = [0x3D, 0x3F, 0x2A, 0x27, 0x22, 0x3B, 0x0A, 0].randomElement(using: &generator) ?? 0
                default: bytes.removeLast(bytes.count / 10)
                }
                if bytes.isEmpty { bytes = whole }
            }
            attachments += readAll(bytes, isMailbox: isMailbox)
        }
        #expect(attachments > (isMailbox ? 2_000 : 800))
    }

    @Test(arguments: [1_000, 5_000])
    func readingAMailEndsHoweverDeepItIsNested(depth: Int) throws {
        try expectInTime {
            var text = "From: a@b\nSubject: x\n"
            for level in 0..<depth { text += "Content-Type: multipart/mixed; boundary=b\(level)\n\n--b\(level)\n" }
            readAll(Array((text + "Content-Type: application/pdf\n\n%PDF").utf8), isMailbox: false)
            let messages = String(repeating: "Content-Type: message/rfc822\n\n", count: depth)
            readAll(
                Array("From: a@b\nSubject: x\n\(messages)Content-Type: application/pdf\n\n%PDF".utf8), isMailbox: false)
            let message = try mail(
                Array("From: a@b\nSubject: x\n\(messages)Content-Type: application/pdf\n\n%PDF".utf8))
            #expect(message.entries.isEmpty)
            #expect(message.problems.map(\.code) == [.limit], "what lies deeper is told")
        }
    }

    @Test func readingAMailEndsWithAnyNumberOfParts() throws {
        try expectInTime {
            let text =
                "From: a@b\nContent-Type: multipart/mixed; boundary=b\n\n"
                + String(repeating: "--b\nContent-Type: application/pdf\n\n%PDF\n", count: 8_000)
            let error = try bundleError { try mail(Array(text.utf8)) { $0.entries = 5_000 } }
            #expect(error.code == .limit)
            #expect(try mail(Array(text.utf8)).entries.count == 8_000)
        }
    }

    @Test(arguments: ["Subject: ", "X-Odd: ", "From: ", "Content-Type: a/b; "])
    func readingAMailEndsWithHeadersOfAnyLength(start: String) throws {
        try expectInTime {
            let fields = start.hasPrefix("Content") ? "a=b; " : start.hasPrefix("From") ? "a@b, " : "=?utf-8?q?a?= "
            let long = "To: a\n\(start)" + String(repeating: fields, count: 40_000) + "\n\nhello"
            readAll(Array(long.utf8), isMailbox: false)
            let error = try bundleError { try mail(Array(long.utf8)) { $0.mailHeaderBytes = 100_000 } }
            #expect(error.code == .limit)
        }
    }

    @Test func readingAMailEndsWithAnyNumberOfWordsThatNoBlankParts() throws {
        try expectInTime(.seconds(20)) {
            let words = String(repeating: "=?u?q?x?=", count: 4_900) + String(repeating: "a", count: 4_000_000)
            readAll(Array("To: a\nSubject: \(words)\n\nhello".utf8), isMailbox: false)
        }
    }

    /// GMime would end the process some ten thousand groups deep.
    @Test(arguments: [1_900, 3_000, 500_000]) func readingAMailEndsWithAddressGroupsOfAnyDepth(depth: Int) throws {
        let text = "To: a\nFrom: \(String(repeating: "g:", count: depth))a@b\n\nhello"
        guard depth > 2_000 else {
            #expect(try mail(Array(text.utf8)).entries.isEmpty)
            return
        }
        #expect(try bundleError { try mail(Array(text.utf8)) }.code == .limit)
    }

    /// Lines that are no headers are passed over, and what announces a message may be far to the right.
    @Test(arguments: ["not a header\n", ">From x\n", ""], ["", String(repeating: " ", count: 300)])
    func readingAMailEndsWithAddressGroupsOfAnyDepthAnywhere(before: String, blanks: String) throws {
        let list = String(repeating: "g:", count: 200_000).replacing("g:g:g:g:", with: "g:g:g:\n g:")
        let text =
            "From: a\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\(before)"
            + "Content-Type:\(blanks)message/rfc822\n\n\(before)From : \(list)a@b\nSubject: x\n\n--b--\n"
        #expect(try bundleError { try mail(Array(text.utf8)) }.code == .limit)
    }

    @Test(arguments: ["From: a@b\nSubject: x\n", "From a\nSubject: x\n\n", "From: ", ""])
    func mailMayBeNothingButItsFirstBytes(start: String) {
        var generator = SeededGenerator(seed: UInt64(start.utf8.count))
        for length in 0..<200 {
            let rest = (0..<length * 2).map { _ in UInt8.random(in: 0...255, using: &generator) }
            for isMailbox in [false, true] {
                #expect(readAll(Array(start.utf8) + rest, isMailbox: isMailbox) == 0)
            }
        }
    }
}
