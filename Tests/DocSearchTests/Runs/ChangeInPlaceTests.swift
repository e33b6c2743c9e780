import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

/// Damage on a disk leaves the size of a file as it is. A new version hardly ever has the same.
@Suite("Files that are changed in place")
struct ChangeInPlaceTests {
    // MARK: Other damage

    @Test("Mails in a damaged part of a mailbox stay", arguments: Hole.allCases)
    func mailsInADamagedPart(hole: Hole) async throws {
        let archive = try TestArchive()
        let mails = (1...30).map { TestMail($0, "the egret\($0) stands here", minute: $0) }
        let box = TestMail.box(mails)
        try await archive.read(box, as: "inbox.mbox")
        try archive.write(hole.made(in: box, bytes: 900), to: "inbox.mbox")
        for isFull in [false, true] {
            let run = try await archive.update { $0.full = isFull }
            for number in 1...30 { #expect(try !archive.find("egret\(number)").isEmpty, "\(number)") }
            #expect(run.report.standingFailures > 0)
        }
    }

    @Test func aPageOfAPDFThatLosesItsTextInPlaceKeepsIt() async throws {
        let archive = try TestArchive()
        let pdf = TestDocument("", pages: (1...3).map { "heron\($0) stands in the shallow water of the lake" }).pdf
        try archive.write(pdf, to: "a.pdf")
        try await archive.read(ZipWriter([.init("b.pdf", pdf), .init("c.txt", "one")]).bytes, as: "b.zip")
        // The content of the page cannot be found.
        let damaged = Self.replaced(pdf, "/Contents", "/Contentz")
        #expect(damaged != pdf)
        try archive.write(damaged, to: "a.pdf")
        try archive.write(ZipWriter([.init("b.pdf", damaged), .init("c.txt", "one and two")]).bytes, to: "b.zip")
        for isFull in [false, true] {
            let run = try await archive.update { $0.full = isFull }
            for number in 1...3 { #expect(try archive.find("heron\(number)").count == 2, "\(number)") }
            #expect(run.report.standingFailures == 2)
        }
    }

    // MARK: Honest changes

    @Test func datesThatAreChangedInPlaceAreTaken() async throws {
        let archive = try TestArchive()
        func jpeg(_ date: String) throws -> [UInt8] {
            // A comment behind the beginning.
            let comment = Array("scanned \(date)".utf8)
            let bytes = try DrawnScan.jpeg.bytes()
            return bytes[..<2] + [0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment + bytes[2...]
        }
        func pdf(_ date: String) throws -> [UInt8] {
            try Self.replaced(DrawnScan.group4InPDF.bytes(), "leptonica", date)
        }
        for date in ["2024-01-0", "2025-02-0"] {
            try archive.write(jpeg(date), to: "a.jpg")
            let run = try await archive.read(pdf(date), as: "b.pdf") { $0.ocr = .auto }
            #expect(run.failures.isEmpty, "\(run.failures)")
            #expect(run.report.waiting == 0)
            #expect(try archive.find("visitor").count == 2)
        }
    }

    @Test func aShorterScanOfAnotherSizeIsTaken() async throws {
        let archive = try TestArchive()
        try await archive.read(DrawnScan.jpeg.bytes(), as: "a.jpg") { $0.ocr = .auto }
        let run = try await archive.read(DrawnScan.jpeg.bytes(Array(DrawnScan.lines[..<3])), as: "a.jpg") {
            $0.ocr = .auto
        }
        #expect(run.failures.isEmpty, "\(run.failures)")
        #expect(try archive.find("visitor").isEmpty)
        #expect(try archive.find("herons") == ["a.jpg"])
    }

    @Test func pagesThatChangePlacesAreTaken() async throws {
        let archive = try TestArchive()
        let images = try [DrawnScan.lines[..<3], DrawnScan.lines[3...]].map { try DrawnScan.jpeg.bytes(Array($0)) }
        for order in [images, images.reversed()] {
            try archive.write(
                ZipWriter([.init("images/1.jpg", order[0]), .init("images/2.jpg", order[1])]).bytes, to: "a.zip")
            let run = try await archive.update { $0.ocr = .auto }
            #expect(run.failures.isEmpty, "\(run.failures)")
        }
        let pages = try archive.texts().values.flatMap(\.self)
        #expect(pages.count == 2)
        #expect(pages.last?.contains("herons") == true)
    }

    @Test func aTextThatIsCorrectedInPlaceIsTaken() async throws {
        let archive = try TestArchive()
        let scan = Array(try SampleArchive.bytes(of: "letters/1949-library-gift.pdf"))
        for text in ["a hcron stands\nnear the lakc\n", "a heron stands\nnear the lake\n"] {
            #expect(
                try await archive.read(ZipWriter([.init("a.pdf", scan), .init("a.txt", text)]).bytes, as: "box.zip")
                    .failures.isEmpty)
        }
        #expect(try archive.find("heron lake").count == 1)
        #expect(try archive.find("hcron").isEmpty)
    }

    @Test func aDocumentThatIsRewrittenInPlaceIsTaken() async throws {
        let archive = try TestArchive()
        for word in ["heron", "egret"] {
            try archive.write(["one \(word) stands here"], to: "a.pdf")
            #expect(
                try await archive.read([TestDocument("of-\(word)", pages: ["one \(word) stands here"])], as: "b.zip")
                    .failures.isEmpty)
            #expect(try archive.find(word).count == 2)
        }
        #expect(try archive.find("heron").isEmpty)
    }

    // MARK: Recognition that is off

    @Test func aDamagedPDFDoesNotWaitForRecognitionThatIsOff() async throws {
        let archive = try TestArchive()
        let pdf = TestDocument("", pages: ["a heron stands here"]).pdf
        try await archive.read(pdf, as: "a.pdf")
        // A scan of another size, of which poppler says that it is damaged.
        let scan = Array(try SampleArchive.bytes(of: "letters/1949-library-gift.pdf"))
        let run = try await archive.read(Self.replaced(scan, "0000000015 00000 n", "0000000022 00000 n"), as: "a.pdf")
        #expect(run.failures.count == 1)
        #expect(try archive.find("heron") == ["a.pdf"])
    }

    // MARK: What is written

    enum Hole: CaseIterable, Sendable {
        case zeros, ones, random

        /// In the middle: a third, or so many bytes.
        func made(in bytes: [UInt8], bytes count: Int? = nil) -> [UInt8] {
            let count = count ?? bytes.count / 3
            var generator = SeededGenerator(seed: 7)
            var result = bytes
            for index in (bytes.count - count) / 2..<(bytes.count + count) / 2 {
                result[index] =
                    switch self {
                    case .zeros: 0
                    case .ones: 0xFF
                    case .random: .random(in: 0...255, using: &generator)
                    }
            }
            return result
        }
    }

    static func replaced(_ bytes: [UInt8], _ text: String, _ other: String) -> [UInt8] {
        var bytes = bytes
        if let place = Data(bytes).range(of: Data(text.utf8)) {
            bytes.replaceSubrange(place, with: Array(other.utf8))
        }
        return bytes
    }
}
