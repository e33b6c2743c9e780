/// The reader that vouches for texts that are kept under a content's hash. A reader that was taken over by one file can say
/// anything of another one's hash: a text counts only where what the reader had before it can be told for certain.
enum TextWitness: Hashable, Sendable {
    /// The reader saw the bytes with that hash and nothing else: the text counts wherever these bytes are.
    case content
    /// The reader saw the whole bundle with this hash: the text counts in bundles of the same bytes.
    case bundle(String)
    /// It was taken over from what the place held before: it counts at that place.
    case place(Int64)

    /// As it stands in `content.witness`.
    var stored: String {
        switch self {
        case .content: "content"
        case .bundle(let hash): "bundle \(hash)"
        case .place(let number): "place \(number)"
        }
    }

    /// A text in whose stead another one was read from the same bytes. The index may still hold its words.
    static func replaced(_ text: Int64) -> String { "replaced \(text)" }

    /// What people have made of texts of a document. It is derived, and counts nowhere as a text that was read.
    static func corrected(_ document: Int64) -> String { "corrected \(document)" }

    /// The same where people have corrected it again.
    static func replaced(_ text: Int64, of witness: String) -> String {
        witness.hasPrefix("corrected ") ? "\(witness) replaced \(text)" : replaced(text)
    }
}

/// The contents that a place has held before.
struct PathHistory: Sendable {
    /// The bundle's; absolute.
    var path: String
    /// `place.id`; nil where nothing is known of the place.
    var number: Int64?
    /// `content.id` of documents that it has had.
    var contents: Set<Int64> = []
}

/// Which of the texts that are kept under a content's hash a document may have.
struct TextScope: Sendable {
    var contentHash: String
    /// Nil when the bundle was not read to its end.
    var bundleHash: String?
    var place: PathHistory
    /// The present content of the document.
    var contentID: Int64?
    /// For a record without bytes of its own: the only source of its texts, and its pages. Those of all other records of
    /// the bundle are kept under the same hash.
    var record: (source: TextSource, pageCount: Int)?

    /// How far the texts of a content are to be trusted: a greater number for more, nil for not at all.
    func trust(content id: Int64, witness: String) -> Int? {
        if witness == TextWitness.content.stored { return 2 }
        if let bundleHash, witness == TextWitness.bundle(bundleHash).stored { return 1 }
        if let number = place.number, witness == TextWitness.place(number).stored { return 0 }
        return id == contentID || place.contents.contains(id) ? 0 : nil
    }
}
