internal import BundleConventions
internal import ExtractionProtocol
internal import Markup

/// METS documents with PDFs, page images, ALTO: one for all, or one in each folder, as of a newspaper's issues.
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
            // On disk the files are then read one by one; in an archive only here, and a package stays in the audit.
            if let first = failures.first, folder.session.isFolder, folder.way.isEmpty, !folder.isPackage {
                throw first
            }
            return try PlainLayout.findings(inDamaged: folder, .mets, failures)
        }
        if folder.session.fixity != nil { findings.problems += problemsOfOthers(than: descriptions, others, lookup) }
        findings.problems = failures + findings.problems
        findings.unnamed = folder.with { !isTaken.contains($0.entry.index) }
        return findings
    }

    /// States the checksums in METS documents of parts: representations, issues. Returns what these lack.
    private static func problemsOfOthers(
        than read: [BundleFolder.File], _ pointed: [BundleFolder.File], _ lookup: METSLookup
    ) -> [BundleError] {
        let folder = lookup.folder
        var known = Set(read.map(\.entry.index))
        var waiting = pointed + folder.files.filter { isNamedMETS($0) && isMETS($0, in: folder) }
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
        let top = top(of: folder)
        if !top.isEmpty { return top }
        // Those of a package in one folder are looked for there: only the one at its top describes all of it.
        if let inner = folder.unwrapped, !self.top(of: inner).isEmpty { return [] }
        let candidates = folder.files.filter { $0.type == .xml && $0.entry.refusal == nil }
        let unnamed = candidates.lazy.filter { !$0.path.contains("/") }.prefix(maximumCandidates)
            .filter { isMETS($0, in: folder) }
        return unnamed.isEmpty ? candidates.filter { isNamedMETS($0) && isMETS($0, in: folder) } : Array(unnamed)
    }

    private static func top(of folder: BundleFolder) -> [BundleFolder.File] {
        folder.files.filter { file in
            !file.path.contains("/") && file.entry.refusal == nil && isNamedMETS(file) && isMETS(file, in: folder)
        }
    }

    private static func isNamedMETS(_ file: BundleFolder.File) -> Bool {
        file.type == .xml && file.name.lowercased().contains(BundleNames.mets)
    }

    private static func isMETS(_ file: BundleFolder.File, in folder: BundleFolder) -> Bool {
        MarkupRoot.name(in: folder.session.head(of: folder.reference(to: file))) == "mets"
    }

    /// The beginning of each has to be read.
    private static let maximumCandidates = 100
}
