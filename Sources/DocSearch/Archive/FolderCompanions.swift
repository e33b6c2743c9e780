import BundleConventions

/// A text or metadata beside a bundle that is a file.
struct Companion: Sendable, Hashable {
    /// For the reader, below the bundle's folder.
    var name: String
    /// Below the root's folder.
    var path: String
    /// Without the bundle's own name, so that both can be renamed together.
    var role: String
}

/// The files of a folder that belong to other files in it.
///
/// | bundle | its companions |
/// |---|---|
/// | `x.pdf` | `x.txt`, `x.json`, `x.xml`, `x.hocr`, `x.md`, `x.pdf.txt`, `x.pdf.json` and so on beside it |
/// | `x.yianazip` in a folder `f` of the root | `x.json`, `x.xml`, `x.hocr` in `.ocr_results/f` of the root |
final class FolderCompanions {
    let root: IndexRoot
    let directory: String
    private var beside: [ExactText: [Companion]] = [:]
    private let documents: Set<ExactText>
    private var results: [ExactText: [Companion]]?

    /// `directory` is below the root's own; `listing` has its names.
    init(root: IndexRoot, directory: String, listing: DirectoryListing) {
        (self.root, self.directory) = (root, directory)
        guard listing.kinds.contains([KindSet(.pdf), KindSet(.companion)]) else {
            documents = []
            return
        }
        documents = Set(
            listing.indices.lazy.filter { listing.kind($0) == .pdf }.map { listing.name($0) }
                .flatMap { [ExactText($0), ExactText(String($0.fileStem))] })
        beside = Self.byBase(listing) { name, role in
            Companion(name: name, path: PathText.joined(directory, name), role: role)
        }
    }

    func areBeside(_ name: String) -> Bool { documents.contains(ExactText(String(name.fileStem))) }

    var hasAnyBeside: Bool { !beside.isEmpty }

    func path(of name: String, _ kind: NameKind) -> BundlePath {
        var path = BundlePath(root: root, directory: directory, name: name)
        do {
            path.companions = try of(name, kind)
        } catch {
            path.obstacle = error
        }
        return path
    }

    private func of(_ name: String, _ kind: NameKind) throws(DocSearchError) -> [Companion] {
        switch kind {
        case .pdf:
            guard !beside.isEmpty else { return [] }
            var whole = beside[ExactText(name)] ?? []
            for index in whole.indices { whole[index].role = name.fileEnding + whole[index].role }
            return (beside[ExactText(String(name.fileStem))] ?? []) + whole
        case .yianaZip:
            if results == nil { results = try readResults() }
            return results?[ExactText(String(name.fileStem))] ?? []
        case .other, .container, .image, .companion, .marker: return []
        }
    }

    private func readResults() throws(DocSearchError) -> [ExactText: [Companion]] {
        let folder = PathText.joined(BundleNames.yianaResults, directory)
        // Most roots have no such folder.
        guard let listing = try DirectoryListing.ifThere(folder, in: root) else { return [:] }
        return Self.byBase(listing) { name, role in
            guard let type = FileType(path: name), BundleNames.yianaResultTypes.contains(type) else { return nil }
            return Companion(
                name: PathText.joined(BundleNames.yianaResults, name), path: PathText.joined(folder, name),
                role: "/" + role)
        }
    }

    private static func byBase(
        _ listing: DirectoryListing, _ companion: (String, String) -> Companion?
    ) -> [ExactText: [Companion]] {
        var result: [ExactText: [Companion]] = [:]
        for index in listing.indices where listing.kind(index) == .companion {
            let name = listing.name(index)
            guard let found = companion(name, String(name.fileEnding)) else { continue }
            result[ExactText(String(name.fileStem)), default: []].append(found)
        }
        return result
    }
}
