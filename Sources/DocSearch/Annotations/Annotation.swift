import Foundation

/// A person's statement about a document: a tag, a correction, a note, a highlight, or that it is hidden.
public struct Annotation: Sendable, Hashable, Identifiable, Codable {
    /// The kind of an annotation. More kinds may be added; skip unknown ones.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        /// A word, the same in every release.
        public let rawValue: String

        /// For kinds of later releases.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The document has this tag.
        public static let tag = Kind(rawValue: "tag")
        /// A tag of the metadata that is removed from the document.
        public static let withoutTag = Kind(rawValue: "without-tag")
        /// A corrected title.
        public static let title = Kind(rawValue: "title")
        /// Corrected authors, one a line.
        public static let authors = Kind(rawValue: "authors")
        /// A corrected date, as ``DocumentDate`` writes it.
        public static let date = Kind(rawValue: "date")
        /// A corrected language code.
        public static let language = Kind(rawValue: "language")
        /// A note on the document or on one of its pages.
        public static let note = Kind(rawValue: "note")
        /// Marked words of a page; see ``Highlight``.
        public static let highlight = Kind(rawValue: "highlight")
        /// Corrected words of a page; see ``TextCorrection``.
        public static let correction = Kind(rawValue: "correction")
        /// The document is found only when hidden ones are requested.
        public static let hidden = Kind(rawValue: "hidden")
        /// A question with a name, for the archive as a whole.
        public static let question = Kind(rawValue: "question")
        /// A pattern of files that runs leave out, for the archive as a whole.
        public static let exclusion = Kind(rawValue: "exclusion")

        /// Metadata that people can correct.
        public static let corrections: [Kind] = [.title, .authors, .date, .language]
        static let single: Set<Kind> = [.title, .authors, .date, .language, .hidden]
    }

    /// The same in every index that it is imported into.
    public var id: String
    /// The kind of the annotation.
    public var kind: Kind
    /// From 1; 0 for the whole document.
    public var page: Int
    /// The tag, the corrected value or the text of the note; empty for ``Kind/hidden``; JSON for highlights and
    /// questions.
    public var value: String
    /// Milliseconds since 1970.
    public var created: Int64
    /// Milliseconds since 1970.
    public var modified: Int64
    /// The last person to change it.
    public var author: String
}

extension Annotation {
    init(kind: Kind, page: Int = 0, value: String, author: String, time: Int64) {
        self.init(
            id: UUID().uuidString.lowercased(), kind: kind, page: page, value: value, created: time, modified: time,
            author: author)
    }
}

/// A command that changed annotations, as recorded in the journal.
public struct AnnotationChange: Sendable, Hashable, Identifiable {
    /// Increases with each change.
    public var id: Int64
    /// Milliseconds since 1970.
    public var time: Int64
    /// The person who gave the command.
    public var author: String
    /// The action in a few words.
    public var action: String
    /// The number of annotations made, altered or withdrawn.
    public var steps: Int
    /// The change that this one reversed.
    public var undoes: Int64?
    /// True when a later change reversed it.
    public var isUndone: Bool

    /// True when it left out documents and forgot them. Reversing it restores nothing.
    public var leavesOutForgotten: Bool { action.hasPrefix(Self.forgetting + " ") }

    static let forgetting = "forget --exclude"
}

/// A document with annotations that is no longer found.
public struct AnnotationOrphan: Sendable, Hashable, Identifiable {
    /// Sixteen letters and digits; the first few are enough to identify it.
    public var id: String
    /// The absolute path of its folder.
    public var rootPath: String
    /// Its last known path form.
    public var path: String
    /// Its last known title.
    public var title: String
    /// The number of its annotations.
    public var annotations: Int
    var subject: Int64
}

/// A question saved under a name.
public struct SavedQuestion: Sendable, Hashable, Codable {
    /// The name in `@name`.
    public var name: String
    /// In the query language.
    public var query: String

    /// The name, if the query is only `@name`.
    public static func name(in query: String) -> String? {
        let words = query.split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let word = words.first, word.first == "@", word.count > 1 else { return nil }
        return String(word.dropFirst())
    }

    /// Names a question.
    public init(name: String, query: String) { (self.name, self.query) = (name, query) }
}

/// Annotations about another document with the same bytes. They apply only to that one.
public struct AnnotatedCopy: Sendable, Hashable {
    /// The other document.
    public var document: ArchiveDocument
    /// Oldest first.
    public var annotations: [Annotation]
}

/// A tag of documents.
public struct TagCount: Sendable, Hashable {
    /// From the metadata or from people.
    public var tag: String
    /// Documents with this tag.
    public var documents: Int
    /// Documents whose tag was added by people.
    public var added: Int
}
