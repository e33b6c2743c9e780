import BundleConventions
import Foundation

/// What is to be forgotten, in a file beside the databases until it is done: whatever interrupts it, the next goes on.
struct ForgettingOrder: Codable, Hashable {
    /// A document as it was when it was to be forgotten.
    struct Item: Codable, Hashable {
        /// Of the bundle's root.
        var rootID: Int64
        var rootPath: String
        /// Whether the root is this bundle, and is forgotten with it.
        var isRoot: Bool
        /// The path form.
        var path: String
        var entry: String
        /// The absolute path of the bundle.
        var file: String
        /// Of its bytes, and behind that those of earlier states.
        var hashes: [String]
        /// `source.settings` of the text that the bundle brought.
        var sidecar: String?
        /// `subject.id` of what was said of it.
        var subjects: [Int64]
        /// Whether no other document of the bundle stays, so that nothing of its place does.
        var isAlone: Bool
        /// What else the document could be called by.
        var reference: Reference?
        /// Where it was when something was said of it that was given to it later.
        var former: Former?

        /// What the journal may call the document.
        var names: [String] { ([path, file] + (former?.paths ?? [])).filter { !$0.isEmpty } }

        var bundlePath: String { entry.isEmpty ? path : String(path.dropLast(entry.count + 2)) }

        /// What a person could have called the document by.
        var references: Set<String> {
            var names = [path, PathForm.path(file, entry: entry), file]
            if !entry.isEmpty { names.append(bundlePath) }
            if let number = reference?.number { names.append(String(number)) }
            if let identifier = reference?.identifier { names.append(identifier) }
            return Set(names)
        }
    }

    struct Reference: Codable, Hashable {
        var number: Int64?
        var identifier: String?
    }

    struct Former: Codable, Hashable {
        var paths: [String]
        /// Absolute paths of bundles of which the index has nothing any more.
        var files: [String]

        /// `files` are absolute paths of bundles of which the index has nothing any more. Nil without places.
        init?(_ places: [SubjectPlace], files: [String]) {
            guard !places.isEmpty else { return nil }
            paths = Set(places.map(\.path)).sorted()
            self.files = Set(files).sorted()
        }
    }

    var items: [Item]
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

    /// Whether an error says that the file cannot be read.
    static func isDamage(_ error: DocSearchError, in folder: IndexFolder) -> Bool {
        error.item == folder.forgetting && error.remedy == .repair
    }

    /// What is wrong with the file; nil when nothing is.
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
    /// What is being forgotten: see ``ForgettingOrder``.
    var forgetting: String { path + "/forgetting" }
}
