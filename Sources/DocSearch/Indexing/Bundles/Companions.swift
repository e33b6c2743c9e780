/// A file that belongs to a bundle that is a file: a text of it or what is known about it.
struct Companion: Sendable, Hashable {
    /// As the worker is told, below the folder that holds the bundle.
    var name: String
    /// Below the root's folder.
    var path: String
    /// The name without what is the bundle's own, so that both can be renamed together.
    var role: String
}

/// The files of a folder that belong to other files in it.
///
/// | bundle | its companions |
/// |---|---|
/// | `x.pdf` | `x.txt`, `x.json`, `x.xml`, `x.hocr`, `x.md`, `x.pdf.txt`, `x.pdf.json` and so on beside it |
/// | `x.yianazip` in a folder `f` of the root | `x.json`, `x.xml`, `x.hocr` in `.ocr_results/f` of the root |
final class Companions {
    private let root: IndexRoot
    private let directory: String
    private var beside: [ExactText: [Companion]] = [:]
    private var results: [ExactText: [Companion]]?

    /// The folder of the root that Yiana writes texts into.
    static let resultFolder = ".ocr_results"

    /// - Parameters:
    ///   - root: Where the folder is.
    ///   - directory: The folder, below the root's own.
    ///   - listing: The names in it.
    init(root: IndexRoot, directory: String, listing: DirectoryListing) {
        self.root = root
        self.directory = directory
        guard listing.kinds.contains([KindSet(.pdf), KindSet(.companion)]) else { return }
        beside = Self.byBase(listing) { name, role in
            Companion(name: name, path: PathText.joined(directory, name), role: role)
        }
    }

    /// Reads the names by itself. Throws ``DocSearchError`` when the folder cannot be read.
    convenience init(root: IndexRoot, directory: String) throws {
        self.init(root: root, directory: directory, listing: try DirectoryListing(directory, in: root))
    }

    /// Whether there is a file beside the others that may belong to one.
    var hasAnyBeside: Bool { !beside.isEmpty }

    /// The place of a file of the folder, with its companions.
    func place(of name: String, _ kind: NameKind) -> BundlePlace {
        var place = BundlePlace(root: root, directory: directory, name: name)
        do {
            place.companions = try of(name, kind)
        } catch {
            place.obstacle = error as? DocSearchError ?? DocSearchError(.failed, "\(error)")
        }
        return place
    }

    /// In the order of their names. Throws ``DocSearchError`` when the folder of Yiana's texts cannot be read.
    private func of(_ name: String, _ kind: NameKind) throws -> [Companion] {
        switch kind {
        case .pdf:
            guard !beside.isEmpty else { return [] }
            let whole = beside[ExactText(name)] ?? []
            return (beside[ExactText(Self.base(name))] ?? [])
                + whole.map { companion in
                    var companion = companion
                    companion.role = Self.end(name) + companion.role
                    return companion
                }
        case .yianaZip: return try ofResults(Self.base(name))
        case .other, .container, .image, .companion, .mark: return []
        }
    }

    private func ofResults(_ base: String) throws -> [Companion] {
        let known = try results ?? readResults()
        results = known
        return known[ExactText(base)] ?? []
    }

    private func readResults() throws -> [ExactText: [Companion]] {
        let folder = PathText.joined(Self.resultFolder, directory)
        // Most roots have no such folder.
        guard let listing = try DirectoryListing.ifThere(folder, in: root) else { return [:] }
        return Self.byBase(listing) { name, role in
            guard [".json", ".xml", ".hocr"].contains(role.lowercased()) else { return nil }
            return Companion(
                name: PathText.joined(Self.resultFolder, name), path: PathText.joined(folder, name), role: "/" + role)
        }
    }

    private static func byBase(
        _ listing: DirectoryListing, _ companion: (String, String) -> Companion?
    ) -> [ExactText: [Companion]] {
        var result: [ExactText: [Companion]] = [:]
        for index in listing.indices where listing.kind(index) == .companion {
            guard let name = listing.name(index), let found = companion(name, end(name)) else { continue }
            result[ExactText(base(name)), default: []].append(found)
        }
        return result
    }

    private static func base(_ name: String) -> String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
        return String(decoding: name.utf8[..<dot], as: UTF8.self)
    }

    private static func end(_ name: String) -> String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return String(decoding: name.utf8[dot...], as: UTF8.self)
    }
}
