internal import BundleConventions
internal import ExtractionProtocol
internal import Markup

/// METS documents with what they describe: PDFs, page images, ALTO. One METS document for all, or one in each of
/// several folders, such as the issues of a newspaper.
enum METSLayout: BundleLayout {
    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        let descriptions = descriptions(in: folder)
        guard !descriptions.isEmpty else { return nil }
        var findings = LayoutFindings(format: .mets, documents: [], holdsTogether: false)
        var failures: [BundleError] = []
        var isTaken: Set<UInt64> = []
        let lookup = METSLookup(folder)
        for file in descriptions {
            guard let tree = folder.tree(of: file, upTo: .markup(folder.limits), noting: &failures) else { continue }
            var object = METSObject(METSDocument(tree), describedBy: file, in: lookup)
            object.read(isAlone: descriptions.count == 1)
            findings.documents += object.documents
            findings.problems += object.problems
            isTaken.formUnion(object.taken)
            isTaken.insert(file.entry.index)
            findings.holdsTogether = findings.holdsTogether || object.namesFiles
        }
        // Nothing is known when none can be read; another layout makes what it can of the rest.
        if let first = failures.first, failures.count == descriptions.count { throw first }
        findings.problems = failures + findings.problems
        findings.unnamed = folder.with { !isTaken.contains($0.entry.index) }
        return findings
    }

    /// At the top: XML files that are METS. Below: those that have it in their names, too.
    private static func descriptions(in folder: BundleFolder) -> [BundleFolder.File] {
        let candidates = folder.files.filter { $0.type == .xml && $0.entry.refusal == nil }
        func isMETS(_ file: BundleFolder.File) -> Bool {
            let text = TextDecoding.text(of: folder.session.head(of: folder.place(of: file)))
            return text.contains("<mets") || text.contains(":mets")
        }
        let named = candidates.filter { $0.name.lowercased().contains(BundleNames.mets) }
        let top = named.filter { !$0.path.contains("/") && isMETS($0) }
        if !top.isEmpty { return top }
        let unnamed = candidates.lazy.filter { !$0.path.contains("/") }.prefix(maximumCandidates).filter(isMETS)
        return unnamed.isEmpty ? named.filter(isMETS) : Array(unnamed)
    }

    /// The beginning of each has to be read.
    private static let maximumCandidates = 100
}

/// The files of a folder as METS documents name them.
struct METSLookup {
    let folder: BundleFolder
    /// The only PDF, or nil.
    let onlyPDF: BundleFolder.File?
    private let byLowerPath: [String: BundleFolder.File]

    init(_ folder: BundleFolder) {
        self.folder = folder
        let pdfs = folder.pdfs
        onlyPDF = pdfs.count == 1 ? pdfs[0] : nil
        byLowerPath = Dictionary(folder.files.map { ($0.path.lowercased(), $0) }) { first, _ in first }
    }

    /// Packages are made on systems that do not tell small letters from capitals.
    subscript(path: String) -> BundleFolder.File? { folder[path] ?? byLowerPath[path.lowercased()] }
}
