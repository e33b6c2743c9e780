import BundleConventions
import Foundation

/// What lies in a folder that a walk looks through.
struct WalkedFolder {
    let listing: DirectoryListing
    private let pictures: PagePictures
    /// Of PDFs beside images, by their names without their ends.
    private let pdfNames: [[UInt8]: [Int]]
    private let companions: FolderCompanions
    private let exclusions: FolderExclusions
    /// What its file and those of the folders above leave out.
    let ignored: IgnoreList?

    enum Entry {
        case bundle(NameKind, FileStatus)
        /// An image that may be of a page of one of the PDFs.
        case pagePicture(PagePicture)
        case folder(name: String)
        /// A bundle or a folder that is left out.
        case leftOut(isFolder: Bool, by: ExclusionOrigin)
        /// Is not followed.
        case symbolicLink
    }

    /// What is known of an image before the pages of the PDFs are.
    struct PagePicture {
        var owners: [PagePictures.Owner]
        var status: FileStatus
        /// Who leaves it out, where it is a document of its own.
        var origin: ExclusionOrigin?
    }

    /// The names of the PDFs that an image may belong to, with the pages that they must have for it.
    func documents(of picture: PagePicture) -> [(name: String, pages: Int)] {
        picture.owners.flatMap { owner in
            (pdfNames[owner.stem] ?? []).map { (listing.name($0), owner.number) }
        }
    }

    init(
        _ listing: DirectoryListing, at path: String, in root: IndexRoot, excluding rules: ExclusionRules,
        ignoring ignored: IgnoreList?
    ) {
        self.listing = listing
        self.ignored = ignored
        exclusions = FolderExclusions(rules, ignored, in: root.absolutePath(path))
        // Folders without images, texts and Yiana's documents have neither, and cost nothing more.
        let mayHavePictures = listing.kinds.contains([KindSet(.pdf), KindSet(.image)])
        let documents = mayHavePictures ? listing.indices.filter { listing.kind($0) == .pdf } : []
        pictures = PagePictures(ofDocuments: documents.map(listing.bytes))
        pdfNames = Dictionary(grouping: documents) { index in
            let name = listing.bytes(index)
            return Array(name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)])
        }
        companions = FolderCompanions(root: root, directory: path, listing: listing)
    }

    /// What there is under a name; nil for what docsearch passes over.
    func entry(_ index: Int) -> Entry? {
        let kind = listing.kind(index)
        guard kind.isBundle || listing.mayBeOtherThanFile(index), let status = listing.status(index) else { return nil }
        switch status.kind {
        case .directory:
            let name = listing.name(index)
            if let origin = exclusions.origin(of: name, isFolder: true) { return .leftOut(isFolder: true, by: origin) }
            return isStaged(name) ? nil : .folder(name: name)
        case .symbolicLink: return .symbolicLink
        case .file where kind.isBundle:
            let origin = exclusions.origin(of: listing.name(index), isFolder: false)
            if kind == .image, case let owners = pictures.owners(of: listing.bytes(index)), !owners.isEmpty {
                return .pagePicture(PagePicture(owners: owners, status: status, origin: origin))
            }
            return origin.map { .leftOut(isFolder: false, by: $0) } ?? .bundle(kind, status)
        case .file, .other: return nil
        }
    }

    /// A file that ``entry(_:)`` passes over, as a bundle by its content, of this kind.
    func entry(_ index: Int, seenAs kind: NameKind) -> Entry? {
        guard let status = listing.status(index), status.kind == .file else { return nil }
        let origin = exclusions.origin(of: listing.name(index), isFolder: false)
        return origin.map { .leftOut(isFolder: false, by: $0) } ?? .bundle(kind, status)
    }

    /// The same with a look at the file; nil for what is nothing for docsearch.
    func lookedAtEntry(_ index: Int) -> Entry? {
        if let entry = entry(index) { return entry }
        return FolderLook.kind(of: index, in: listing).flatMap { entry(index, seenAs: $0) }
    }

    /// Whether a name that there is nothing under for docsearch is that of a file which people may miss: its name does not
    /// promise a bundle, and it is not that of the text or the description of a document beside it.
    func isPassedOver(_ index: Int) -> Bool {
        switch listing.kind(index) {
        case .other, .marker: listing.isFile(index)
        case .companion: !companions.areBeside(listing.name(index)) && listing.isFile(index)
        case .pdf, .container, .yianaZip, .image: false
        }
    }

    /// Whether nothing else can belong to a bundle of this kind here.
    func standsAlone(_ kind: NameKind) -> Bool { !kind.hasCompanions || kind == .pdf && !companions.hasAnyBeside }

    /// The path of a bundle, with what belongs to it.
    func path(_ index: Int, _ kind: NameKind) -> BundlePath {
        // What is a document by its content alone has none.
        companions.path(of: listing.name(index), listing.kind(index) == .other ? .other : kind)
    }

    /// Below the root's folder.
    var path: String { companions.directory }

    /// A folder in it.
    func folder(_ name: String, known: KnownFile? = nil) -> ArchiveWalk.Folder {
        ArchiveWalk.Folder(path: inside(name), known: known, ignored: ignored)
    }

    /// The path of what is in it, below the root's folder.
    func inside(_ name: String) -> String { PathText.joined(path, name) }

    /// Whether a folder was left by Yiana, stopped while saving a document: its name is a UUID, it holds a document's parts.
    private func isStaged(_ name: String) -> Bool {
        guard UUID(uuidString: name) != nil, listing.kinds.contains(KindSet(.yianaZip)),
            // Walking into it reports a folder that cannot be read.
            let parts = try? FileManager.default.contentsOfDirectory(atPath: companions.root.absolutePath(inside(name)))
        else { return false }
        return Set(parts).isSubset(of: [BundleNames.yianaMetadata, BundleNames.yianaContent])
    }
}
