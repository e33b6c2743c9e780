import Foundation

/// Goes through the files of a root in the order of their names and compares them with the index by what `lstat`
/// says alone (design decision D12); nothing is opened.
struct RootWalker {
    let root: IndexRoot
    /// The part of the root to look at, relative to its folder; empty for all of it.
    var scope = ""
    let index: IndexStore
    let options: IndexingOptions
    let moves: MovedBundles
    /// Bundles that are read although they are the same, because they failed before.
    let retries: Set<Int64>
    let stop: StopFlag
    let emit: (Finding) throws -> Void

    enum Finding: Sendable {
        case unchanged
        /// A known bundle that lies here now.
        case moved(BundleRow, directory: String, name: String)
        case toRead(directory: String, name: String, known: BundleRow?, isRenamed: Bool)
        case gone([BundleRow])
        case symbolicLink(String)
        case warning(String)
    }

    /// The ends of names that are taken for bundles; what they are is decided by their content.
    private static let extensions = ["pdf", "zip", "yianazip"].map { Array($0.utf8) }

    /// Whether a name, UTF-8 or whatever else the file system has, is one that bundles have.
    static func isCandidate(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        guard name.first != UInt8(ascii: "."), let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
        let end = name[name.index(after: dot)...]
        // Setting this bit turns capitals of ASCII into small letters.
        return extensions.contains { $0.count == end.count && $0.elementsEqual(end.lazy.map { $0 | 0x20 }) }
    }

    /// Throws what `emit` throws, and ``DocSearchError`` when the index cannot be read.
    func walk() throws {
        let start = root.isFile ? root.path : root.absolutePath(scope)
        guard let status = FileStatus(path: start) else {
            if root.isFile, FileStatus(path: root.folder)?.kind == .directory {
                let known = try index.bundles(root: root.id, directory: "")
                return try emit(.gone(Array(known.values)))
            }
            if scope.isEmpty {
                return try emit(
                    .warning(
                        "The root \"\(start)\" cannot be reached (\(String(cString: strerror(errno)))). "
                            + "Nothing of it was removed from the index."))
            }
            return try reportGone(below: scope, visited: [])
        }
        if root.isFile || status.kind == .file {
            let path = root.isFile ? PathText.name(root.path) : scope
            let directory = PathText.parent(path)
            let known = try index.bundles(root: root.id, directory: directory)
            return try compare(directory, PathText.name(path), status, known[ExactText(PathText.name(path))])
        }
        var visited: Set<ExactText> = []
        var unreadable: [String] = []
        try walkDirectory(scope, &visited, &unreadable)
        guard !stop.isSet else { return }
        guard visited.contains(ExactText(scope)) else { return }
        try reportGone(below: scope, visited: visited, unreadable: unreadable)
    }

    private func walkDirectory(
        _ directory: String, _ visited: inout Set<ExactText>, _ unreadable: inout [String]
    ) throws {
        var waiting = [directory]
        let ahead = KnownFilesAhead(index: index, root: root.id)
        while let directory = waiting.popLast(), !stop.isSet {
            let path = root.absolutePath(directory)
            let listing: DirectoryListing
            do {
                listing = try DirectoryListing(path: path)
            } catch let error as DocSearchError where error.code == .failed {
                unreadable.append(directory)
                try emit(.warning("\(error.message) What the index has of it was kept."))
                continue
            }
            visited.insert(ExactText(directory))
            let known = try ahead.files(in: directory)
            // Unless this folder has folders of its own.
            if let next = waiting.last { ahead.prepare(next) }
            waiting += try compare(listing, with: known, in: directory, path: path).reversed()
        }
    }

    /// Goes through the names on disk and those in the index side by side, both in the same order. Returns the folders.
    private func compare(
        _ listing: DirectoryListing, with known: [KnownFile], in directory: String, path: String
    ) throws -> [String] {
        var known = known[...]
        var gone: [Int64] = []
        var subdirectories: [String] = []
        for entry in listing.indices {
            if stop.isSet { return [] }
            if !listing.isASCII(entry), listing.name(entry) == nil {
                try emit(
                    .warning(
                        "A name in \"\(path)\" is not UTF-8 and was left out: \"\(listing.repairedName(entry))\"."))
                continue
            }
            let isCandidate = listing.isCandidate(entry)
            guard isCandidate || listing.mayBeOtherThanFile(entry), let status = listing.status(entry) else { continue }
            switch status.kind {
            case .directory:
                guard let name = listing.name(entry), !isStaged(name, in: path, beside: listing) else { continue }
                subdirectories.append(PathText.joined(directory, name))
            case .symbolicLink: try emit(.symbolicLink(PathText.joined(directory, listing.repairedName(entry))))
            case .file where isCandidate:
                while let first = known.first, listing.compare(entry, with: first.name) > 0 {
                    gone.append(first.id)
                    known.removeFirst()
                }
                if let first = known.first, listing.compare(entry, with: first.name) == 0 {
                    known.removeFirst()
                    if isUnchanged(first, status) {
                        try emit(.unchanged)
                        continue
                    }
                    try compare(directory, listing.repairedName(entry), status, try index.bundle(first.id))
                } else {
                    try compare(directory, listing.repairedName(entry), status, nil)
                }
            case .file, .other: break
            }
        }
        gone += known.map(\.id)
        if !gone.isEmpty { try emit(.gone(try gone.compactMap { try index.bundle($0) })) }
        return subdirectories
    }

    /// The same answer as for a whole row, without one.
    private func isUnchanged(_ known: KnownFile, _ status: FileStatus) -> Bool {
        known.byteCount == status.byteCount && known.modified == status.modified && known.inode == status.inode
            && BundleRow.isCurrent(extractor: known.extractor, for: options.ocr) && !options.full
            && !retries.contains(known.id)
    }

    /// Whether a folder is what Yiana has made beside a document while it saves it, and left there when it was stopped: its
    /// name is a UUID, and it holds a document's parts.
    private func isStaged(_ name: String, in path: String, beside listing: DirectoryListing) -> Bool {
        guard UUID(uuidString: name) != nil,
            listing.indices.contains(where: { listing.name($0)?.hasSuffix(".yianazip") == true }),
            // Walking into it reports a folder that cannot be read.
            let parts = try? FileManager.default.contentsOfDirectory(atPath: PathText.joined(path, name))
        else { return false }
        return Set(parts).isSubset(of: ["metadata.json", "content.pdf"])
    }

    private func compare(_ directory: String, _ name: String, _ status: FileStatus, _ known: BundleRow?) throws {
        var known = known
        var isRenamed = false
        if known == nil, let moved = try moves.bundle(nowWith: status) {
            try emit(.moved(moved, directory: directory, name: name))
            known = moved
            // A name may be a title.
            isRenamed = ExactText(moved.name) != ExactText(name)
        }
        if let known, known.hasSameStatus(as: status), known.isCurrent(for: options.ocr),
            !options.full, !isRenamed, !retries.contains(known.id)
        {
            return try emit(.unchanged)
        }
        try emit(.toRead(directory: directory, name: name, known: known, isRenamed: isRenamed))
    }

    /// Bundles in directories that are no longer there, except below directories that could not be read.
    private func reportGone(below scope: String, visited: Set<ExactText>, unreadable: [String] = []) throws {
        for directory in try index.directories(root: root.id) where !visited.contains(ExactText(directory)) {
            guard PathText.relative(directory, below: scope) != nil || scope.isEmpty else { continue }
            if unreadable.contains(where: { $0.isEmpty || PathText.relative(directory, below: $0) != nil }) {
                continue
            }
            let bundles = try index.bundles(root: root.id, directory: directory)
            try emit(.gone(bundles.values.sorted { $0.name < $1.name }))
        }
        // A single file that was named and is gone.
        let known = try index.bundles(root: root.id, directory: PathText.parent(scope))
        if !scope.isEmpty, !visited.contains(ExactText(scope)), let bundle = known[ExactText(PathText.name(scope))] {
            try emit(.gone([bundle]))
        }
    }
}
