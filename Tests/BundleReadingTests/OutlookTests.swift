import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Markup
import Testing

@testable import BundleReading

/// Writes compound files ([MS-CFB]) with sectors of 512 bytes.
struct CompoundWriter {
    indirect enum Item {
        case stream(String, [UInt8])
        case storage(String, [Item])
    }

    private struct Node {
        var name: String
        var kind: UInt8
        var start: UInt32 = 0xFFFF_FFFE
        var size = 0
        var next = UInt32.max
        var child = UInt32.max
    }

    private var nodes = [Node(name: "Root Entry", kind: 5)]
    private var table: [UInt32] = []
    private var sectors: [UInt8] = []
    private var smallTable: [UInt32] = []
    private var small: [UInt8] = []

    static func bytes(_ items: [Item]) -> [UInt8] {
        var writer = CompoundWriter()
        writer.nodes[0].child = writer.add(items)
        return writer.finished()
    }

    /// The number of the first of them, which refers to the others.
    private mutating func add(_ items: [Item]) -> UInt32 {
        var first = UInt32.max
        for item in items.reversed() {
            let number = UInt32(nodes.count)
            switch item {
            case .stream(let name, let bytes):
                nodes.append(Node(name: name, kind: 2, size: bytes.count))
                if bytes.count >= 4096 {
                    nodes[Int(number)].start = chain(bytes)
                } else if !bytes.isEmpty {
                    nodes[Int(number)].start = UInt32(smallTable.count)
                    let count = (bytes.count + 63) / 64
                    smallTable += (1...count).map { $0 == count ? 0xFFFF_FFFE : UInt32(smallTable.count + $0) }
                    small += bytes + [UInt8](repeating: 0, count: count * 64 - bytes.count)
                }
            case .storage(let name, let inner):
                nodes.append(Node(name: name, kind: 1))
                nodes[Int(number)].child = add(inner)
            }
            nodes[Int(number)].next = first
            first = number
        }
        return first
    }

    private mutating func chain(_ bytes: [UInt8]) -> UInt32 {
        guard !bytes.isEmpty else { return 0xFFFF_FFFE }
        let (start, count) = (table.count, (bytes.count + 511) / 512)
        table += (1...count).map { $0 == count ? 0xFFFF_FFFE : UInt32(start + $0) }
        sectors += bytes + [UInt8](repeating: 0, count: count * 512 - bytes.count)
        return UInt32(start)
    }

    private mutating func finished() -> [UInt8] {
        nodes[0].start = chain(small)
        nodes[0].size = small.count
        let smallStart = chain(smallTable.flatMap { Self.number($0, 4) })
        let smallCount = (smallTable.count + 127) / 128
        let directory = chain(nodes.flatMap(Self.bytes))
        var count = 1
        while (table.count + count + 127) / 128 > count { count += 1 }
        let start = table.count
        table += [UInt32](repeating: 0xFFFF_FFFD, count: count)
        table += [UInt32](repeating: .max, count: count * 128 - table.count)
        var header = CompoundFile.signature + [UInt8](repeating: 0, count: 16)
        header += Self.number(0x3E, 2) + Self.number(3, 2) + [0xFE, 0xFF] + Self.number(9, 2) + Self.number(6, 2)
        header += [UInt8](repeating: 0, count: 10) + Self.number(UInt32(count), 4) + Self.number(directory, 4)
        header += Self.number(0, 4) + Self.number(4096, 4) + Self.number(smallStart, 4)
        header += Self.number(UInt32(smallCount), 4) + Self.number(0xFFFF_FFFE, 4) + Self.number(0, 4)
        for index in 0..<109 { header += Self.number(index < count ? UInt32(start + index) : .max, 4) }
        return header + sectors + table.flatMap { Self.number($0, 4) }
    }

    private static func bytes(of node: Node) -> [UInt8] {
        let name = Array(node.name.utf16).flatMap { number(UInt32($0), 2) }
        var bytes = name + [UInt8](repeating: 0, count: 64 - name.count) + number(UInt32(name.count + 2), 2)
        bytes += [node.kind, 1] + number(.max, 4) + number(node.next, 4) + number(node.child, 4)
        bytes += [UInt8](repeating: 0, count: 36) + number(node.start, 4) + number(UInt32(node.size), 4) + number(0, 4)
        return bytes
    }

    static func number(_ value: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
}

/// Writes messages of Outlook.
struct OutlookWriter {
    var texts: [UInt32: String] = [:]
    /// In an encoding of its own.
    var narrow: [UInt32: [UInt8]] = [:]
    var binaries: [UInt32: [UInt8]] = [:]
    /// By whole tags.
    var fixed: [UInt32: UInt64] = [:]
    var inner: [CompoundWriter.Item] = []

    func items(headerBytes: Int) -> [CompoundWriter.Item] {
        func name(_ id: UInt32, _ type: UInt32) -> String {
            let tag = String(id << 16 | type, radix: 16, uppercase: true)
            return "__substg1.0_" + String(repeating: "0", count: 8 - tag.count) + tag
        }
        var properties = [UInt8](repeating: 0, count: headerBytes)
        for (tag, value) in fixed.sorted(by: { $0.key < $1.key }) {
            properties += CompoundWriter.number(tag, 4) + CompoundWriter.number(6, 4)
            properties += CompoundWriter.number(UInt32(truncatingIfNeeded: value), 4)
            properties += CompoundWriter.number(UInt32(value >> 32), 4)
        }
        let wide = texts.sorted { $0.key < $1.key }.map { id, text in
            CompoundWriter.Item.stream(
                name(id, 0x1F), Array(text.utf16).flatMap { CompoundWriter.number(UInt32($0), 2) })
        }
        return [.stream("__properties_version1.0", properties)] + wide
            + narrow.sorted { $0.key < $1.key }.map { .stream(name($0.key, 0x1E), $0.value) }
            + binaries.sorted { $0.key < $1.key }.map { .stream(name($0.key, 0x102), $0.value) } + inner
    }

    var bytes: [UInt8] { CompoundWriter.bytes(items(headerBytes: 32)) }

    static func recipient(_ name: String, _ address: String, kind: UInt64 = 1) -> CompoundWriter.Item {
        let own = OutlookWriter(texts: [0x3001: name, 0x39FE: address], fixed: [0x0C15_0003: kind])
        return .storage("__recip_version1.0_#\(name.count)\(kind)", own.items(headerBytes: 8))
    }

    static func attachment(_ number: Int, _ name: String, _ bytes: [UInt8]) -> CompoundWriter.Item {
        let own = OutlookWriter(texts: [0x3707: name], binaries: [0x3701: bytes])
        return .storage("__attach_version1.0_#0000000\(number)", own.items(headerBytes: 8))
    }

    static func attachment(_ number: Int, message: OutlookWriter) -> CompoundWriter.Item {
        var own = OutlookWriter(texts: [0x3001: "A message"])
        own.inner = [.storage("__substg1.0_3701000D", message.items(headerBytes: 24))]
        return .storage("__attach_version1.0_#0000000\(number)", own.items(headerBytes: 8))
    }
}

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
        var limits = ExtractionLimits()
        limits.mailBytes = 1 << 20
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
