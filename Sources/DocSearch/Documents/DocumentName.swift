import BundleConventions
import CivilCalendar
import ExtractionProtocol
import Foundation

struct DocumentName: Sendable, Hashable {
    let stem: String
    private let bundleStem: String?
    /// The nearest first.
    private let foldersInside: [String]
    private let foldersOutside: [String]

    /// `entry` is empty when the document is the bundle.
    init(entry: String, bundlePath: String) {
        let own = PathText.name(entry)
        // The fixed name of Yiana's documents; people name the bundle.
        let isBundle = own.isEmpty || own == BundleNames.yianaContent
        stem = Self.stem(isBundle ? PathText.name(bundlePath) : own)
        bundleStem = isBundle ? nil : Self.stem(PathText.name(bundlePath))
        (foldersInside, foldersOutside) = (Self.folders(of: entry), Self.folders(of: bundlePath))
    }

    private static func folders(of path: String) -> [String] {
        path.split(separator: "/").dropLast().reversed().map(String.init)
    }

    private static func stem(_ name: String) -> String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return name }
        let end = name.utf8[name.utf8.index(after: dot)...]
        return end.allSatisfy(isLetterOrDigit) ? String(decoding: name.utf8[..<dot], as: UTF8.self) : name
    }

    /// The first date in the name, or else in that of the bundle or the nearest folder: `1931-04-22`, `1931_04_22`,
    /// `1931.04.22`, `19310422` or `22.4.1931`, without letters or digits directly before or after it, with a year from
    /// 1000 to the next one. In `22-04-1931` the number above 12 is the day. Shorter forms are as often numbers or spans
    /// of years (`1931-32`).
    ///
    /// `fileDate` is the date in the file itself, which may be that of the scan. A later date in the name of a bundle or
    /// folder is that of the delivery. If the file has no date, so is one from 1990 on in the name of a folder.
    func date(now: Date, fileDate: DocumentDate? = nil) -> DocumentDate? {
        if let own = Self.date(in: stem, now: now) { return own }
        func given(_ name: String, isFolder: Bool) -> DocumentDate? {
            guard let date = Self.date(in: name, now: now) else { return nil }
            let mayBeOfScan = isFolder && date.description >= DocumentMetadata.firstScan
            let isOfDelivery = fileDate.map { $0 < date } ?? mayBeOfScan
            return isOfDelivery ? nil : date
        }
        return foldersInside.lazy.compactMap { given($0, isFolder: true) }.first
            ?? bundleStem.flatMap { given($0, isFolder: false) }
            ?? foldersOutside.lazy.compactMap { given($0, isFolder: true) }.first
    }

    private static func date(in name: String, now: Date) -> DocumentDate? {
        let bytes = Array(name.utf8)
        let lastYear = 1 + (CivilInstant(secondsSinceEpoch: now.timeIntervalSince1970)?.day.year ?? 9999)
        for start in bytes.indices where Self.isDigit(bytes[start]) {
            for (length, text) in Self.candidates(bytes[start...]) {
                guard Self.isBorder(bytes[..<start].reversed()), Self.isBorder(bytes[(start + length)...]),
                    let year = Int(text.prefix(4)), (1000...lastYear).contains(year), let date = DocumentDate(text)
                else { continue }
                return date
            }
        }
        return nil
    }

    private static func candidates(_ bytes: ArraySlice<UInt8>) -> [(Int, String)] {
        let dashed = bytes.prefix(10)
        let plain = bytes.prefix(8)
        var found = yearLast(bytes).map { [$0] } ?? []
        let sign = dashed.dropFirst(4).first ?? 0
        if dashed.count == 10, dividers.contains(sign),
            dashed.enumerated().allSatisfy({ [4, 7].contains($0) ? $1 == sign : isDigit($1) })
        {
            let text = String(decoding: dashed, as: UTF8.self)
            found.append((10, "\(text.prefix(4))-\(text.dropFirst(5).prefix(2))-\(text.suffix(2))"))
        }
        if plain.count == 8, plain.allSatisfy(isDigit) {
            let text = String(decoding: plain, as: UTF8.self)
            found.append((8, "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"))
        }
        return found
    }

    private static func yearLast(_ bytes: ArraySlice<UInt8>) -> (Int, String)? {
        var rest = bytes
        func number(_ digits: ClosedRange<Int>) -> Int? {
            let found = rest.prefix(digits.upperBound).prefix(while: isDigit)
            rest = rest.dropFirst(found.count)
            return found.count < digits.lowerBound ? nil : Int(String(decoding: found, as: UTF8.self))
        }
        guard let first = number(1...2), let sign = rest.popFirst(), dividers.contains(sign),
            let second = number(1...2),
            rest.popFirst() == sign, let year = number(4...4),
            // With dots the day comes first.
            sign == dot || first > 12 || second > 12 || first == second
        else { return nil }
        let (day, month) = sign == dot || first > 12 ? (first, second) : (second, first)
        return (bytes.count - rest.count, CivilDate.text(year: year, month: month, day: day))
    }

    private static func isBorder(_ bytes: some Collection<UInt8>) -> Bool {
        guard let first = bytes.first else { return true }
        if isLetterOrDigit(first) || first >= 0x80 { return false }
        guard first == dash || first == dot, let second = bytes.dropFirst().first else { return true }
        return !isDigit(second)
    }

    private static let dividers = Set("-_.".utf8)
    private static let dash = UInt8(ascii: "-")
    private static let dot = UInt8(ascii: ".")

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
}
