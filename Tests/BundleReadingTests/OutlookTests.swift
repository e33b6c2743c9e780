import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Markup
import Testing

@testable import BundleReading

@Suite("Messages of Outlook") struct OutlookTests {
    private static let pdf = Fixture.pdf + [UInt8](repeating: 0x25, count: 6000)

    private static let message: OutlookWriter = {
        var message = OutlookWriter(texts: [
            0x0037: "Tender for the \u{201C}water tower\u{201D}\r\nX-Evil: 1", 0x0042: "Morrow, Ann",
            0x5D02: "ann@example.org",
            0x1000: "The tender is attached.\r\nAnn", 0x1035: "<7@example.org>",
        ])
        // 2010-05-03 10:00 UTC.
        message.fixed = [0x0039_0040: 129_173_544_000_000_000]
        message.inner = [
            OutlookWriter.recipient("Bo Ek", "bo@example.org"),
            OutlookWriter.recipient("Cy", "cy@example.org", kind: 2),
            OutlookWriter.attachment(0, "Gr\u{F6}\u{DF}e/plan.pdf", pdf),
            OutlookWriter.attachment(1, "notes.docx", [1, 2]),
        ]
        return message
    }()

    @Test func aMessageIsAMailWithItsAttachments() throws {
        let bundle = try openBundle(Self.message.bytes)
        #expect(bundle.format == .mail)
        #expect(bundle.problems.isEmpty, "\(bundle.problems)")
        let documents = bundle.documents
        #expect(documents.map(\.entry) == ["", "Gr\u{F6}\u{DF}e_plan.pdf"])
        let metadata = documents[0].metadata
        #expect(metadata.title == "Tender for the \u{201C}water tower\u{201D} X-Evil: 1")
        #expect(metadata.authors == ["Morrow, Ann"])
        #expect(metadata.authorAddresses == ["ann@example.org"])
        #expect(metadata.date == "2010-05-03T10:00:00Z")
        #expect(metadata.identifier == "7@example.org")
        let people = metadata.details.filter { $0.kind == .person }.map(\.value)
        #expect(people == ["Bo Ek <bo@example.org>", "Cy <cy@example.org>"])
        #expect(metadata.details.count { $0.kind == .attachment } == 2)
        #expect(try bytes(of: bundle.pdf(of: documents[1])) == Self.pdf)
        #expect(try text(of: bundle) == "The tender is attached.\nAnn")
    }

    private func text(of bundle: OpenedBundle) throws -> String {
        guard case .file(let reference, _) = bundle.documents[0].text else { return "" }
        let bytes = try bundle.session.bytes(of: reference, limit: .markup(ExtractionLimits()))
        return TextDecoding.text(of: bytes).replacing("\r\n", with: "\n")
    }

    @Test func textsAreInTheCodePageThatTheMessageSays() throws {
        var message = OutlookWriter()
        message.narrow = [0x0037: try encoded("Смета моста", as: "CP1251"), 0x1000: try encoded("Дело", as: "CP1251")]
        message.fixed = [0x3FFD_0003: 1251]
        let bundle = try openBundle(message.bytes)
        #expect(bundle.documents[0].metadata.title == "Смета моста")
        #expect(try text(of: bundle) == "Дело")
    }

    @Test func theFieldsThatAMessageCameWithSayTheWritersZone() throws {
        var message = OutlookWriter(texts: [
            0x007D: "Received: x\r\nFrom: Ann <ann@example.org>\r\nDate: Mon, 3 May 2010 23:30:00\r\n -0700\r\n"
        ])
        message.fixed = Self.message.fixed
        let metadata = try openBundle(message.bytes).documents[0].metadata
        #expect(metadata.date == "2010-05-03T23:30:00-07:00")
        #expect(metadata.authors == ["Ann"])
    }

    @Test func htmlIsReadWhereThereIsNoPlainText() throws {
        var message = OutlookWriter()
        message.binaries = [
            0x1013: try encoded("<html><body><p>Gr\u{FC}\u{DF}e</p><p>Ann</p></body></html>", as: "CP1252")
        ]
        message.fixed = [0x3FDE_0003: 1252]
        #expect(try text(of: openBundle(message.bytes)) == "Gr\u{FC}\u{DF}e\nAnn")
    }

    /// A body of Microsoft's own example ([MS-OXRTFCP] 4.1), and one that is not packed.
    @Test func richTextIsReadWhereThereIsNothingElse() throws {
        let example: [UInt8] = [
            0x2D, 0, 0, 0, 0x2B, 0, 0, 0, 0x4C, 0x5A, 0x46, 0x75, 0xF1, 0xC5, 0xC7, 0xA7, 0x03, 0x00, 0x0A, 0x00, 0x72,
            0x63, 0x70, 0x67, 0x31, 0x32, 0x35, 0x42, 0x32, 0x0A, 0xF3, 0x20, 0x68, 0x65, 0x6C, 0x09, 0x00, 0x20, 0x62,
            0x77, 0x05, 0xB0, 0x6C, 0x64, 0x7D, 0x0A, 0x80, 0x0F, 0xA0,
        ]
        var message = OutlookWriter()
        message.binaries = [0x1009: example]
        #expect(try text(of: openBundle(message.bytes)).contains("hello world"))
        let texts = [
            #"{\rtf1\ansi{\fonttbl{\f0 Arial;}}\f0 The {\b heron}\par in the r\'e9eds \u8364?5}"#:
                "The heron\nin the r\u{E9}eds \u{20AC}5",
            // Each font has its encoding.
            #"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}{\f2\fcharset238 C;}{\f3\fcharset128 D;}}"#
                + #"\f0 r\'e9 {\f1\'c4\'e0} \f2\'a3\'f3d\'9f \f3\'90\'85\'96\'e5}"#: "ré Да Łódź 水門",
            #"{\rtf1\ansi\ansicpg1251 \'c4\'e0}"#: "Да",
            #"{\rtf1 The heron\bin9223372036854775807 in the reeds}"#: "The heron",
        ]
        for (rtf, text) in texts {
            let head =
                CompoundWriter.number(UInt32(rtf.utf8.count + 12), 4)
                + CompoundWriter.number(UInt32(rtf.utf8.count), 4)
            message.binaries = [0x1009: head + Array("MELA".utf8) + [0, 0, 0, 0] + Array(rtf.utf8)]
            #expect(try self.text(of: openBundle(message.bytes)) == text)
        }
    }

    @Test func aDraftHasTheDateThatItWasMadeAndTheSubjectWithoutItsPrefix() throws {
        var message = OutlookWriter(texts: [0x0E1D: "Tender", 0x0042: "Ann Lee", 0x1000: "words"])
        // 2010-05-03T10:00:00Z, counted in 100 ns from 1601.
        message.fixed = [0x3007_0040: 129_173_544_000_000_000]
        let metadata = try #require(openBundle(message.bytes).documents.first).metadata
        #expect(metadata.title == "Tender")
        #expect(metadata.authors == ["Ann Lee"])
        #expect(metadata.date == "2010-05-03T10:00:00Z")
    }

    @Test func aMessageThatIsSignedInTheClearHasItsText() throws {
        let signed = [
            "Content-Type: multipart/signed; protocol=\"application/x-pkcs7-signature\"; boundary=\"b\"", "", "--b",
            "Content-Type: text/plain; charset=utf-8", "", "The tender", "--b",
            "Content-Type: application/x-pkcs7-signature; name=smime.p7s", "", "MIIB", "--b--", "",
        ].joined(separator: "\r\n")
        var message = OutlookWriter(texts: [0x0037: "Tender", 0x001A: "IPM.Note.SMIME.MultipartSigned"])
        message.inner = [
            OutlookWriter.attachment(0, "smime.p7m", Array(signed.utf8), type: "multipart/signed")
        ]
        let bundle = try openBundle(message.bytes)
        #expect(bundle.text(of: bundle.documents[0]).unpaged == "The tender")
        #expect(bundle.documents[0].metadata.details.contains(MetadataDetail(.other, called: "Signed with", "S/MIME")))
    }

    @Test func messagesWithinMessagesAreRead() throws {
        var inner = OutlookWriter(texts: [0x0037: "Inner", 0x1000: "The inner text"])
        inner.inner = [OutlookWriter.attachment(0, "inner.pdf", Fixture.pdf)]
        var outer = OutlookWriter(texts: [0x0037: "Outer", 0x1000: "The outer text"])
        outer.inner = [OutlookWriter.attachment(0, message: inner)]
        let bundle = try openBundle(outer.bytes)
        #expect(bundle.documents.map(\.entry) == ["", "inner.pdf"])
        let text = try text(of: bundle)
        #expect(text.contains("The outer text"))
        #expect(text.contains("Subject: Inner"))
        #expect(text.contains("The inner text"))
        var deep = outer
        for _ in 0..<20 {
            var next = OutlookWriter(texts: [0x1000: "Around"])
            next.inner = [OutlookWriter.attachment(0, message: deep)]
            deep = next
        }
        #expect(try openBundle(deep.bytes).problems.map(\.code) == [.limit])
    }

    @Test func messagesInBundlesAreRead() throws {
        let bundle = try openZip([.init("post/a.msg", Self.message.bytes)])
        #expect(bundle.documents.map(\.entry) == ["post/a.msg", "post/a.msg!/Gr\u{F6}\u{DF}e_plan.pdf"])
    }

    @Test func filesOfOtherProgramsAreNoMessages() throws {
        let word = CompoundWriter.bytes([.stream("WordDocument", [UInt8](repeating: 1, count: 5000))])
        let error = try bundleError { try openBundle(word) }
        #expect(error.code == .unsupported)
        #expect(error.reason.contains("no message of Outlook"))
    }

    @Test func damagedMessagesEndWithASentence() throws {
        let whole = Self.message.bytes
        // Cut off; a table that goes round in circles; a directory that refers to itself.
        var circle = whole
        let table = whole.count - 512
        for index in 0..<20 { circle.replaceSubrange(table + index * 4..<table + index * 4 + 4, with: [0, 0, 0, 0]) }
        for bytes in [Array(whole.prefix(700)), Array(whole.prefix(513)), circle] {
            let error = try bundleError { try openBundle(bytes) }
            #expect(error.code == .damaged || error.code == .unsupported, "\(error)")
        }
    }

    @Test func attachmentsThatShareTheirBytesAreLimited() throws {
        var limits = ExtractionLimits()
        limits.mailBytes = 100_000
        var message = OutlookWriter(texts: [0x0037: "Bomb"])
        message.inner = (0..<9).map { OutlookWriter.attachment($0, "\($0).pdf", Self.pdf) }
        #expect(try openBundle(message.bytes, limits: limits).documents.count == 10)
        limits.mailBytes = 60_000
        let error = try bundleError { try openBundle(message.bytes, limits: limits) }
        #expect(error.code == .limit)
        #expect(error.reason.hasSuffix("the limit is 60000 (mailBytes)"))
    }

    /// Attachments whose chains of sectors run into each other: each is short, and together they are followed for hours.
    @Test func attachmentsThatShareLongChainsAreLimited() throws {
        var message = OutlookWriter(texts: [0x0037: "Bomb"])
        let bytes = [UInt8](repeating: 0x41, count: 4032)
        message.inner = (0..<1_000).map { OutlookWriter.attachment($0, "\($0).txt", bytes) }
        var file = message.bytes
        #expect(try openBundle(file).problems.isEmpty)
        // Where one chain ends in the table of small sectors the next begins.
        let start = 512 * (1 + Int(file.number(60, 4)))
        let ends = (0..<Int(file.number(64, 4)) * 128).filter { file.number(start + 4 * $0, 4) == 0xFFFF_FFFE }
        for index in ends.dropLast() {
            let place = start + 4 * index
            file.replaceSubrange(place..<place + 4, with: CompoundWriter.number(UInt32(index + 1), 4))
        }
        let error = try bundleError { try openBundle(file) }
        #expect(error.code == .limit)
        #expect(error.reason.contains("refer to each other too often"))
    }

    @Test func readingSurvivesMutations() throws {
        let limits = limits { $0.mailBytes = 1 << 20 }
        var read = 0
        for mutated in Mutations.of(Self.message.bytes, seed: 12, count: 500) {
            do {
                let bundle = try openBundle(mutated, limits: limits)
                #expect(bundle.documents.count < 100)
                read += 1
            } catch let error as BundleError {
                #expect(!error.reason.isEmpty)
            }
        }
        #expect(read > 100)
    }
}
