/// How an index run works.
public struct IndexingOptions: Sendable, Equatable {
    /// Which pages are recognised.
    public enum OCR: String, Sendable, CaseIterable {
        /// Pages whose text layer is missing are recognised.
        case auto
        /// No page is recognised; pages without a text layer wait for a later run.
        case never
        /// Every page is recognised, and recognised text is indexed where there is some.
        case always
    }

    /// Whether vectors of pages are computed.
    public enum Meaning: String, Sendable, CaseIterable, Codable {
        /// After reading and recognition, where there is a model.
        case auto
        /// No vector is computed. Those that are there stay and are searched.
        case never
        /// Nothing is read or recognised; paths are of no matter.
        case only
    }

    /// Which pages are recognised.
    public var ocr: OCR = .auto
    /// Whether vectors are computed for all pages of the index that have none. Without a ``model`` there are none.
    public var meaning: Meaning = .auto
    /// What makes vectors; `docsearch` has ``MeaningModel/installed()`` here.
    public var model: MeaningModel?
    /// Tesseract language codes for the roots that are named, or for all when none is; nil keeps each root's own. A path
    /// inside a root has its root's languages; with others a run throws ``DocSearchError`` with code `usage`, as it does
    /// when tesseract has no data for a language that would be remembered.
    public var languages: [String]?
    /// Tesseract language codes for roots that are new, when `languages` is nil. A folder around known ones takes theirs.
    /// Others than the default are refused when tesseract has no data for them.
    public var newRootLanguages = ["eng"]
    /// Whether the group of the index folder may read the index; nil keeps what was said before, at first its owner alone.
    public var isGroupReadable: Bool?
    /// Readers at work at the same time; nil means one a processor.
    public var jobs: Int?
    /// Reads everything again. Recognised text is still taken from `pages.sqlite`.
    public var full = false
    /// How the forms of a word are brought together; nil keeps what the index has, `porter` at first. Another one makes the
    /// full-text tables again, which opens no bundle.
    public var stemmer: Stemmer?
    /// Tries items again that failed before and have not changed.
    public var retryFailed = false
    /// Recognises at the lowest priority, so that other users of the machine do not have to wait.
    public var isBackground = false
    /// Stops after this time and leaves the rest to the next run.
    public var maximumTime: Duration?
    /// When more than this share of a root's bundles (and more than ten) is gone, nothing of it is removed.
    public var pruneLimit = 0.2
    /// Of which documents what a damaged file still has is taken for all of them, see
    /// ``ArchiveIndex/reread(_:pages:options:)``.
    var losses = TakenLosses.none
    /// Says what would be done, and does nothing.
    public var dryRun = false
    /// Passwords that are tried on what is locked. With some, what failed for want of one is tried again, see
    /// ``passwordsVersion``. They are handed to the reading programs, and never written anywhere.
    public var passwords: [String] = []
    /// A word that is another one whenever the passwords may be others, such as the time when their file was changed. What
    /// stayed locked is tried again only with another word; nil tries it in every run. The index keeps it, so nothing of
    /// the passwords may be in it, not even a hash.
    public var passwordsVersion: String?
    /// The `docsearch-extract` program; nil looks in the folders where `make install` puts it.
    public var extractorPath: String?
    /// Locks readers in before they read. Without it a hostile file that takes over a reader has all rights of this
    /// user; only for systems that have neither seccomp nor Landlock, where a run is refused otherwise.
    public var usesSandbox = true
    /// How long a reader may take to open a bundle or document.
    public var openingTimeout: Duration = .seconds(300)
    /// How long a reader may take to read the text layer of one page.
    public var pageTimeout: Duration = .seconds(60)
    /// How long a reader may take to recognise one page.
    public var recognitionTimeout: Duration = .seconds(300)
    /// What reading one bundle may cost.
    public var limits = ReadingLimits()

    /// What the index keeps of an attempt with these passwords; empty when the next run may not rely on it.
    var passwordsTried: String {
        guard !passwords.isEmpty, let passwordsVersion else { return "" }
        return "passwords \(passwordsVersion)"
    }

    /// The defaults of `docsearch index`.
    public init() {}
}

/// Documents whose earlier texts people gave up.
enum TakenLosses: Sendable, Equatable {
    case none
    /// By their numbers.
    case of(Set<Int64>)
    /// All of the bundles that a run reads.
    case all

    func include(_ document: Int64) -> Bool {
        switch self {
        case .none: false
        case .of(let documents): documents.contains(document)
        case .all: true
        }
    }
}
