import ExtractionProtocol

/// A piece of work for one worker.
enum WorkerTask: Sendable {
    case readBundle(BundleTask)
    case recognize(RecognitionTask)
}

/// A new or changed file.
struct BundleTask: Sendable {
    var number: Int
    var place: BundlePlace
    /// The hash under which it was read last; nil reads it in any case.
    var knownContentHash: String?
    var change: Change

    /// What makes it worth reading.
    enum Change: Sendable {
        case new
        case changed
        /// It has another name, which may be its title.
        case renamed
    }

    var root: IndexRoot { place.root }
    var directory: String { place.directory }
    var name: String { place.name }
    var relativePath: String { place.relativePath }

    /// Where the row of an ordinary folder is kept; that of a root below itself.
    var folder: (directory: String, name: String) {
        root.isFile ? ("", OrdinaryFolder.rootName) : (directory, name)
    }
}

/// Pages of one document to recognise.
struct RecognitionTask: Sendable {
    var number: Int
    var root: IndexRoot
    var document: Int64
    var bundle: Int64
    var bundlePath: String
    var entry: String
    var contentHash: String
    var pages: [Int]
    /// What the recognised text will be kept as.
    var source: TextSource

    /// Without companions: they have no pages of their own.
    var place: BundlePlace {
        BundlePlace(root: root, directory: PathText.parent(bundlePath), name: PathText.name(bundlePath))
    }
    var path: String { entry.isEmpty ? bundlePath : bundlePath + "!/" + entry }
}

/// What workers tell the collector.
enum WorkerMessage: Sendable {
    case greeting(GreetingFrame)
    case began(BundleTask)
    case bundle(BundleTask, BundleFrame)
    /// Whether the text layers of the document's pages are in `pages.sqlite` already, and will not come.
    case document(BundleTask, DocumentFrame, pagesAreKnown: Bool)
    case page(BundleTask, PageFrame)
    case problem(BundleTask, ProblemFrame)
    /// The bundle as it was when it was opened; nil when it could not be opened.
    case ended(BundleTask, FinishedFrame, FileStatus?)
    /// The file changed while it was read; the next run reads it again.
    case unsettled(BundleTask)
    /// The run was stopped in the middle; the next run reads the bundle again.
    case abandoned(BundleTask)
    case recognized(RecognitionTask, PageFrame)
    /// The page's image has been recognised before: the row of that text in `pages.sqlite`.
    case recognizedBefore(RecognitionTask, page: Int, row: Int64)
    case unrecognized(RecognitionTask, ProblemFrame)
    case recognitionEnded(RecognitionTask)
    /// Nothing can be read at all; the run must end.
    case broken(DocSearchError)
}
