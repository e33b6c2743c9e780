import Foundation

/// An error of the library: a code for decisions, and a sentence to show.
public struct DocSearchError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of an error. More codes may be added; treat an unknown one as ``Code/failed``.
    public struct Code: Sendable, Hashable, RawRepresentable {
        /// A short word, the same in every release.
        public let rawValue: String

        /// For codes of later releases.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no index in the folder given.
        public static let noIndex = Code(rawValue: "no-index")
        /// Another process is writing to the index.
        public static let locked = Code(rawValue: "locked")
        /// The index was written by a newer release.
        public static let newerIndex = Code(rawValue: "newer-index")
        /// One of the index files is damaged.
        public static let damagedIndex = Code(rawValue: "damaged-index")
        /// A document, page or path is not in the index.
        public static let notFound = Code(rawValue: "not-found")
        /// A reference fits more than one document.
        public static let ambiguous = Code(rawValue: "ambiguous")
        /// The request is invalid, such as a negative limit.
        public static let usage = Code(rawValue: "usage")
        /// Something is missing on this machine: the extraction program, language data, rights.
        public static let environment = Code(rawValue: "environment")
        /// The file of a document is missing or cannot be opened.
        public static let missingFile = Code(rawValue: "missing-file")
        /// The file of a document has other bytes than the indexed ones.
        public static let changedFile = Code(rawValue: "changed-file")
        /// A page or document cannot be shown: it is damaged or locked, or its reader died.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The request exceeds a limit: pixels, bytes, the time of a search.
        public static let limit = Code(rawValue: "limit")
        /// A page or document took longer than allowed. It may succeed later or on a less busy machine.
        public static let tooSlow = Code(rawValue: "too-slow")
        /// The reader of a page or document was ended from outside, which is not the document's fault; the request can
        /// be repeated.
        public static let interrupted = Code(rawValue: "interrupted")
        /// Too many requests are waiting; this one can be repeated in a moment.
        public static let busy = Code(rawValue: "busy")
        /// Anything else: disk full, permission denied, SQLite errors.
        public static let failed = Code(rawValue: "failed")
    }

    /// The code for decisions.
    public var code: Code
    /// One or two sentences: what failed, on what and why.
    public var message: String
    /// The file, folder or document concerned: a path, or a reference as it was given. Nil for none of these.
    public var item: String?
    /// The page of the item, from 1.
    public var page: Int?
    /// The message of the system, SQLite or the reader, as part of a sentence; ``message`` contains it too.
    public var cause: String?
    /// The next step, if there is one.
    public var remedy: Remedy?

    /// `message` is one or two sentences, each with its full stop.
    public init(
        _ code: Code, _ message: String, item: String? = nil, page: Int? = nil, cause: String? = nil,
        remedy: Remedy? = nil
    ) {
        (self.code, self.message, self.item) = (code, message, item)
        (self.page, self.cause, self.remedy) = (page, cause, remedy)
    }

    /// The path of the damaged index file; nil when only a row is damaged.
    var damagedFile: String? { code == .damagedIndex ? item : nil }

    init(wrapping error: any Error) { self = error as? DocSearchError ?? DocSearchError(.failed, "\(error)") }

    public var description: String { message }

    static func noPage(_ page: Int, of document: ArchiveDocument) -> DocSearchError {
        DocSearchError(
            .notFound, "\"\(document.path)\" has no page \(page); its pages are 1 to \(document.pageCount).",
            item: document.path, page: page)
    }

    /// An error of a system call on `path`, with the reason from `errno`.
    static func system(_ action: String, _ path: String, errno number: Int32 = errno) -> DocSearchError {
        let cause = String(cString: strerror(number))
        let reason = number == ENOSPC ? "its disk is full. Make room and run again; nothing is lost" : cause
        return DocSearchError(.failed, "\(action) \"\(path)\" failed: \(reason).", item: path, cause: cause)
    }
}
