import BundleConventions
import Foundation

/// Names the documents to forget, in a file beside the databases until it is done: whatever interrupts it, the next
/// goes on.
struct ForgettingOrder: Codable, Hashable {
    struct Item: Codable, Hashable {
        /// The bundle's root.
        var rootID: Int64
        var rootPath: String
        /// The root is this bundle, and is forgotten with it.
        var isRoot: Bool
        var path: String
        var entry: String
        var file: String
        /// Its bytes, and after them those of earlier states.
        var hashes: [String]
        /// `source.settings` of the text that the bundle brought.
        var sidecar: String?
        /// No other document of the bundle stays, so that nothing of its place does.
        var isAlone: Bool
        /// Nil for remains.
        var number: Int64?
        var identifier: String?

        var bundlePath: String { entry.isEmpty ? path : String(path.dropLast(entry.count + 2)) }

        /// By which a person could have named the document.
        var references: Set<String> {
            Set(
                [path, PathForm.path(file, entry: entry), file, bundlePath, number.map { String($0) }, identifier]
                    .compactMap(\.self))
        }
    }

    /// Where annotations were made that documents got later.
    struct Former: Codable, Hashable {
        var paths: [String] = []
        /// Absolute paths of bundles of which the index has nothing any more.
        var files: [String] = []
        var hashes: [String] = []
    }

    var items: [Item]
    /// `subject.id` of all annotations of the items.
    var subjects: [Int64] = []
    var former = Former()

    /// In the journal.
    var names: [String] { items.flatMap { [$0.path, $0.file] } + former.paths }

    var hashes: [String] { Array(Set(items.flatMap(\.hashes) + former.hashes)) }
}

extension ForgettingOrder {
    /// Nil when nothing is to be forgotten. Throws ``DocSearchError`` when the file cannot be read.
    init?(in folder: IndexFolder) throws {
        guard FileStatus(path: folder.forgetting) != nil else { return nil }
        do {
            try SafeFile.requirePlain(folder.forgetting)
            guard let bytes = FileManager.default.contents(atPath: folder.forgetting) else {
                throw DocSearchError.system("Reading", folder.forgetting)
            }
            self = try JSONText.decode(String(decoding: bytes, as: UTF8.self))
        } catch {
            throw DocSearchError(
                .failed,
                "\"\(folder.forgetting)\", which names documents that are being forgotten, cannot be read. They may "
                    + "still be in the files of the index.",
                item: folder.forgetting, cause: "\(error)", remedy: .repair)
        }
    }

    static func isDamage(_ error: DocSearchError, in folder: IndexFolder) -> Bool {
        error.item == folder.forgetting && error.remedy == .repair
    }

    static func damage(in folder: IndexFolder) -> DocSearchError? {
        do {
            _ = try ForgettingOrder(in: folder)
            return nil
        } catch {
            return DocSearchError(wrapping: error)
        }
    }

    /// Moves the file aside when it cannot be read. Returns what was done, as a sentence; nil when nothing was to do.
    static func setAsideDamaged(in folder: IndexFolder) throws -> String? {
        guard damage(in: folder) != nil else { return nil }
        let aside = try DamagedFile(folder.forgetting).setAside()
        return "\"\(folder.forgetting)\" was damaged and was moved to \"\(aside)\". Forget the documents again "
            + "that were being forgotten."
    }

    /// From here on it is decided.
    func write(in folder: IndexFolder) throws {
        try SafeFile.write(Data(try JSONText.encode(self).utf8), to: folder.forgetting, mode: 0o600)
    }

    static func remove(from folder: IndexFolder) throws {
        guard unlink(folder.forgetting) == 0 || errno == ENOENT else {
            throw DocSearchError.system("Removing", folder.forgetting)
        }
    }
}

extension IndexFolder {
    var forgetting: String { path + "/forgetting" }
}
