import Foundation

/// What the library throws: a code to decide on, and a sentence to show.
public struct DocSearchError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of thing went wrong. More codes may come; treat an unknown one as ``Code/failed``.
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
        /// The request makes no sense, such as a negative limit.
        public static let usage = Code(rawValue: "usage")
        /// Something is missing on this machine: the extraction program, language data, rights.
        public static let environment = Code(rawValue: "environment")
        /// The file that a document was read from is not there, or cannot be opened.
        public static let missingFile = Code(rawValue: "missing-file")
        /// The file that a document was read from has other bytes than those that are indexed.
        public static let changedFile = Code(rawValue: "changed-file")
        /// A page or document cannot be shown: it is damaged or locked, or its reader died of it.
        public static let unreadable = Code(rawValue: "unreadable")
        /// More was asked for than is allowed: pixels, bytes, the time of a search.
        public static let limit = Code(rawValue: "limit")
        /// A page or document took longer than it may. It may be possible later, on a machine with less to do.
        public static let tooSlow = Code(rawValue: "too-slow")
        /// What read a page or document was ended from outside, which says nothing of it; the same can be asked for again.
        public static let interrupted = Code(rawValue: "interrupted")
        /// Too many requests are waiting; the same one can be made again in a moment.
        public static let busy = Code(rawValue: "busy")
        /// Anything else: disk full, permission denied, SQLite errors.
        public static let failed = Code(rawValue: "failed")
    }

    /// What to decide on.
    public var code: Code
    /// One or two sentences: what failed, on what and why.
    public var message: String
    /// The file, folder or document it failed on: a path, or a reference as it was given. Nil when it was none of them.
    public var item: String?
    /// Of the item, from 1.
    public var page: Int?
    /// What the system, SQLite or the reader said, as part of a sentence; it stands in ``message``, too.
    public var cause: String?
    /// What can be done now, where there is something.
    public var remedy: Remedy?

    /// `message` is one or two sentences, each with its full stop.
    public init(
        _ code: Code, _ message: String, item: String? = nil, page: Int? = nil, cause: String? = nil,
        remedy: Remedy? = nil
    ) {
        (self.code, self.message, self.item) = (code, message, item)
        (self.page, self.cause, self.remedy) = (page, cause, remedy)
    }

    /// The path of the index file whose damage this is; nil when a row is damaged and the file holds together.
    var damagedFile: String? { code == .damagedIndex ? item : nil }

    /// An error of another type as one of this.
    init(wrapping error: any Error) { self = error as? DocSearchError ?? DocSearchError(.failed, "\(error)") }

    public var description: String { message }

    static func noPage(_ page: Int, of document: ArchiveDocument) -> DocSearchError {
        DocSearchError(
            .notFound, "\"\(document.path)\" has no page \(page); its pages are 1 to \(document.pageCount).",
            item: document.path, page: page)
    }

    /// An error of a system call on `path`, with the reason that `errno` gives.
    static func system(_ action: String, _ path: String, errno number: Int32 = errno) -> DocSearchError {
        let cause = String(cString: strerror(number))
        let reason = number == ENOSPC ? "its disk is full. Make room and run again; nothing is lost" : cause
        return DocSearchError(.failed, "\(action) \"\(path)\" failed: \(reason).", item: path, cause: cause)
    }
}
