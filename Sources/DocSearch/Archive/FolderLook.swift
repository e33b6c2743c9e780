import BundleConventions
import ContentHashing
import Foundation

/// Tells files by their first bytes where their names do not tell.
///
/// A run without changes opens none of them: it compares one number, computed from their names, inodes, sizes and
/// times, with the one stored when none of them was anything for docsearch.
struct FolderLook {
    private let listing: DirectoryListing
    let isSettled: Bool
    let fingerprint: Int64?
    private let kept: Int64?

    var isNews: Bool { fingerprint != kept }

    private static let mostXML = 16

    /// `known` are the folder's names in the index, in the order of the listing. `kept` is the number from an earlier
    /// run.
    init(_ listing: DirectoryListing, known: [KnownFile], kept: Int64?) {
        (self.listing, self.kept) = (listing, kept)
        fingerprint = Self.fingerprint(of: listing, without: known)
        isSettled = fingerprint == nil || fingerprint == kept
    }

    func kind(of index: Int) -> NameKind? {
        guard !isSettled else { return nil }
        return Self.kind(of: index, in: listing)
    }

    static func kind(of index: Int, in listing: DirectoryListing) -> NameKind? {
        guard listing.kind(index) == .other, !listing.isBeingWritten, listing.isFile(index),
            case let name = listing.name(index), !FirstBytes.isUnfinished(named: name)
        else { return nil }
        return FirstBytes.type(of: listing.firstBytes(index, count: FirstBytes.count), named: name)?.kind
    }

    /// By names or XML files. A known bundle remains one while a file may describe it: a reader reports its faults.
    static func isCandidate(_ listing: DirectoryListing, isKnown: Bool = false) -> Bool {
        if listing.isCandidate { return true }
        if isKnown, description(in: listing) != nil { return true }
        guard listing.kinds.contains(KindSet(.companion)), !listing.kinds.contains(KindSet(.pdf)) else { return false }
        return isKnown ? !xml(in: listing).isEmpty : hasDescription(listing)
    }

    static func isCandidate(at path: String, isKnown: Bool = false) throws(DocSearchError) -> Bool {
        isCandidate(try DirectoryListing(path: path), isKnown: isKnown)
    }

    /// A METS document named after a shelf mark, or ALTO or PAGE-XML texts without a document whose text they could be.
    private static func hasDescription(_ listing: DirectoryListing) -> Bool {
        let areTexts = listing.kinds.isDisjoint(with: [KindSet(.image), KindSet(.container), KindSet(.yianaZip)])
        return xml(in: listing).prefix(mostXML).contains { index in
            let root = FirstBytes.rootName(listing.firstBytes(index, count: FirstBytes.count))
            return root == "mets" || areTexts && ["alto", "PcGts"].contains(root)
        }
    }

    /// XML without XML, with an HTML page, with zeros or cut off, hOCR without hOCR, or a list of files with nothing
    /// but zeros.
    static func damagedDescription(in listing: DirectoryListing) -> (name: String, isReadable: Bool)? {
        for index in listing.indices where listing.isFile(index) {
            if isList(index, in: listing) {
                let bytes = listing.firstBytes(index, count: FirstBytes.count)
                if bytes.allSatisfy({ $0 == 0 }) {
                    return (listing.name(index), !bytes.isEmpty || listing.status(index)?.byteCount == 0)
                }
            }
            let isHOCR = isHOCR(index, in: listing)
            guard isHOCR || listing.kind(index) == .companion && isXML(index, in: listing) else { continue }
            let bytes = listing.firstBytes(index, count: isHOCR ? FirstBytes.count : mostBytes)
            guard isHOCR ? !FirstBytes.mentionsHOCR(bytes) : isDamaged(bytes) else { continue }
            return (listing.name(index), !bytes.isEmpty || listing.status(index)?.byteCount == 0)
        }
        return nil
    }

    /// The name of a file that may still describe the folder. Sound XML may have become something else, and the folder with
    /// it.
    static func description(in listing: DirectoryListing) -> String? {
        let found = listing.indices.first { index in
            listing.isFile(index) && (isList(index, in: listing) || isLost(index, in: listing))
        }
        return found.map(listing.name)
    }

    /// XML whose beginning tells nothing any more, or an item of DSpace without its `contents`.
    private static func isLost(_ index: Int, in listing: DirectoryListing) -> Bool {
        guard isXML(index, in: listing) else { return false }
        let bytes = listing.firstBytes(index, count: FirstBytes.count)
        if bytes.prefix(4).allSatisfy({ $0 == 0 }) { return true }
        let root = FirstBytes.rootName(bytes)
        return root == nil || root == "dublin_core"
    }

    private static func isList(_ index: Int, in listing: DirectoryListing) -> Bool {
        let name = listing.name(index)
        return lists.contains(name) || name.hasSuffix("-\(BundleNames.exportManifest)")
    }

    private static let lists: Set<String> = [
        BundleNames.exportManifest, BundleNames.yianaMetadata, BundleNames.yianaFormat, BundleNames.itemContents,
    ]

    private static func isHOCR(_ index: Int, in listing: DirectoryListing) -> Bool {
        let end = listing.bytes(index).suffix(5).map { $0 | 0x20 }
        return switch listing.kind(index) {
        case .companion: end.elementsEqual(".hocr".utf8)
        // For HTML only a name that says hOCR counts.
        case .marker: end.elementsEqual(".html".utf8) || end.dropFirst().elementsEqual(".htm".utf8)
        default: false
        }
    }

    private static let mostBytes = 4 << 20
    private static let gap = [UInt8](repeating: 0, count: 16)

    private static func isDamaged(_ bytes: [UInt8]) -> Bool {
        guard let root = FirstBytes.rootName(Array(bytes.prefix(FirstBytes.count))), !FirstBytes.isOfHTML(root)
        else { return true }
        if bytes.count == mostBytes { return false }
        // UTF-16 is not checked.
        if bytes.prefix(4).contains(0) || bytes.first.map({ $0 >= 0xFE }) == true { return false }
        let end = String(decoding: bytes.suffix(1024), as: UTF8.self)
        // The last tag closes the first element. A root without content is a single tag.
        let last = end.components(separatedBy: "</").dropFirst().last?.prefix { $0 != ">" && !$0.isWhitespace }
        let isClosed =
            last?.split(separator: ":").last == root[...]
            || bytes.count { $0 == UInt8(ascii: "<") } <= 2 && end.contains("/>")
        return !isClosed || bytes.firstRange(of: gap) != nil
    }

    private static func xml(in listing: DirectoryListing) -> some Collection<Int> {
        listing.indices.lazy.filter { listing.kind($0) == .companion && isXML($0, in: listing) }
    }

    private static func isXML(_ index: Int, in listing: DirectoryListing) -> Bool {
        listing.bytes(index).suffix(4).map { $0 | 0x20 }.elementsEqual(".xml".utf8) && listing.isFile(index)
    }

    private static func fingerprint(of listing: DirectoryListing, without known: [KnownFile]) -> Int64? {
        guard !listing.kinds.isDisjoint(with: [KindSet(.other), KindSet(.companion)]) else { return nil }
        let countsXML = !listing.kinds.contains(KindSet(.pdf))
        var hash = StableHash()
        var isEmpty = true
        var rest = known[...]
        for index in listing.indices {
            let kind = listing.kind(index)
            guard
                kind == .other && listing.isFile(index) || kind == .companion && countsXML && isXML(index, in: listing)
            else {
                continue
            }
            while let first = rest.first, listing.compare(index, with: first.name) > 0 { rest.removeFirst() }
            if let first = rest.first, listing.compare(index, with: first.name) == 0 { continue }
            isEmpty = false
            hash.add(listing.bytes(index))
            hash.add(0)
            guard let status = listing.status(index) else { continue }
            for number in [status.inode, status.byteCount, status.modified] {
                withUnsafeBytes(of: number.littleEndian) { hash.add($0) }
            }
        }
        return isEmpty ? nil : Int64(bitPattern: hash.value)
    }
}
