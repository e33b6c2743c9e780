import Foundation
import GRDB

@testable import DocSearch

/// The bytes of all files of an index, logs and whatever else lies in the folder included.
struct RawBytes {
    /// Where a word was found, by file name; `page_text 7` is a text that is stored compressed.
    private(set) var places: [String] = []

    /// Looks for a word in any case. Texts are unpacked.
    init(of word: String, in folder: String) throws {
        let wanted = Array(word.lowercased().utf8)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
            if Self.contains(bytes, wanted) { places.append(name) }
        }
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: folder + "/pages.sqlite", configuration: configuration)
        let rows = try queue.read { db in try Row.fetchAll(db, sql: "SELECT id, text, words FROM page_text") }
        for row in rows {
            for column in ["text", "words"] {
                guard let stored: Data = row[column] else { continue }
                let text = try TextCompression.decompress(stored)
                if Self.contains(Data(text.utf8), wanted) { places.append("page_text \(row["id"] as Int64)") }
            }
        }
        try queue.close()
    }

    private static func contains(_ bytes: Data, _ wanted: [UInt8]) -> Bool {
        let folded = Data(bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
        return folded.range(of: Data(wanted)) != nil
    }
}
