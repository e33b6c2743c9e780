import GRDB

/// Texts of page images that were recognised before.
extension PageStore {
    /// A text that an image was recognised as.
    struct ImageText: Sendable {
        /// `page_text.id`.
        var id: Int64
        /// The reader that vouches for it on another page; nil when it comes from what the place has held before.
        var witness: TextWitness?
    }

    /// The text that an image with this hash was recognised as in the same way: in a file of the same bytes, in the
    /// same bundle, or in what was at the same place before. Elsewhere another reader has said what is on the image,
    /// and nothing proves that it had it.
    ///
    /// `scope` is that of the document with the image, `source` how it would be recognised, and `witness` who would
    /// vouch for it. Returns nil when the image has to be read. Throws ``DocSearchError`` when the file cannot be read.
    func text(ofImage hash: String, source: TextSource, scope: TextScope, witness: TextWitness) throws -> ImageText? {
        try read { db in
            let rows = try db.rows(
                """
                SELECT page_text.id, content_id, content_hash, witness
                FROM page_text JOIN source ON source.id = source_id JOIN content ON content.id = content_id
                WHERE image_hash = ? AND origin = ? AND settings = ? AND \(PagesSchema.Table.text.isWhole)
                """, [hash, source.origin.rawValue, source.settings])
            var earlier: ImageText?
            while let row = try rows.next() {
                let (id, content): (Int64, Int64) = (try row.value("id"), try row.value("content_id"))
                let (contentHash, known): (String, String) = (try row.value("content_hash"), try row.value("witness"))
                guard let trust = scope.trust(content: content, witness: known) else { continue }
                let isSame = contentHash == scope.contentHash
                if isSame, trust > 0 { return ImageText(id: id, witness: witness) }
                if let bundle = scope.bundleHash, known == TextWitness.bundle(bundle).stored {
                    return ImageText(id: id, witness: .bundle(bundle))
                }
                // From another content it has to come from the same place.
                if trust == 0 || scope.place.contents.contains(content) { earlier = ImageText(id: id) }
            }
            return earlier
        }
    }

    /// Keeps the text of one page for another page too, whose image is the same. Returns who vouches for it there.
    func copy(text: ImageText, toPage page: Int, _ scope: TextScope) throws -> TextWitness {
        let witness = try text.witness ?? .place(placeID(scope.place.path))
        try write { db in
            let content = try Self.contentID(db, hash: scope.contentHash, witness: witness.stored)
            let id = try numbers.next(db)
            let columns = PagesSchema.Table.text.columns
            let values = columns.map { ["page": "?2", "label": "NULL"][$0] ?? $0 }
            try db.execute(
                """
                INSERT INTO page_text (content_id, \(columns.joined(separator: ", ")), checksum, id, language, kept_at)
                SELECT ?1, \(values.joined(separator: ", ")), \(RowChecksum.expression(values)), ?4, language, kept_at
                FROM page_text WHERE id = ?3 ON CONFLICT DO NOTHING
                """, [content, page, text.id, id])
            if db.changesCount > 0 { numbers.pass(id) }
        }
        return witness
    }
}
