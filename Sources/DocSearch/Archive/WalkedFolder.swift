import BundleConventions
import Foundation

struct WalkedFolder {
    let listing: DirectoryListing
    private let pictures: PagePictures
    private let pdfNames: [[UInt8]: [Int]]
    private let companions: FolderCompanions
    private let exclusions: FolderExclusions
    let ignored: IgnoreList?

    enum Entry {
        case bundle(NameKind, FileStatus)
        case pagePicture(PagePicture)
        case folder(name: String)
        case leftOut(isFolder: Bool, by: ExclusionOrigin)
        case symbolicLink
    }

    struct PagePicture {
        var owners: [PagePictures.Owner]
        var status: FileStatus
        var origin: ExclusionOrigin?
    }

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

    func entry(_ index: Int, seenAs kind: NameKind) -> Entry? {
        guard let status = listing.status(index), status.kind == .file else { return nil }
        let origin = exclusions.origin(of: listing.name(index), isFolder: false)
        return origin.map { .leftOut(isFolder: false, by: $0) } ?? .bundle(kind, status)
    }

    func lookedAtEntry(_ index: Int) -> Entry? {
        if let entry = entry(index) { return entry }
        return FolderLook.kind(of: index, in: listing).flatMap { entry(index, seenAs: $0) }
    }

    /// The name does not promise a bundle, and is not that of a text or description of a document beside it. People may
    /// miss such a file.
    func isPassedOver(_ index: Int) -> Bool {
        switch listing.kind(index) {
        case .other, .marker: listing.isFile(index)
        case .companion: !companions.areBeside(listing.name(index)) && listing.isFile(index)
        case .pdf, .container, .yianaZip, .image: false
        }
    }

    func standsAlone(_ kind: NameKind) -> Bool { !kind.hasCompanions || kind == .pdf && !companions.hasAnyBeside }

    func path(_ index: Int, _ kind: NameKind) -> BundlePath {
        // A document detected only by its content has no companions.
        companions.path(of: listing.name(index), listing.kind(index) == .other ? .other : kind)
    }

    /// Below the root's folder.
    var path: String { companions.directory }

    func folder(_ name: String, known: KnownFile? = nil, former: BundleRow? = nil) -> ArchiveWalk.Folder {
        ArchiveWalk.Folder(
            path: inside(name), known: known ?? former.map(KnownFile.init), former: former, ignored: ignored)
    }

    func inside(_ name: String) -> String { PathText.joined(path, name) }

    /// Yiana leaves such a folder when it is stopped while saving a document: its name is a UUID, and it contains a
    /// document's parts.
    private func isStaged(_ name: String) -> Bool {
        guard UUID(uuidString: name) != nil, listing.kinds.contains(KindSet(.yianaZip)),
            // Walking into it reports a folder that cannot be read.
            let parts = try? FileManager.default.contentsOfDirectory(atPath: companions.root.absolutePath(inside(name)))
        else { return false }
        return Set(parts).isSubset(of: [BundleNames.yianaMetadata, BundleNames.yianaContent])
    }
}
