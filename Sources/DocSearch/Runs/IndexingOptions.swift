/// The settings of an index run.
public struct IndexingOptions: Sendable, Equatable {
    /// The pages that are recognised.
    public enum OCR: String, Sendable, CaseIterable {
        /// Pages whose text layer is missing are recognised.
        case auto
        /// No page is recognised; pages without a text layer wait for a later run.
        case never
        /// Every page is recognised, and recognised text is indexed where there is some.
        case always
    }

    /// Whether a page that turns out to be in another language than its folder's is read again in that language.
    public enum OtherLanguages: String, Sendable, CaseIterable, Codable {
        /// Pages whose text is in another language or script than those of their folder or metadata are read once more in
        /// it, if tesseract has data for it. The better text is indexed.
        case auto
        /// Pages are read in the languages of their folder and metadata alone.
        case never
    }

    /// When a run computes vectors.
    public enum Meaning: String, Sendable, CaseIterable, Codable {
        /// After reading and recognition, where there is a model.
        case auto
        /// No vector is computed. Existing ones stay and are searched.
        case never
        /// Nothing is read or recognised; paths are ignored.
        case only
    }

    /// The pages that are recognised.
    public var ocr: OCR = .auto
    /// When vectors are computed for pages of the index without one. Without a model none are.
    public var meaning: Meaning = .auto
    /// The model for vectors, which the index remembers; nil leaves the choice to the index, among ``installedModels``.
    public var model: MeaningModel?
    /// Models to choose from; `docsearch` passes ``MeaningModel/installed()``. The index takes the one that was chosen for it
    /// before, else the one that made its vectors; where this one is not installed, it keeps the vectors and makes
    /// none. An index without vectors takes the first, or a multilingual one where most of its pages are not in English.
    public var installedModels: [MeaningModel] = []
    /// Tesseract language codes for the named roots, or for all when none is named; nil keeps each root's own. A path
    /// inside a root has its root's languages. With others a run throws ``DocSearchError`` with code `usage`, as it
    /// does when tesseract has no data for a language to be remembered.
    public var languages: [String]?
    /// Tesseract language codes for new roots, when `languages` is nil. A folder around known roots takes theirs. Codes
    /// other than the default are refused when tesseract has no data for them.
    public var newRootLanguages = ["eng"]
    /// Whether pages are read again in languages other than their folder's.
    public var otherLanguages = OtherLanguages.auto
    /// A program that reads the pages in doubt once more, after tesseract has read all; nil for none.
    public var recognizer: PageRecognizer?
    /// True lets the group of the index folder read the index; nil keeps the present setting, at first only its owner.
    public var isGroupReadable: Bool?
    /// Readers working at the same time; nil means one for each processor.
    public var jobs: Int?
    /// Reads everything again. Recognised text is still taken from `pages.sqlite`.
    public var full = false
    /// How inflections of a word are joined; nil keeps that of the index, `porter` at first. A change rebuilds the
    /// full-text tables without opening a bundle.
    public var stemmer: Stemmer?
    /// Retries items that failed before and have not changed.
    public var retryFailed = false
    /// Recognises at the lowest priority, so that other users of the machine do not have to wait.
    public var isBackground = false
    /// Stops after this time and leaves the rest to the next run.
    public var maximumTime: Duration?
    /// When more than this share of a root's bundles (and more than ten) is gone, none of them is removed.
    public var pruneLimit = 0.2
    var losses = TakenLosses.none
    /// Nil recognises all pages that need it.
    var selection: PageSelection?
    /// Reports what would be done, and does nothing.
    public var dryRun = false
    /// Passwords to try on locked items. With passwords, items that failed for lack of one are retried; see
    /// ``passwordsVersion``. They are passed to the reading programs, and never written anywhere.
    public var passwords: [String] = []
    /// A word that changes whenever the passwords may have changed, such as the modification time of their file. Locked
    /// items are retried only when it changes; nil retries them in every run. The index stores it, so it must not
    /// contain anything of the passwords, not even a hash.
    public var passwordsVersion: String?
    /// The `docsearch-extract` program; nil searches the folders where `make install` puts it.
    public var extractorPath: String?
    /// Confines readers before they read. Without this, a hostile file that takes over a reader has all rights of this
    /// user. Set it to false only on systems with neither seccomp nor Landlock, where a run is refused otherwise.
    public var usesSandbox = true
    /// Time limit for a reader to open a bundle or document.
    public var openingTimeout: Duration = .seconds(300)
    /// Time limit for a reader to read the text layer of one page.
    public var pageTimeout: Duration = .seconds(60)
    /// Time limit for a reader to recognise one page.
    public var recognitionTimeout: Duration = .seconds(300)
    /// Limits on reading one bundle.
    public var limits = ReadingLimits()

    var passwordsTried: String {
        guard !passwords.isEmpty, let passwordsVersion else { return "" }
        return "passwords \(passwordsVersion)"
    }

    /// The defaults of `docsearch index`.
    public init() {}
}

enum TakenLosses: Sendable, Equatable {
    case none
    case of(Set<Int64>)
    case all

    func include(_ document: Int64) -> Bool {
        switch self {
        case .none: false
        case .of(let documents): documents.contains(document)
        case .all: true
        }
    }
}
