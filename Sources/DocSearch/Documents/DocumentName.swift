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

    /// The date in the name, or else in that of the bundle or the nearest folder (``NamedDate``).
    ///
    /// `fileDate` is the date in the file itself, which may be that of the scan. A later date in the name of a bundle or
    /// folder is that of the delivery. If the file has no date, so is one from 1990 on in the name of a folder. Years from
    /// 1990 on in these names say too little beside the dates of files.
    func date(now: Date, fileDate: DocumentDate? = nil) -> DocumentDate? {
        if let own = NamedDate(stem, now: now).date(isContainer: false) { return own }
        func given(_ name: String, isFolder: Bool) -> DocumentDate? {
            guard let date = NamedDate(name, now: now).date(isContainer: true),
                date.precision != .year || !date.mayBeOfScan
            else { return nil }
            let isOfDelivery = fileDate.map { $0 < date } ?? (isFolder && date.mayBeOfScan)
            return isOfDelivery ? nil : date
        }
        func given(_ folders: [String]) -> DocumentDate? {
            folders.indices.lazy.compactMap { given(Self.nested(folders, $0) ?? folders[$0], isFolder: true) }.first
        }
        return given(foldersInside) ?? bundleStem.flatMap { given($0, isFolder: false) } ?? given(foldersOutside)
    }

    /// `1931-04-22` of the folders `1931/04/22` or `1931/04 April/22`, each in the one before; `1931年` of `1931` alone. Nil
    /// for a folder that is not called by a year: other numbers of four digits count things.
    private static func nested(_ folders: [String], _ index: Int) -> String? {
        guard folders[index].utf8.count == 4, let year = Int(folders[index]), (1700...2100).contains(year) else {
            return nil
        }
        var inside = Array(folders[..<index].suffix(2).reversed())
        if let month = inside.first.flatMap(month) { inside[0] = (month < 10 ? "0" : "") + String(month) }
        inside = Array(inside.prefix { $0.utf8.count == 2 && $0.utf8.allSatisfy(isDigit) })
        return inside.isEmpty ? "\(year)\u{5E74}" : ([folders[index]] + inside).joined(separator: "-")
    }

    /// `April`, `04 April`, `04_Apr`.
    private static func month(_ folder: String) -> Int? {
        let words = folder.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        guard words.count < 3, let word = words.last, !NamedDate.otherWords.contains(word),
            let month = MonthWords.numbers[word]
        else { return nil }
        return words.count == 1 || Int(words[0]) == month ? month : nil
    }

    /// The date in the names where `fileDate`, which is not that of a scan, is not within it. For an attachment only its own
    /// name counts: its message says more than the names of what both lie in.
    func date(now: Date, insteadOf fileDate: DocumentDate?, isAttachment: Bool = false) -> DocumentDate? {
        let named =
            isAttachment ? NamedDate(stem, now: now).date(isContainer: false) : date(now: now, fileDate: fileDate)
        return named.flatMap { fileDate?.description.hasPrefix($0.description) == true ? nil : $0 }
    }

    /// The same where the date in the file dates no document.
    func date(now: Date, of metadata: DocumentMetadata) -> DocumentDate? {
        let labels = [DocumentMetadata.scanned, DocumentMetadata.fileDate]
        let own = metadata.details.first { labels.contains($0.label) }
        return date(now: now, fileDate: own.flatMap { DocumentDate($0.value) })
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
}
