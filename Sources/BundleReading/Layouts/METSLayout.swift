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
            var object = METSObject(METSDocument(tree, in: file.folder), describedBy: file, in: lookup)
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
            MarkupRoot.name(in: folder.session.head(of: folder.place(of: file))) == "mets"
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
    /// By their names in small letters, whole and without their ends.
    private let byName: [String: [BundleFolder.File]]
    private let byStem: [String: [BundleFolder.File]]

    init(_ folder: BundleFolder) {
        self.folder = folder
        let pdfs = folder.pdfs
        onlyPDF = pdfs.count == 1 ? pdfs[0] : nil
        byName = Dictionary(grouping: folder.files) { $0.name.lowercased() }
        byStem = Dictionary(grouping: folder.files) { String($0.name).fileStem.lowercased() }
        byLowerPath = Dictionary(folder.files.map { ($0.path.lowercased(), $0) }) { first, _ in first }
    }

    /// The one file that a reference to another place means: it has the same name, and where several have it, more of the
    /// path is the same, or the folder is called as the group of files. `isFree` says whether nothing else names a file.
    func file(
        of listed: METSDocument.File, at reference: String, isFree: (BundleFolder.File) -> Bool
    ) -> BundleFolder.File? {
        let parts = ConfinedPath.parts(ofReference: reference).map { $0.lowercased() }
        let purpose = METSPurpose(listed)
        guard let last = parts.last, purpose != .other else { return nil }
        var found = (byName[last] ?? []).filter(isFree)
        // What a server makes of a number has the end of its kind only where it was put into the bundle.
        if found.isEmpty, FileType(path: last) == nil {
            found = (byStem[last] ?? []).filter { isFree($0) && purpose.fits($0) }
        }
        if listed.path != nil {
            let whole = "/" + parts.joined(separator: "/")
            found = found.filter { ("/" + $0.path.lowercased()).hasSuffix(whole) }
        }
        if found.count > 1 { found = Self.best(found) { Self.common(parts, $0) } }
        let use = listed.use?.lowercased() ?? ""
        if found.count > 1 {
            found = Self.best(found) { $0.folder.lowercased().split(separator: "/").last == use[...] ? 1 : 0 }
        }
        return found.count == 1 ? found[0] : nil
    }

    private static func best(
        _ files: [BundleFolder.File], by worth: (BundleFolder.File) -> Int
    ) -> [BundleFolder.File] {
        let most = files.map(worth).max() ?? 0
        return files.filter { worth($0) == most }
    }

    /// How many of the folders before the names are called the same.
    private static func common(_ parts: [String], _ file: BundleFolder.File) -> Int {
        zip(parts.dropLast().reversed(), file.folder.lowercased().split(separator: "/").reversed())
            .prefix { $0 == $1 }.count
    }

    /// Packages are made on systems that do not tell small letters from capitals.
    subscript(path: String) -> BundleFolder.File? { folder[path] ?? byLowerPath[path.lowercased()] }
}
