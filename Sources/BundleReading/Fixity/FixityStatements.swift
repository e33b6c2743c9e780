/// The checksums that a bundle states for its files (PREMIS: fixity), collected while its layouts are read.
final class FixityStatements {
    private(set) var files: [StatedFixity] = []
    /// By the numbers of the way and the entry: an inventory may give one file many names.
    private var positions: [[UInt64]: Int] = [:]

    /// Takes note that `source` states a checksum for another file: `digest` in hexadecimal, `algorithm` as written.
    /// Where several files of the folder have the path, it is said of each: which one is meant is not known.
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

/// A file of a bundle, and the checksums that the bundle states for it.
package struct StatedFixity: Sendable {
    /// As in ``BundledDocument/entry``.
    package let name: String
    let reference: FileReference
    fileprivate(set) var digests: [StatedDigest]
}

/// A checksum as a file of the bundle states it.
struct StatedDigest: Sendable {
    /// As it is written: `sha256`, `SHA-256`.
    let algorithm: String
    /// Hexadecimal, in small letters.
    let digest: String
    /// The file that states it, by its path in the container.
    let source: String
    /// Which manifest of a bag states it, and how deep that bag lies: less of a bag around another one. Nil when none does.
    let bag: (kind: BagStatement, depth: Int)?
}

enum BagStatement { case payload, tagFiles }
