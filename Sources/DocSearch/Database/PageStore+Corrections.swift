import ExtractionProtocol
import Foundation
import GRDB

extension PageStore {
    /// Keeps what people have made of a text beside it, for one document, and returns its number. The text as it was read
    /// stays: a text's row is never changed. Nil when that cannot be read any more.
    ///
    /// No document takes a text of this witness for one that was read. It is derived, and made again when it is lost.
    func keep(_ corrected: String, of read: Int64, document: Int64) throws -> Int64? {
        guard let text = try texts([read])[read], let layout = try layouts([read])[read] else { return nil }
        var page = PageText(page: 1, text: text, reasons: [], words: layout.words.map(PageText.Word.init))
        page.size = PageText.Size(width: layout.width, height: layout.height)
        let words = CorrectedWords.words(of: page, correctedTo: corrected).map(PageWord.init)
        let storedWords = try words.isEmpty ? nil : WordCoding.encode(words)
        let stored = try TextCompression.compress(corrected)
        return try write { db in
            let row = try db.row(
                """
                SELECT page_text.*, content_hash FROM page_text JOIN content ON content.id = content_id
                WHERE page_text.id = ?
                """, [read])
            guard let row else { return nil }
            let hash: String = try row.value("content_hash")
            let witness = TextWitness.corrected(document)
            let content = try Self.contentID(db, hash: hash, witness: witness)
            let (page, source): (Int, Int64) = (try row.value("page"), try row.value("source_id"))
            let known = try db.row(
                "SELECT id, text, words FROM page_text WHERE content_id = ? AND page = ? AND source_id = ?",
                [content, page, source])
            if let known {
                let (oldText, oldWords): (Data, Data?) = (try known.value("text"), try known.value("words"))
                if oldText == stored, oldWords == storedWords { return try known.value("id") as Int64 }
                try Self.setAside(db, known, hash: hash, witness: witness)
            }
            let id = try numbers.next(db)
            let columns = ["label", "width", "height", "verdict", "layer", "reasons", "confidence"]
            let values = columns.map { row[$0] as (any DatabaseValueConvertible)? }
            let language: String? = try row.value("language")
            let (noImage, before): (String?, StatementArguments) = (nil, [content, page, source])
            try db.execute(
                Self.insertion,
                before + StatementArguments(values) + [stored, storedWords, noImage, id, language ?? ""])
            numbers.pass(id)
            return id
        }
    }
}
