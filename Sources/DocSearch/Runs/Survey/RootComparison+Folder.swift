import BundleConventions

extension RootComparison {
    func compare(
        _ folder: WalkedFolder, with known: [KnownFile], _ look: FolderLook, _ passed: inout Passed
    ) throws -> [Folder] {
        var rest = RemainingKnownPages(files: known[...])
        var folders: [Folder] = []
        var pictures: [Picture] = []
        var hasFound = false
        var read: Set<ExactText> = []
        let listing = folder.listing
        var passedOver = PassedOver()
        for entry in listing.indices {
            if stop.isSet { return [] }
            var met = folder.entry(entry)
            var seen: KnownFile?
            if met == nil, listing.kind(entry) == .other {
                seen = rest.take(listing, entry)
                // A known one is read again when it has changed, and its problems are reported.
                let kind: NameKind? = seen == nil ? look.kind(of: entry) : .container
                if seen == nil, kind != nil { hasFound = true }
                met = kind.flatMap { folder.entry(entry, seenAs: $0) }
                if met == nil, let seen { rest.passed.append(seen.id) }
            }
            switch met {
            case nil: if folder.isPassedOver(entry) { passedOver.add(listing.bytes(entry)) }
            case .symbolicLink: try emit(.symbolicLinks(1))
            case .folder(let name):
                let file = rest.take(listing, entry)
                let former =
                    try file == nil ? moves.formerBundle(at: BundlePath(folder.inside(name), in: root)) : nil
                folders.append(folder.folder(name, known: file, former: former))
            case .leftOut(let isFolder, let origin):
                let file = seen ?? rest.take(listing, entry)
                if isFolder { passed.leftOut[ExactText(folder.inside(listing.name(entry)))] = origin }
                try emit(.leftOut(1, file.flatMap { try index.bundle($0.id) }.map { [$0] } ?? [], by: origin))
            case .pagePicture(let picture):
                _ = rest.take(listing, entry)
                pictures.append(
                    Picture(
                        path: folder.path(entry, .image), status: picture.status,
                        documents: folder.documents(of: picture), origin: picture.origin))
            case .bundle(let kind, let status):
                let file = seen ?? rest.take(listing, entry)
                if folder.standsAlone(kind) || listing.kind(entry) == .other, let file, isUnchanged(file, status) {
                    try emit(.unchanged)
                    continue
                }
                let path = folder.path(entry, kind)
                let whole = path.status(with: status)
                if let file, path.obstacle == nil, isUnchanged(file, whole) {
                    try emit(.unchanged)
                    continue
                }
                if kind == .pdf { read.insert(ExactText(path.name)) }
                try compare(path, whole, with: try file.flatMap { try index.bundle($0.id) })
            }
        }
        // Found files are examined again until they are in the index.
        if look.isNews || hasFound { try emit(.looked(in: folder.path, hasFound ? nil : look.fingerprint)) }
        let gone = rest.passed + rest.files.map(\.id)
        if !gone.isEmpty { try emit(.gone(try gone.compactMap { try index.bundle($0) })) }
        if passedOver.count > 0 { try emit(.passedOver(passedOver)) }
        // Images of PDFs that are read in this run wait until the number of their pages is known.
        let waiting = pictures.filter { picture in picture.documents.contains { read.contains(ExactText($0.name)) } }
        if !waiting.isEmpty { try emit(.pictures(waiting)) }
        try settle(pictures.filter { picture in !picture.documents.contains { read.contains(ExactText($0.name)) } })
        return folders
    }

    func reportMissing(_ start: String, _ failure: SystemFailure) throws {
        if root.isFile, FileStatus(path: root.folder)?.kind == .directory {
            return try emit(.gone(Array(index.bundles(root: root.id, directory: "").values)))
        }
        if scope.isEmpty {
            let reason = "The remembered folder \"\(start)\" cannot be reached (\(failure.reason))."
            // The bundles of a moved folder have gone with it.
            guard try index.bundleCount(root: root.id) > 0 else {
                let remedy =
                    "If it has been moved or is not needed any more, take it out of the list with docsearch remove."
                return try emit(.warning("\(reason) The index has nothing from it. \(remedy)"))
            }
            return try emit(.warning("\(reason) Nothing of it was removed from the index."))
        }
        try reportGone(below: scope, Passed())
    }

    func reportGone(below scope: String, _ passed: Passed) throws {
        for directory in try index.directories(root: root.id) where !passed.folders.contains(ExactText(directory)) {
            guard PathText.relative(directory, below: scope) != nil || scope.isEmpty else { continue }
            if passed.unreadable.contains(where: { $0.isEmpty || PathText.relative(directory, below: $0) != nil }) {
                continue
            }
            let bundles = try index.bundles(root: root.id, directory: directory).values.sorted { $0.name < $1.name }
            if let bundle = passed.bundle(around: directory) {
                try emit(.absorbed(bundles, by: bundle))
            } else if let origin = passed.exclusion(around: directory) {
                try emit(.leftOut(0, bundles, by: origin))
            } else {
                try emit(.gone(bundles))
            }
        }
        // A single bundle that was named and is gone.
        guard !scope.isEmpty, !passed.hasMet(scope) else { return }
        if let bundle = try index.bundle(at: BundlePath(scope, in: root)) { try emit(.gone([bundle])) }
    }

    /// No file in the archive can bring it back.
    func takeOutWhatPeopleLeaveOut(below folder: String) throws {
        var rows: [BundleRow] = []
        for directory in try index.directories(root: root.id)
        where folder.isEmpty || PathText.relative(directory, below: folder) != nil {
            rows += try index.bundles(root: root.id, directory: directory).values.filter {
                rules.leftOut([$0.name], in: directory, of: root) > 0
            }
        }
        if !rows.isEmpty { try emit(.leftOut(rows.count, rows, by: .said)) }
    }
}

extension RootComparison.Passed {
    fileprivate func bundle(around directory: String) -> String? {
        Self.folders(around: directory).first { bundles.contains(ExactText($0)) }
    }

    fileprivate func exclusion(around directory: String) -> ExclusionOrigin? {
        guard !leftOut.isEmpty else { return nil }
        return Self.folders(around: directory).lazy.compactMap { leftOut[ExactText($0)] }.first
    }

    private static func folders(around directory: String) -> some Sequence<String> {
        sequence(first: directory) { PathText.parent($0) }.prefix { !$0.isEmpty && $0 != "/" }
    }
}

private struct RemainingKnownPages {
    var files: ArraySlice<KnownFile>
    var passed: [Int64] = []

    init(files: ArraySlice<KnownFile>) { self.files = files }

    /// Names must be requested in order.
    mutating func take(_ listing: DirectoryListing, _ entry: Int) -> KnownFile? {
        while let first = files.first {
            let order = listing.compare(entry, with: first.name)
            if order < 0 { return nil }
            files.removeFirst()
            if order == 0 { return first }
            passed.append(first.id)
        }
        return nil
    }
}
