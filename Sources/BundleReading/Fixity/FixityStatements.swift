final class FixityStatements {
    private(set) var files: [StatedFixity] = []
    /// By the numbers of the way and the entry, because an inventory may give one file many names.
    private var positions: [[UInt64]: Int] = [:]

    /// Where several files have the path, the statement counts for each, because it is unknown which one is meant.
    func add(
        _ digest: String, algorithm: String, of file: BundleFolder.File, in folder: BundleFolder, by source: String,
        ofBag: BagStatement? = nil
    ) {
        let stated = StatedDigest(
            algorithm: algorithm, digest: digest.lowercased(), source: folder.prefix + source,
            bag: ofBag.map { ($0, depth: folder.prefix.utf8.count) })
        let copies = folder.all(at: file.path)
        for copy in copies.contains(file) ? copies : [file] {
            let key = folder.way.map(\.index) + [copy.entry.index]
            if let position = positions[key] {
                files[position].digests.append(stated)
            } else {
                positions[key] = files.count
                files.append(
                    StatedFixity(
                        name: folder.entryName(of: copy), reference: folder.reference(to: copy), digests: [stated]))
            }
        }
    }
}

package struct StatedFixity: Sendable {
    package let name: String
    let reference: FileReference
    fileprivate(set) var digests: [StatedDigest]
}

struct StatedDigest: Sendable {
    /// As written: `sha256`, `SHA-256`.
    let algorithm: String
    /// Lower-case hexadecimal.
    let digest: String
    let source: String
    /// An outer bag has a smaller depth. Nil outside of bags.
    let bag: (kind: BagStatement, depth: Int)?
}

enum BagStatement { case payload, tagFiles }
