internal import BundleConventions
internal import ExtractionProtocol
internal import Markup

/// Several METS documents may be beside and below each other, as for a newspaper's issues or the representations of a
/// package. Each gives its documents, except those given before.
enum METSLayout: BundleLayout {
    static func findings(in folder: BundleFolder) throws -> LayoutFindings? {
        var search = METSSearch(folder)
        var waiting = search.first
        guard !waiting.isEmpty else { return nil }
        let isOne = waiting.count == 1
        var findings = LayoutFindings(format: .mets, documents: [], holdsTogether: false)
        var failures: [BundleError] = []
        // A package without any of the files in its METS document remains a package.
        findings.holdsTogether = folder.isPackage
        let lookup = METSLookup(folder)
        var given = GivenFiles()
        var wholes: [UInt64: DescriptiveRecord] = [:]
        var count = 0
        while !waiting.isEmpty {
            let file = waiting.removeFirst()
            guard search.isNew(file) else { continue }
            count += 1
            if let tree = folder.tree(of: file, upTo: .markup(folder.limits), noting: &failures) {
                let mets = METSDocument(tree, in: file.folder)
                var object = METSObject(mets, describedBy: file, in: lookup)
                search.take(object.taken)
                let parts = mets.references.filter(\.isMETS).compactMap { lookup[$0.path] }
                if waiting.isEmpty { waiting = search.next() }
                object.read(isAlone: isOne && count == 1 && waiting.isEmpty && parts.isEmpty)
                search.take(object.taken)
                waiting = parts.filter { search.isWanted($0) } + waiting
                if !mets.isDescribed, let whole = wholes[file.entry.index] {
                    object.describe(by: whole)
                } else if mets.isDescribed {
                    for part in parts { wholes[part.entry.index] = mets.record }
                }
                findings.documents += given.news(object.documents, of: folder.entryName(of: file))
                findings.problems += object.problems
                findings.holdsTogether = findings.holdsTogether || object.namesFiles
            }
            if waiting.isEmpty { waiting = search.next() }
        }
        if failures.count == count {
            let hasOthers = folder.files.contains(where: \.mayBeDocument)
            let texts = hasOthers ? nil : try HOCRLayout.findings(in: folder.with { !search.isTaken($0) })
            // On disk the files are then read one by one, apart from texts. In an archive they are only read here, and a
            // package stays in the audit.
            if let first = failures.first, folder.session.isFolder, folder.way.isEmpty, !folder.isPackage, texts == nil
            {
                throw first
            }
            var found = try PlainLayout.findings(inDamaged: folder, .mets, failures)
            if let texts { found.add(texts) }
            return found
        }
        findings.problems = failures + findings.problems + folder.problems(ofXML: search.strangers)
        // A bundle named by a METS document still holds documents. Archivematica's thumbnails are copies of pages that
        // its METS document does not mention.
        findings.unnamed = folder.with {
            (!search.isTaken($0) || $0.isContainer) && !($0.isImage && $0.folder.lowercased() == "thumbnails")
        }
        folder.describe { search.submissions.contains($0.entry.index) }
        return findings
    }
}

/// Finds METS documents in a folder by content. With very many files, names count.
private struct METSSearch {
    private(set) var first: [BundleFolder.File] = []
    private let folder: BundleFolder
    private var candidates: [BundleFolder.File]
    private var taken: Set<UInt64> = []
    private var known: Set<UInt64> = []
    private var looks = 0
    /// METS documents of the submission (Archivematica): they name files as they were then.
    private(set) var submissions: Set<UInt64> = []

    private static let longestPreface = 64 << 10

    /// The beginning of each must be read.
    private static let mostLooks = 2000

    init(_ folder: BundleFolder) {
        self.folder = folder
        func depth(_ file: BundleFolder.File) -> Int { file.path.utf8.count { $0 == UInt8(ascii: "/") } }
        let found = folder.files.filter { $0.type == .xml && $0.entry.refusal == nil }
            .map { (file: $0, isNamed: Self.isNamedMETS($0), depth: depth($0)) }
        let handedIn = Set(found.map(\.file).filter(Self.isSubmission).map(\.entry.index))
        let others = handedIn.count < found.count { $0.isNamed } ? handedIn : []
        (submissions, known) = (others, others)
        let own = found.filter { !others.contains($0.file.entry.index) }
        candidates = own.sorted { ($0.isNamed ? 0 : 1, $0.depth) < ($1.isNamed ? 0 : 1, $1.depth) }.map(\.file)
        // For a package in one folder only that folder is searched: the METS document at its top describes everything.
        if let inner = folder.unwrapped, inner.files.contains(where: { Self.isTop($0, in: inner) }) { return }
        let atTop = candidates.filter { depth($0) == 0 }.prefix(Self.mostLooks).filter { Self.isMETS($0, in: folder) }
        first =
            atTop.isEmpty
            ? candidates.filter { Self.isNamedMETS($0) && Self.isMETS($0, in: folder) } : Array(atTop)
        guard first.isEmpty else { return }
        for file in candidates.prefix(Self.mostLooks) where Self.isMETS(file, in: folder) {
            // All at the same depth.
            if let top = first.first.map(depth), depth(file) > top { break }
            first.append(file)
        }
    }

    private static func isSubmission(_ file: BundleFolder.File) -> Bool {
        isNamedMETS(file) && file.folder.lowercased().split(separator: "/").contains("submissiondocumentation")
    }

    private static func isTop(_ file: BundleFolder.File, in folder: BundleFolder) -> Bool {
        file.type == .xml && !file.path.contains("/") && file.entry.refusal == nil && isNamedMETS(file)
            && isMETS(file, in: folder)
    }

    var strangers: [BundleFolder.File] {
        Array(
            folder.files.lazy.filter {
                $0.type == .xml && (!$0.path.contains("/") || Self.isNamedMETS($0)) && !isTaken($0)
            }
            .prefix(Self.mostLooks))
    }

    mutating func isNew(_ file: BundleFolder.File) -> Bool { known.insert(file.entry.index).inserted }

    func isWanted(_ file: BundleFolder.File) -> Bool { !known.contains(file.entry.index) }

    mutating func take(_ entries: Set<UInt64>) { taken.formUnion(entries) }

    func isTaken(_ file: BundleFolder.File) -> Bool {
        taken.contains(file.entry.index) || known.contains(file.entry.index)
    }

    mutating func next() -> [BundleFolder.File] {
        var found: [BundleFolder.File] = []
        var rest = candidates[...]
        while let file = rest.first {
            let isNamed = Self.isNamedMETS(file)
            guard !known.contains(file.entry.index), isNamed || !taken.contains(file.entry.index) else {
                rest.removeFirst()
                continue
            }
            if let one = found.first, one.folder != file.folder { break }
            rest.removeFirst()
            if !isNamed {
                looks += 1
                if looks > Self.mostLooks { continue }
            }
            if Self.isMETS(file, in: folder) { found.append(file) }
        }
        candidates = Array(rest)
        return found
    }

    private static func isNamedMETS(_ file: BundleFolder.File) -> Bool {
        file.type == .xml && file.name.lowercased().contains(BundleNames.mets)
    }

    private static func isMETS(_ file: BundleFolder.File, in folder: BundleFolder) -> Bool {
        let reference = folder.reference(to: file)
        let head = folder.session.head(of: reference)
        // A licence may stand before the first element.
        if let root = BundleMarkup.rootName(in: head) { return root == "mets" }
        guard head.count == FirstBytes.count else { return false }
        return BundleMarkup.rootName(in: folder.session.head(of: reference, count: longestPreface)) == "mets"
    }
}

private struct GivenFiles {
    private var files: Set<FileReference> = []
    private var names: Set<String> = []

    /// A document without files is a record, and new only where nothing else is. A document whose name is taken is
    /// named after the METS document.
    mutating func news(_ documents: [BundledDocument], of description: String) -> [BundledDocument] {
        let isFirst = files.isEmpty
        let new = documents.filter { document in
            let own = document.files.references.isEmpty ? document.references : document.files.references
            if own.isEmpty { return isFirst || document.metadata.title != nil }
            return !own.allSatisfy(files.contains)
        }
        files.formUnion(documents.flatMap(\.references))
        return new.map { document in
            guard !names.insert(document.entry).inserted else { return document }
            var document = document
            document.entry = description
            return document
        }
    }
}
