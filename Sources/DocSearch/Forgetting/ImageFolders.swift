import Foundation
import GRDB

/// Folders in which programs keep images of pages of an index. Each is written down beside the index when the first
/// image is kept in it, so that forgetting reaches it.
struct ImageFolders {
    let folder: IndexFolder

    /// The one named longest ago goes first.
    private static let most = 50
    private static let mostBytes = 1 << 18

    private var file: String { folder.imageFolders }

    /// Absolute paths; none when nothing was written down. Throws ``DocSearchError`` when the file cannot be read.
    func known() throws -> [String] {
        guard let status = FileStatus(path: file) else { return [] }
        guard status.kind == .file, status.byteCount <= Self.mostBytes,
            let bytes = FileManager.default.contents(atPath: file)
        else {
            throw DocSearchError(.failed, "The list of folders with images, \"\(file)\", cannot be read.", item: file)
        }
        do {
            return try JSONDecoder().decode([String].self, from: bytes).filter { $0.hasPrefix("/") }
        } catch {
            throw DocSearchError(
                .failed, "The list of folders with images, \"\(file)\", is not valid. Remove it, and the images.",
                item: file)
        }
    }

    /// Adds an absolute path. Throws ``DocSearchError`` where nothing can be written beside the index.
    func note(_ path: String) throws {
        guard try !known().contains(path) else { return }
        // Another program may note another one.
        let lock = try AnnotationLock(folder, waiting: .seconds(5))
        defer { withExtendedLifetime(lock) {} }
        let all = Array((try known() + [path]).suffix(Self.most))
        try SafeFile.write(Data(try JSONText.encode(all).utf8), to: file, mode: 0o600)
    }

    /// Removes all images but those of documents with these keys (``ViewedDocument/key``). Returns a sentence for each
    /// folder in which some are left.
    func removeImages(besides keys: () throws -> Set<String>) throws -> [String] {
        let folders: [String]
        do { folders = try known() } catch let error as DocSearchError { return [error.message] }
        guard !folders.isEmpty else { return [] }
        let kept = try keys()
        return folders.filter { !PageCache.remove(from: $0, besides: kept) }.map {
            "Images of what was forgotten may be left in \"\($0)\". Remove that folder yourself."
        }
    }
}

extension IndexFolder {
    static let imageFoldersName = "image-folders"

    var imageFolders: String { path + "/" + Self.imageFoldersName }
}

extension IndexStore {
    func imageKeys() throws -> Set<String> {
        try read { db in
            let rows = try db.rows(
                """
                SELECT bundle.content_hash, entry FROM main.document AS document
                JOIN main.bundle AS bundle ON bundle.id = bundle_id WHERE bundle.content_hash IS NOT NULL
                """)
            return try Set(
                rows.map { ViewedDocument.key(bundle: try $0.value(at: 0), entry: try $0.value(at: 1)) })
        }
    }
}
