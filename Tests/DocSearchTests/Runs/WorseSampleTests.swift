import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

/// Every bundle of the samples is cut, zeroed, locked or emptied after it was indexed.
@Suite("No text of the samples goes with its file")
struct WorseSampleTests {
    @Test(.enabled(if: Self.hasSamples, "Samples are not there"), arguments: Harm.allCases, [1, 2] as [UInt64])
    func noTextIsGoneAndEachLossIsSaid(harm: Harm, seed: UInt64) async throws {
        let archive = try TestArchive()
        var generator = SeededGenerator(seed: seed)
        for name in Self.names { try archive.write(Self.bytes(name), to: name) }
        try await archive.update { $0.jobs = 2 }
        let before = try archive.texts()
        let failedBefore = Set(try archive.index.status().failures.map(\.path))
        for name in Self.names { try archive.write(harm.done(to: Self.bytes(name), name, &generator), to: name) }
        for isFull in [false, true] {
            let run = try await archive.update { ($0.jobs, $0.full) = (2, isFull) }
            let after = try archive.texts()
            let failures = Set(try archive.index.status().failures.map(\.path)).subtracting(failedBefore)
            for (path, pages) in before {
                // A mail without its boundaries has more than its text, and what followed it.
                let bundle = path.components(separatedBy: "!/").first ?? path
                let found = after.filter { Self.isIn(bundle, $0.key) }.flatMap(\.value)
                let lost = Self.words(pages).subtracting(Self.words(found))
                #expect(lost.isEmpty, "\(path), \(isFull)")
            }
            // Zeros may be where nothing is missed.
            let texts = before.filter { !Self.words($0.value).isEmpty }.keys
            for name in Self.names where harm != .zero && texts.contains(where: { Self.isIn(name, $0) }) {
                #expect(failures.contains { Self.isIn(name, $0) }, "\(name) was harmed without a word, \(isFull)")
            }
            #expect(run.report.standingFailures > 0)
            #expect(run.report.removed == 0)
        }
    }

    /// Holes of zeros where the sizes of the files stay as they are, night after night.
    @Test(arguments: [1, 2] as [UInt64])
    func noRecognizedWordIsGoneWithAHoleInItsScan(seed: UInt64) async throws {
        let archive = try TestArchive()
        var generator = SeededGenerator(seed: seed)
        var scans: [String: [UInt8]] = [:]
        for scan in DrawnScan.allCases { scans[scan.name] = try scan.bytes() }
        for name in ["letters/1936-tramway-company.pdf", "letters/1949-library-gift.pdf"] where Self.hasSamples {
            scans[name] = try Array(SampleArchive.bytes(of: name))
        }
        for (name, bytes) in scans { try archive.write(bytes, to: name) }
        try await archive.update { ($0.jobs, $0.ocr) = (2, .auto) }
        let before = try archive.texts()
        #expect(before.count == scans.count)
        for night in 1...3 {
            for (name, bytes) in scans.sorted(by: { $0.key < $1.key }) {
                try archive.write(Self.withHole(bytes, &generator), to: name)
            }
            let run = try await archive.update { ($0.jobs, $0.ocr) = (2, .auto) }
            #expect(run.report.removed == 0)
            let after = try archive.texts()
            for (path, pages) in before {
                let lost = Self.words(pages).subtracting(Self.words(after[path] ?? []))
                #expect(lost.isEmpty, "\(path), night \(night)")
            }
        }
        for (name, bytes) in scans { try archive.write(bytes, to: name) }
        let whole = try await archive.update { ($0.jobs, $0.ocr) = (2, .auto) }
        #expect(whole.report.standingFailures == 0)
        #expect(try archive.texts() == before)
    }

    private static func withHole(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        let count = Int.random(in: 1...max(1, bytes.count / 8), using: &generator)
        let start = Int.random(in: 0...bytes.count - count, using: &generator)
        return bytes.indices.map { (start..<start + count).contains($0) ? 0 : bytes[$0] }
    }

    static func words(_ pages: [String]) -> Set<Substring> {
        Set(pages.flatMap { $0.split(whereSeparator: \.isWhitespace) })
    }

    static func isIn(_ bundle: String, _ path: String) -> Bool {
        path == bundle || path.hasPrefix(bundle + "!/")
    }

    enum Harm: CaseIterable {
        case cut, zero, lock, empty

        fileprivate func done(to bytes: [UInt8], _ name: String, _ generator: inout SeededGenerator) throws -> [UInt8] {
            switch self {
            case .cut: return Array(bytes.prefix(Int.random(in: 1..<max(2, bytes.count), using: &generator)))
            case .zero:
                let start = Int.random(in: 0...(bytes.count * 3 / 4), using: &generator)
                return bytes.indices.map { (start..<start + bytes.count / 4).contains($0) ? 0 : bytes[$0] }
            case .lock:
                switch (name as NSString).pathExtension {
                case "pdf": return try Array(SampleArchive.bytes(of: "reports/1961-closed-session.pdf"))
                case "zip", "yianazip", "cbz": return try WorseSampleTests.bytes("bundles/locked-zip.zip")
                default: return bytes.map { $0 ^ 0x5A }
                }
            case .empty: return []
            }
        }
    }

    /// Below `Samples`. Scans take recognition, and have none here.
    private static let names: [String] = {
        let found = FileManager.default.enumerator(atPath: SampleArchive.samples)?.compactMap { $0 as? String } ?? []
        let endings: Set = ["pdf", "zip", "yianazip", "cbz", "eml", "emlx", "mbox", "png", "tiff"]
        return found.filter {
            ($0.hasPrefix("bundles/") || $0.hasPrefix("archive/"))
                && endings.contains(($0 as NSString).pathExtension)
        }
        .sorted()
    }()

    static let hasSamples = !names.isEmpty

    fileprivate static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: SampleArchive.samples + "/" + name)))
    }
}
