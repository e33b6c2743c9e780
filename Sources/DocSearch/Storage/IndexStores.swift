import Foundation

/// The three files of an index, opened together.
struct IndexStores: Sendable {
    let folder: IndexFolder
    let user: UserStore
    let pages: PageStore
    let index: IndexStore

    /// Opens for writing, and makes the files that are not there.
    init(writing folder: IndexFolder) throws {
        self.folder = folder
        user = try UserStore(writing: folder)
        pages = try PageStore(writing: folder)
        index = try IndexStore(writing: folder, pages: pages)
    }

    /// Closes the files, whoever still holds this. What cannot be closed now is closed when nobody holds it any more.
    func close() {
        user.close()
        pages.close()
        index.close()
    }

    /// Keeps the logs short while others read. To be called between transactions, now and then.
    func shortenLogs() throws {
        try pages.shortenLog()
        try index.shortenLog()
    }

    init(reading folder: IndexFolder) throws {
        self.folder = folder
        user = try UserStore(reading: folder)
        pages = try PageStore(reading: folder)
        index = try IndexStore(reading: folder)
    }

    /// Runs `body` on the index as it is, or on an empty one where there is none; nothing of it is changed or made.
    static func forDryRun<Value>(_ folder: IndexFolder, _ body: (IndexStores) throws -> Value) throws -> Value {
        if folder.exists { return try body(IndexStores(reading: folder)) }
        let empty = IndexFolder(path: NSTemporaryDirectory() + "docsearch-dry-run-\(UUID().uuidString)")
        try empty.create()
        defer {
            for file in [empty.user, empty.pages, empty.index] {
                // What cannot be removed lies in the temporary folder and is empty.
                try? IndexFolder.removeDatabase(file)
            }
            rmdir(empty.path)
        }
        return try body(IndexStores(writing: empty))
    }
}
