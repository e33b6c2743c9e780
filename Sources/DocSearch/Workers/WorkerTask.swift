import BundleConventions
import ExtractionProtocol

/// A piece of work for one worker.
enum WorkerTask: Sendable {
    case readBundle(BundleTask)
    case recognize(RecognitionTask)
}

/// A new or changed file.
struct BundleTask: Sendable {
    var number: Int
    var path: BundlePath
    /// The hash under which it was read last; nil reads it in any case.
    var knownContentHash: String?
    var change: Change
    /// What its path has held before.
    var history: PathHistory

    /// What makes it worth reading.
    enum Change: Sendable {
        case new, changed
        /// It has another name, which may be its title.
        case renamed
    }

    var root: IndexRoot { path.root }
    var directory: String { path.directory }
    var name: String { path.name }
    var relativePath: String { path.relativePath }

    /// Where the row of an ordinary folder is kept; that of a root below itself.
    var folder: (directory: String, name: String) { root.isFile ? ("", OrdinaryFolder.rootName) : (directory, name) }

    /// Where texts come from that the bundle has of a document.
    func sidecar(of document: DocumentFrame, _ proof: BundleProof) -> TextSource {
        TextSource(
            origin: .sidecar,
            settings: "bundle \(proof.hash) entry \(document.entry), bundles \(ProtocolVersion.bundles)")
    }

    /// Which texts a document of the bundle may have.
    func scope(of document: DocumentFrame, _ proof: BundleProof) -> TextScope {
        var scope = TextScope(contentHash: document.contentHash ?? proof.hash, bundleHash: proof.hash, place: history)
        if document.contentHash == nil { scope.record = (sidecar(of: document, proof), document.pageCount) }
        return scope
    }
}

/// Pages of one document to recognise.
struct RecognitionTask: Sendable {
    var root: IndexRoot
    var document: Int64
    var bundle: Int64
    var bundlePath: String
    var entry: String
    var pages: [Int]
    /// Of the document.
    var scope: TextScope
    /// Who vouches for what is recognised: the bundle, unless the reader can be shown the document alone.
    var witness: TextWitness
    /// What the recognised text will be kept as.
    var source: TextSource

    /// Without companions: they have no pages of their own.
    var location: BundlePath { BundlePath(bundlePath, in: root) }
    var contentHash: String { scope.contentHash }
    var path: String { PathForm.path(bundlePath, entry: entry) }
}

extension PageStore {
    /// Keeps a page that was recognised.
    func insert(_ frame: PageFrame, of task: RecognitionTask) throws {
        try insert(
            [StoredPage(source: task.source, frame: frame)], contentHash: task.contentHash, witness: task.witness)
    }
}
