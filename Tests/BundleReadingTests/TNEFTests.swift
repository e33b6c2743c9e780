import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import BundleReading

/// Writes a `winmail.dat`.
struct TNEFWriter {
    struct Attachment {
        /// The short name that old programs read.
        var title: String?
        /// As Exchange has it.
        var name: String?
        var bytes: [UInt8]
        var isMessage = false
    }

    var attachments: [Attachment]

    var bytes: [UInt8] {
        var result = TNEFContainer.signature + [1, 0]
        // attTnefVersion.
        result += Self.attribute(1, 0x0008_9006, Self.four(0x10000))
        for attachment in attachments {
            result += Self.attribute(2, 0x0006_9002, [UInt8](repeating: 0, count: 14))
            if let title = attachment.title { result += Self.attribute(2, 0x0001_8010, Array(title.utf8) + [0]) }
            if !attachment.isMessage { result += Self.attribute(2, 0x0006_800F, attachment.bytes) }
            var properties = [Self.four(0x0037_05_0003 & 0xFFFF_FFFF) + Self.four(1)]
            // A property with a name, and a list, which are passed over.
            properties.append(
                Self.two(0x1F) + Self.two(0x8001) + [UInt8](repeating: 7, count: 16) + Self.four(1) + Self.four(4)
                    + [65, 0, 0, 0] + Self.four(1) + Self.four(4) + [66, 0, 0, 0])
            properties.append(Self.two(0x1003) + Self.two(0x6000) + Self.four(2) + Self.four(1) + Self.four(2))
            if let name = attachment.name {
                let units = Array((name + "\0").utf16).flatMap { Self.two(Int($0)) }
                properties.append(Self.two(0x1F) + Self.two(0x3707) + Self.four(1) + Self.filled(units))
            }
            if attachment.isMessage {
                let object = [UInt8](repeating: 9, count: 16) + attachment.bytes
                properties.append(Self.two(0x0D) + Self.two(0x3701) + Self.four(1) + Self.filled(object))
            }
            result += Self.attribute(2, 0x0006_9005, Self.four(properties.count) + properties.flatMap { $0 })
        }
        return result
    }

    private static func attribute(_ level: UInt8, _ id: Int, _ data: [UInt8]) -> [UInt8] {
        let sum = data.reduce(0) { ($0 + Int($1)) & 0xFFFF }
        return [level] + four(id) + four(data.count) + data + two(sum)
    }

    private static func filled(_ data: [UInt8]) -> [UInt8] {
        four(data.count) + data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
    }

    private static func two(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }
    private static func four(_ number: Int) -> [UInt8] { two(number) + two(number >> 16) }
}

@Suite("Attachments in a winmail.dat")
struct TNEFTests {
    private static let inner = TNEFWriter(attachments: [.init(title: "DEEP.PDF", bytes: Fixture.pdf)])
    private static let outer = TNEFWriter(attachments: [
        .init(title: "REPORT~1.PDF", name: "Bericht über März.pdf", bytes: Fixture.pdf),
        .init(title: "table.xls", bytes: [1, 2, 3]),
        .init(title: nil, name: "Fwd: tender", bytes: inner.bytes, isMessage: true),
    ])

    @Test func attachmentsInAWinmailFileAreDocumentsOfTheMail() throws {
        let writer = MailWriter([.text(), .init(file: "winmail.dat", type: "application/ms-tnef", Self.outer.bytes)])
        let bundle = try openBundle(Array(writer.text.utf8))
        #expect(
            bundle.documents.map(\.entry) == [
                "", "winmail.dat!/Bericht über März.pdf", "winmail.dat!/Fwd: tender.tnef!/DEEP.PDF",
            ])
        #expect(bundle.problems.isEmpty)
        for document in bundle.documents.dropFirst() {
            #expect(try bytes(of: bundle.pdf(of: document)) == Fixture.pdf)
        }
    }

    @Test func aWinmailFileIsABundleByItself() throws {
        let bundle = try openBundle(Self.outer.bytes)
        #expect(bundle.format == .mail)
        #expect(bundle.documents.map(\.entry) == ["Bericht über März.pdf", "Fwd: tender.tnef!/DEEP.PDF"])
    }

    @Test func aWinmailFileThatIsCutOffSaysSo() throws {
        let bytes = TNEFWriter(attachments: [
            .init(title: "A.PDF", bytes: Fixture.pdf), .init(title: "B.PDF", bytes: Fixture.pdf),
        ]).bytes
        let bundle = try openBundle(bytes.prefix(bytes.count - 200))
        #expect(bundle.documents.first?.entry == "A.PDF")
        #expect(bundle.problems.map(\.code).contains(.damaged))
    }

    @Test func attachmentsInAWinmailFileCountAsEntries() throws {
        let limits = limits { $0.entries = 2 }
        #expect(throws: BundleError.self) { try openBundle(Self.outer.bytes, limits: limits) }
    }

    @Test func damagedWinmailFilesAreReadOrRefused() throws {
        for bytes in Mutations.of(Self.outer.bytes, seed: 37, count: 3000) {
            guard let bundle = try? openBundle(TNEFContainer.signature + bytes.dropFirst(4)) else { continue }
            for document in bundle.documents { _ = try? bundle.content(of: document) }
        }
    }
}
