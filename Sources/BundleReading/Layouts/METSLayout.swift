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
        var others: [BundleFolder.File] = []
        // One that lacks all that its METS document names is still what it is.
        findings.holdsTogether = folder.isPackage
        let lookup = METSLookup(folder)
        for file in descriptions {
            guard let tree = folder.tree(of: file, upTo: .markup(folder.limits), noting: &failures) else { continue }
            let mets = METSDocument(tree, in: file.folder)
            var object = METSObject(mets, describedBy: file, in: lookup)
            others += mets.references.filter(\.isMETS).compactMap { lookup[$0.path] }
            object.read(isAlone: descriptions.count == 1)
            findings.documents += object.documents
            findings.problems += object.problems
            isTaken.formUnion(object.taken)
            isTaken.insert(file.entry.index)
            findings.holdsTogether = findings.holdsTogether || object.namesFiles
        }
        if failures.count == descriptions.count {
            // On disk the files are read one by one, as before the description was damaged; in an archive they can only be read
            // here, and a package must not leave the audit.
            if let first = failures.first, folder.session.isFolder, folder.way.isEmpty, !folder.isPackage {
                throw first
            }
            return try undescribed(folder, failures)
        }
        if folder.session.fixity != nil { findings.problems += problemsOfOthers(than: descriptions, others, lookup) }
        findings.problems = failures + findings.problems
        findings.unnamed = folder.with { !isTaken.contains($0.entry.index) }
        return findings
    }

    /// What there is without the description that cannot be read: it is a package all the same.
    private static func undescribed(_ folder: BundleFolder, _ failures: [BundleError]) throws -> LayoutFindings {
        var findings = try PlainLayout.findings(in: folder) ?? .nothing
        findings.format = .mets
        findings.problems = failures + findings.problems
        return findings
    }

    /// Has the checksums compared that METS documents state which describe parts: representations of a package, issues of
    /// a newspaper. Returns what they lack.
    private static func problemsOfOthers(
        than read: [BundleFolder.File], _ pointed: [BundleFolder.File], _ lookup: METSLookup
    ) -> [BundleError] {
        let folder = lookup.folder
        var known = Set(read.map(\.entry.index))
        let named = folder.files.filter { $0.type == .xml && $0.name.lowercased().contains(BundleNames.mets) }
        var waiting = pointed + named.filter { isMETS($0, in: folder) }
        var problems: [BundleError] = []
        while let file = waiting.popLast() {
            guard known.insert(file.entry.index).inserted,
                let tree = folder.tree(of: file, upTo: .markup(folder.limits), noting: &problems)
            else { continue }
            let mets = METSDocument(tree, in: file.folder)
            problems += METSObject(mets, describedBy: file, in: lookup).problems
            waiting += mets.references.filter(\.isMETS).compactMap { lookup[$0.path] }
        }
        return problems
    }

    /// At the top: XML files that are METS. Below: those that have it in their names, too.
    private static func descriptions(in folder: BundleFolder) -> [BundleFolder.File] {
        let candidates = folder.files.filter { $0.type == .xml && $0.entry.refusal == nil }
        let top = Self.top(of: folder)
        if !top.isEmpty { return top }
        let named = candidates.filter { $0.name.lowercased().contains(BundleNames.mets) }
        // Those of a package in one folder are looked for there: only the one at its top describes all of it.
        if let inner = folder.unwrapped, !Self.top(of: inner).isEmpty { return [] }
        let unnamed = candidates.lazy.filter { !$0.path.contains("/") }.prefix(maximumCandidates)
            .filter { isMETS($0, in: folder) }
        return unnamed.isEmpty ? named.filter { isMETS($0, in: folder) } : Array(unnamed)
    }

    private static func top(of folder: BundleFolder) -> [BundleFolder.File] {
        folder.files.filter { file in
            file.type == .xml && file.entry.refusal == nil && !file.path.contains("/")
                && file.name.lowercased().contains(BundleNames.mets) && isMETS(file, in: folder)
        }
    }

    private static func isMETS(_ file: BundleFolder.File, in folder: BundleFolder) -> Bool {
        MarkupRoot.name(in: folder.session.head(of: folder.place(of: file))) == "mets"
    }

    /// The beginning of each has to be read.
    private static let maximumCandidates = 100
}
