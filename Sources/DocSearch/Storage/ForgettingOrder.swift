import Foundation

/// What is to be forgotten, in a file of its own beside the databases for as long as it takes: whatever interrupts it, the
/// next one goes on from there.
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

        /// What the journal may call the document.
        var names: [String] { [path, file].filter { !$0.isEmpty } }
    }

    var items: [Item]

    /// Nil when nothing is to be forgotten. Throws ``DocSearchError`` when the file cannot be read.
    init?(in folder: IndexFolder) throws {
        guard FileStatus(path: folder.forgetting) != nil else { return nil }
        try SafeFile.requirePlain(folder.forgetting)
        guard let bytes = FileManager.default.contents(atPath: folder.forgetting) else {
            throw DocSearchError.system("Reading", folder.forgetting)
        }
        self = try JSONText.decode(String(decoding: bytes, as: UTF8.self))
    }

    init(items: [Item]) { self.items = items }

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
