import BundleConventions
import ExtractionProtocol

enum WorkerTask: Sendable {
    case readBundle(BundleTask)
    case recognize(RecognitionTask)
}

struct BundleTask: Sendable {
    var number: Int
    var path: BundlePath
    /// When it was last read; nil to read it in any case.
    var knownContentHash: String?
    var change: Change
    var history: PathHistory

    enum Change: Sendable {
        case new, changed
        /// The name may be its title.
        case renamed
    }

    var root: IndexRoot { path.root }
    var directory: String { path.directory }
    var name: String { path.name }
    var relativePath: String { path.relativePath }

    var folder: (directory: String, name: String) { root.isFile ? ("", OrdinaryFolder.rootName) : (directory, name) }

    func sidecar(of document: DocumentFrame, _ proof: BundleProof) -> TextSource {
        TextSource(
            origin: .sidecar,
            settings: "bundle \(proof.hash) entry \(document.entry), bundles \(ProtocolVersion.bundles)")
    }

    func scope(of document: DocumentFrame, _ proof: BundleProof) -> TextScope {
        var scope = TextScope(contentHash: document.contentHash ?? proof.hash, bundleHash: proof.hash, place: history)
        if document.contentHash == nil { scope.record = (sidecar(of: document, proof), document.pageCount) }
        return scope
    }
}

struct RecognitionTask: Sendable {
    var root: IndexRoot
    var document: Int64
    var bundle: Int64
    var bundlePath: String
    var entry: String
    var pages: [Int]
    var scope: TextScope
    var source: TextSource
    /// Reads the images in place of tesseract.
    var recognizer: SharedRecognizer?
    /// A reader sees the document's own bytes and nothing else.
    var isDocumentAlone = false

    var witness: TextWitness { isDocumentAlone ? .content : .bundle(scope.bundleHash ?? "") }
    var location: BundlePath { BundlePath(bundlePath, in: root) }
    var contentHash: String { scope.contentHash }
    var path: String { PathForm.path(bundlePath, entry: entry) }
}

extension PageStore {
    func insert(_ frame: PageFrame, of task: RecognitionTask, replaces: Bool = false) throws {
        try insert(
            [StoredPage(source: task.source, frame: frame)], contentHash: task.contentHash, witness: task.witness,
            replaces: replaces)
    }
}
