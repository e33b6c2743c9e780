import Foundation

/// The three files of an index, opened together.
struct IndexStores: Sendable {
    let folder: IndexFolder
    let user: UserStore
    let pages: PageStore
    let index: IndexStore
    /// Noticed when the files were opened, and said with each run.
    private(set) var notes: [String] = []

    /// Opens for writing, and makes missing files. All are looked at before the first is opened, which changes it.
    /// `isFilled`: whether a run follows, which fills an index that is made anew.
    init(writing folder: IndexFolder, isFilled: Bool = true) throws {
        self.folder = folder
        try folder.requireWritable()
        try DatabaseOpening.requireKnown(folder.user, UserSchema.migrator())
        try DatabaseOpening.requireKnown(folder.pages, PagesSchema.migrator())
        try DatabaseOpening.requireKnown(folder.index, IndexSchema.migrator())
        user = try UserStore(writing: folder)
        pages = try PageStore(writing: folder)
        index = try IndexStore(writing: folder, pages: pages, isFilled: isFilled)
        try VectorStore.dropTexts(after: pages.lastText(), in: folder)
        try pages.numbers.pass(lastText())
        if user.isBegunAnew {
            notes.append(
                "There was a pages.sqlite in \"\(folder.path)\", but no user.sqlite and no back-up of it. Only folders "
                    + "that are named from now on are remembered.")
        }
        let isGroupReadable = try user.isGroupReadable()
        if isGroupReadable { try folder.openToGroup(true) }
        let others = try folder.protect(isGroupReadable: isGroupReadable)
        if let first = others.first {
            notes.append(
                "\"\(first)\"\(others.count > 1 ? " and \(others.count - 1) more" : "") can be read by others, and "
                    + "belongs to another user. The owner or root should run: chmod 600.")
        }
    }

    /// Lets the group of the folder read the index from now on, or its owner alone.
    func share(withGroup isReadable: Bool) throws {
        try user.setGroupReadable(isReadable)
        try folder.openToGroup(isReadable)
        _ = try folder.protect(isGroupReadable: isReadable)
    }

    /// Closes the files, even if this is still held. A file that cannot be closed now is closed when it is not held any more.
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
        let empty = try IndexFolder.temporary()
        defer {
            // A folder of this run's own: whatever is in it goes. A rest that cannot be removed is empty and temporary.
            try? FileManager.default.removeItem(atPath: empty.path)
        }
        return try body(IndexStores(writing: empty))
    }
}
