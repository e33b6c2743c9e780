import Foundation

/// Something that a person said of a document: a tag, a correction, a note, a highlight, that it is hidden.
public struct Decision: Sendable, Hashable, Identifiable, Codable {
    /// What kind of thing was said. More kinds may come; pass over an unknown one.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        /// A word, the same in every release.
        public let rawValue: String

        /// For kinds of later releases.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The document has this tag.
        public static let tag = Kind(rawValue: "tag")
        /// A tag of the metadata that the document shall not have.
        public static let withoutTag = Kind(rawValue: "without-tag")
        /// A corrected title.
        public static let title = Kind(rawValue: "title")
        /// Corrected authors, a line each.
        public static let authors = Kind(rawValue: "authors")
        /// A corrected date, as ``DocumentDate`` writes it.
        public static let date = Kind(rawValue: "date")
        /// A corrected language code.
        public static let language = Kind(rawValue: "language")
        /// A note on the document or on one of its pages.
        public static let note = Kind(rawValue: "note")
        /// Marked words of a page; see ``Highlight``.
        public static let highlight = Kind(rawValue: "highlight")
        /// The document is not found unless it is asked for.
        public static let hidden = Kind(rawValue: "hidden")
        /// A question with a name, of the archive as a whole.
        public static let question = Kind(rawValue: "question")
        /// A pattern of what runs leave out, of the archive as a whole.
        public static let exclusion = Kind(rawValue: "exclusion")

        /// What the metadata says and people may say otherwise.
        public static let corrections: [Kind] = [.title, .authors, .date, .language]
        /// What a document has one of.
        static let single: Set<Kind> = [.title, .authors, .date, .language, .hidden]
    }

    /// The same in every index that it is imported into.
    public var id: String
    /// What kind of thing was said.
    public var kind: Kind
    /// From 1; 0 when it is said of the whole document.
    public var page: Int
    /// The tag, the corrected value or the text of the note; empty for ``Kind/hidden``; JSON for highlights and questions.
    public var value: String
    /// Milliseconds since 1970.
    public var created: Int64
    /// Milliseconds since 1970.
    public var modified: Int64
    /// Who said it last.
    public var author: String
}

extension Decision {
    init(kind: Kind, page: Int = 0, value: String, author: String, time: Int64) {
        self.init(
            id: UUID().uuidString.lowercased(), kind: kind, page: page, value: value, created: time, modified: time,
            author: author)
    }
}

/// A command of a person that changed what is said, as the journal has it.
public struct DecisionChange: Sendable, Hashable, Identifiable {
    /// Grows with each change.
    public var id: Int64
    /// Milliseconds since 1970.
    public var time: Int64
    /// Who gave the command.
    public var author: String
    /// What was done, as a few words.
    public var action: String
    /// How many decisions were made, altered or taken back.
    public var steps: Int
    /// The change that this one took back.
    public var undoes: Int64?
    /// Whether it was taken back by a later one.
    public var isUndone: Bool

    /// Whether it leaves out documents that were forgotten with it. Taking it back brings nothing back.
    public var leavesOutForgotten: Bool { action.hasPrefix(Self.forgetting + " ") }

    /// How the actions of such changes begin.
    static let forgetting = "forget --exclude"
}

/// A document of which something was said and that is not found again.
public struct DecisionOrphan: Sendable, Hashable, Identifiable {
    /// Sixteen letters and digits; the first few are enough to name it.
    public var id: String
    /// The absolute path of the folder that it was in.
    public var rootPath: String
    /// Its last known path form.
    public var path: String
    /// Its last known title.
    public var title: String
    /// How much was said of it.
    public var decisions: Int
    var subject: Int64
}

/// A question that was given a name.
public struct SavedQuestion: Sendable, Hashable, Codable {
    /// As it is asked for: `@name`.
    public var name: String
    /// In the query language.
    public var query: String

    /// The name in `@name`, when a query is nothing else.
    public static func name(in query: String) -> String? {
        let words = query.split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let word = words.first, word.first == "@", word.count > 1 else { return nil }
        return String(word.dropFirst())
    }

    /// A question under a name.
    public init(name: String, query: String) { (self.name, self.query) = (name, query) }
}
