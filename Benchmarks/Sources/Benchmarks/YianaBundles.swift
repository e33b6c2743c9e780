import Foundation
import PreparedText

/// A folder of `.yianazip` bundles of one size: stored zips of `metadata.json`, `content.pdf` and `format.json`, as Yiana
/// writes them. The same bytes whenever they are made.
struct YianaBundles {
    let root: String
    let count: Int
    /// In the order of their numbers.
    let paths: [String]

    private static let contentBytes = 300_000
    private static let folderSize = 100

    init(root: String, count: Int) {
        self.root = root
        self.count = count
        paths = (0..<count).map { "\(root)/\($0 / Self.folderSize)/letter \($0).yianazip" }
    }

    func write() throws {
        var numbers = SeededNumbers(seed: 1931)
        // No document is opened, so what is in it makes no difference; each begins elsewhere in the same bytes.
        let noise = (0..<Self.contentBytes / 4).flatMap { _ in
            withUnsafeBytes(of: numbers.next()) { Array($0) }
        }
        for (number, path) in paths.enumerated() {
            if number % Self.folderSize == 0 {
                try FileManager.default.createDirectory(
                    atPath: "\(root)/\(number / Self.folderSize)", withIntermediateDirectories: true)
            }
            let start = Int(numbers.next() % UInt64(noise.count - Self.contentBytes))
            var zip = StoredZip()
            zip.add("metadata.json", Array(Self.metadata(number).utf8))
            zip.add("content.pdf", Array("%PDF-1.4\n".utf8) + noise[start..<start + Self.contentBytes])
            zip.add("format.json", Array(#"{"formatVersion":2}"#.utf8))
            try Data(zip.finished()).write(to: URL(fileURLWithPath: path))
        }
    }

    /// What Yiana writes for a recognised letter of three pages, its text included.
    private static func metadata(_ number: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        let identifier =
            "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        let text = PreparedBundle(seed: UInt64(number), pageCount: 1, wordCount: 300).text(page: 1)
        let states = (1...3).map { #"{"pageNumber":\#($0),"needsOCR":false,"needsExtraction":false}"# }
        return """
            {"id":"\(identifier)","title":"Letter \(number)","created":\(number * 1000).25,"modified":7e8,\
            "pageCount":3,"tags":["letters","water board"],"ocrCompleted":true,"ocrSource":"service",\
            "ocrConfidence":0.93,"pageProcessingStates":[\(states.joined(separator: ","))],\
            "fullText":"\(String(decoding: text, as: UTF8.self).replacing("\n", with: "\\n"))"}
            """
    }
}

/// A zip without compression (APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16).
struct StoredZip {
    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    private static let checksums: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }

    mutating func add(_ name: String, _ data: [UInt8]) {
        let checksum = ~data.reduce(~UInt32(0)) { sum, byte in
            sum >> 8 ^ Self.checksums[Int(UInt8(truncatingIfNeeded: sum) ^ byte)]
        }
        let place = bytes.count
        // Version 2.0, no flags, stored, 1 January 1980.
        let common =
            Self.number(20, 2) + Self.number(0, 2) + Self.number(0, 2) + Self.number(0, 2) + Self.number(0x21, 2)
            + Self.number(Int(checksum), 4) + Self.number(data.count, 4) + Self.number(data.count, 4)
            + Self.number(name.utf8.count, 2) + Self.number(0, 2)
        bytes += Self.number(0x0403_4B50, 4) + common + Array(name.utf8) + data
        directory += Self.number(0x0201_4B50, 4) + Self.number(20, 2) + common
        directory += Self.number(0, 2) + Self.number(0, 2) + Self.number(0, 2) + Self.number(0, 4)
        directory += Self.number(place, 4) + Array(name.utf8)
        count += 1
    }

    func finished() -> [UInt8] {
        bytes + directory + Self.number(0x0605_4B50, 4) + Self.number(0, 2) + Self.number(0, 2)
            + Self.number(count, 2) + Self.number(count, 2) + Self.number(directory.count, 4)
            + Self.number(bytes.count, 4) + Self.number(0, 2)
    }

    private static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
