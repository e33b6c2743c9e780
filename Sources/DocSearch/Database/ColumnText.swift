import ExtractionProtocol
import Foundation
import GRDB

/// A list kept in a column, an element a line.
enum LineList {
    static func encode(_ elements: [String]) -> String {
        elements.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }.joined(separator: "\n")
    }

    static func decode(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}

/// Small values kept as JSON text in a column.
enum JSONText {
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw DocSearchError(.damagedIndex, "The index holds an unreadable value (\(error)).")
        }
    }
}

/// Numbers as they come out of a file that may hold any, as disks alter what they hold. A number that no page can have
/// counts as the nearest that one can.
enum StoredNumber {
    static func confidence(_ number: Double?) -> Double? { number.map { nearest($0, 0...1) } }

    static func length(_ number: Double) -> Double { nearest(number, 0...mostPoints) }

    static func possible(_ word: PageWord) -> PageWord {
        var word = word
        word.confidence = nearest(word.confidence, 0...1)
        // Left, top, width and height, whatever there is.
        word.box = (0..<4).map { $0 < word.box.count ? nearest(word.box[$0], -mostPoints...mostPoints) : 0 }
        return word
    }

    /// Seconds of a date between the years 1 and 9999.
    static func date(_ seconds: Int64?) -> Int64? {
        seconds.flatMap { (-62_135_596_800...253_402_300_799).contains($0) ? $0 : nil }
    }

    private static let mostPoints = 1_000_000.0

    private static func nearest(_ number: Double, _ range: ClosedRange<Double>) -> Double {
        number.isNaN ? range.lowerBound : min(max(number, range.lowerBound), range.upperBound)
    }
}

/// Recognised words and their boxes as they are stored: JSON, compressed like a page's text.
enum WordCoding {
    /// Throws ``DocSearchError`` with code ``DocSearchError/Code/damagedIndex``.
    static func decode(_ data: Data) throws -> [PageWord] {
        let text = try TextCompression.decompress(data)
        let words: [PageWord] = try JSONText.decode(text)
        return words.map(StoredNumber.possible)
    }

    static func encode(_ words: [PageWord]) throws -> Data { try TextCompression.compress(JSONText.encode(words)) }
}

/// Dates as the index has them: what the clock of the writer showed, so that a day, a month or a year is the writer's wherever
/// dates are compared, and with the precision the zone of that clock.
extension DocumentDate {
    /// Nil for a document without a date.
    init?(_ row: Row) throws {
        self.init(stored: try row.value("date"), precision: try row.value("date_precision"))
    }

    init?(stored seconds: Int64?, precision stored: String?) {
        guard let seconds = StoredNumber.date(seconds), let stored else { return nil }
        if let precision = Precision(rawValue: stored) {
            self.init(secondsSinceEpoch: seconds, precision: precision)
            return
        }
        let beginning = Precision.instant.rawValue
        guard stored.hasPrefix(beginning), let zone = Self.zone(stored.dropFirst(beginning.count)) else { return nil }
        self.init(secondsSinceEpoch: seconds - Int64(zone) * 60, precision: .instant, zone: zone)
    }

    var storedSeconds: Int64 { secondsSinceEpoch + Int64(zone) * 60 }

    /// `day`, `instant` in UTC, `instant+01:00`.
    var storedPrecision: String { precision.rawValue + zoneText }

    private static func zone(_ text: Substring) -> Int? {
        let numbers = text.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy((0..<60).contains) else { return nil }
        return (numbers[0] * 60 + numbers[1]) * (text.first == "-" ? -1 : 1)
    }
}
