import Foundation

/// Compares a walk through a root with the index, in the order of names, by `lstat` alone. Opens only files whose names
/// do not tell their type, and those only when one of them has changed.
struct RootComparison {
    var root: IndexRoot
    /// Relative to the root's folder; empty for all of it.
    var scope = ""
    let index: IndexStore
    let options: IndexingOptions
    let moves: MovedBundles
    let retries: Set<Int64>
    let reading: CurrentReading
    let rules: ExclusionRules
    /// Below the root; empty for the root itself. This run found these folders to be no bundles in spite of their
    /// names.
    var ordinary: Set<ExactText> = []
    let stop: StopFlag
    let looks: [ExactText: Int64]
    let emit: (Finding) throws -> Void

    enum Finding: Sendable {
        case unchanged
        case moved(BundleRow, BundlePath)
        /// With `mayBeSame` it need not be read if its bytes are the known ones.
        case toRead(BundlePath, known: BundleRow?, isRenamed: Bool, mayBeSame: Bool)
        case gone([BundleRow])
        case absorbed([BundleRow], by: String?)
        case leftOut(Int, [BundleRow], by: ExclusionOrigin)
        case pictures([Picture])
        case looked(in: String, Int64?)
        case passedOver(PassedOver)
        case symbolicLinks(Int, in: String? = nil)
        case warning(String)
        case unknownExclusions(String)
    }

    typealias Folder = ArchiveWalk.Folder

    struct Picture: Sendable {
        var path: BundlePath
        var status: FileStatus
        var documents: [(name: String, pages: Int)]
        var origin: ExclusionOrigin?
    }

    func settle(_ pictures: [Picture]) throws {
        for picture in pictures {
            let known = try index.bundle(at: picture.path)
            let directory = picture.path.directory
            if try index.isPagePicture(of: picture.documents, root: root.id, directory: directory) {
                var passed = PassedOver()
                passed.add(Array(picture.path.name.utf8)[...])
                try emit(.passedOver(passed))
                if let known { try emit(.absorbed([known], by: nil)) }
            } else if let origin = picture.origin {
                try emit(.leftOut(1, known.map { [$0] } ?? [], by: origin))
            } else {
                try compare(picture.path, picture.status, with: known)
            }
        }
    }

    struct Passed {
        var folders: Set<ExactText> = []
        var bundles: Set<ExactText> = []
        var unreadable: [String] = []
        var leftOut: [ExactText: ExclusionOrigin] = [:]

        func hasMet(_ path: String) -> Bool { folders.contains(ExactText(path)) || bundles.contains(ExactText(path)) }
    }

    /// False, before anything is found, when the root was a folder of bundles and is one bundle now, or the other way
    /// round. It must be walked as such then.
    func compare() throws -> Bool {
        let start = root.isFile ? root.path : root.absolutePath(scope)
        let status: FileStatus
        switch FileStatus.found(path: start) {
        case .success(let found): status = found
        case .failure(let failure):
            try reportMissing(start, failure)
            return true
        }
        if root.isFile { return try compareRoot(status) }
        let ignored: IgnoreList?
        do {
            switch try ArchiveWalk.start(at: scope, isFolder: status.kind == .directory, in: root, rules) {
            case .inside(let files): ignored = files
            case .leftOut(let origin):
                try emit(.leftOut(1, index.bundles(root: root.id, at: scope), by: origin))
                return true
            }
        } catch let error as DocSearchError where error.damagedFile == nil {
            try warn(error, below: scope)
            return true
        }
        if status.kind == .file {
            try compareSingle(scope)
            return true
        }
        var passed = Passed()
        guard try compareFolders(ignored, &passed) else { return false }
        if !stop.isSet, passed.hasMet(scope) { try reportGone(below: scope, passed) }
        return true
    }

    private func compareRoot(_ status: FileStatus) throws -> Bool {
        let name = PathText.name(root.path)
        do {
            let known = try index.bundle(at: BundlePath(name, in: root))
            if status.kind == .directory,
                try !index.isBundle(name, in: root, known: known) || isOrdinaryRoot()
            {
                return false
            }
        } catch let error as DocSearchError where error.code == .failed {
            try warn(error)
            return true
        }
        try compareSingle(name)
        for directory in try index.directories(root: root.id) {
            let others = try index.bundles(root: root.id, directory: directory).values
                .filter { ExactText($0.relativePath) != ExactText(name) }
            if !others.isEmpty { try emit(.absorbed(others, by: name)) }
        }
        return true
    }

    private func compareSingle(_ path: String) throws {
        let bundlePath = BundlePath.withCompanions(path, in: root)
        switch bundlePath.found() {
        case .failure(let failure): try reportMissing(bundlePath.absolutePath, failure)
        case .success(let status):
            try compare(bundlePath, status, with: index.bundle(at: bundlePath))
        }
    }

    private func compareFolders(_ ignored: IgnoreList?, _ passed: inout Passed) throws -> Bool {
        let start = Folder(path: scope, known: try index.folder(scope, in: root).map(KnownFile.init), ignored: ignored)
        var walk = ArchiveWalk(root, rules, from: start)
        let ahead = KnownFilesAhead(index: index, root: root.id)
        var look: (known: [KnownFile], look: FolderLook)?
        func isSettled(_ folder: Folder, _ listing: DirectoryListing) throws -> Bool {
            let known = try ahead.files(in: folder.path)
            let found = FolderLook(listing, known: known, kept: looks[ExactText(folder.path)])
            look = (known, found)
            return found.isSettled
        }
        func hasItsFiles(_ folder: Folder) -> Bool {
            guard let known = folder.known else { return false }
            do {
                let bundle = try index.bundle(known.id)
                return try bundle.map { try index.hasFiles(of: $0, in: BundlePath(folder.path, in: root).openFolder()) }
                    ?? false
            } catch {
                // A folder or an index that cannot be read is reported where the bundle is compared.
                return true
            }
        }
        while !stop.isSet,
            let step = try walk.next(isOrdinary: isOrdinary, isSettled: isSettled, hasItsFiles: hasItsFiles)
        {
            defer { look = nil }
            switch step {
            case .unreadable(let folder, let error):
                passed.unreadable.append(folder.path)
                try warn(error, below: folder.path)
            case .bundle(let folder):
                if folder.path.isEmpty { return false }
                passed.bundles.insert(ExactText(folder.path))
                try compare(folder)
            case .folder(let folder, let names):
                passed.folders.insert(ExactText(folder.path))
                if let known = folder.known, folder.former == nil,
                    !FolderLook.isCandidate(names.listing, isKnown: !known.isOrdinaryFolder),
                    let row = try index.bundle(known.id)
                {
                    try emit(.gone([row]))
                }
                if look == nil { _ = try isSettled(folder, names.listing) }
                guard let (known, looked) = look else { continue }
                // Unless this folder has subfolders.
                if let next = walk.upcoming { ahead.prepare(next.path) }
                walk.goInto(try compare(names, with: known, looked, &passed))
            }
        }
        return true
    }

    private func warn(_ error: DocSearchError, below folder: String? = nil) throws {
        let sentence = "\(error.message) The index keeps what it has of it"
        guard IgnoreList.isProblem(error) else { return try emit(.warning(sentence + ".")) }
        try emit(.unknownExclusions(sentence + ", apart from what people leave out."))
        if let folder { try takeOutWhatPeopleLeaveOut(below: folder) }
    }

    private func isOrdinary(_ folder: Folder) -> Bool {
        if ordinary.contains(ExactText(folder.path)) { return true }
        guard let known = folder.known, known.isOrdinaryFolder else { return false }
        // A folder that cannot be opened is reported where it is read.
        guard let archive = try? FolderHandle(path: root.folder, isRoot: true),
            let handle = folder.path.isEmpty
                ? archive : try? archive.folder(folder.path, shownPath: root.absolutePath(folder.path))
        else { return false }
        return isUnchanged(known, FolderFiles(handle, maximum: 0).status)
    }

    private func isOrdinaryRoot() throws -> Bool {
        var asFolder = self
        asFolder.root.isFile = false
        return asFolder.isOrdinary(Folder(path: "", known: try index.folder("", in: root).map(KnownFile.init)))
    }

    private func compare(_ folder: Folder) throws {
        let path = BundlePath(folder.path, in: root)
        var isRenamed = false
        if let former = folder.former {
            try emit(.moved(former, path))
            isRenamed = ExactText(former.name) != ExactText(path.name)
        }
        let opened: FolderHandle
        do {
            opened = try path.openFolder()
        } catch {
            return try warn(error)
        }
        let found = FolderFiles(opened, maximum: 0)
        if found.symbolicLinks > 0 { try emit(.symbolicLinks(found.symbolicLinks, in: folder.path)) }
        if let known = folder.known, !isRenamed, !known.isOrdinaryFolder, isUnchanged(known, found.status) {
            return try emit(.unchanged)
        }
        try compare(
            path, found.status, with: try folder.known.flatMap { try index.bundle($0.id) }, isRenamed: isRenamed)
    }

    func isUnchanged(_ known: KnownFile, _ status: FileStatus) -> Bool {
        known.byteCount == status.byteCount && known.modified == status.modified && known.inode == status.inode
            && needsNoReading(known.id, known.extractor, isPDF: known.isPDF)
    }

    private func needsNoReading(_ id: Int64, _ extractor: String, isPDF: Bool) -> Bool {
        reading.covers(extractor, isPDF: isPDF) && !options.full && !retries.contains(id)
    }

    func compare(
        _ path: BundlePath, _ status: FileStatus, with known: BundleRow?, isRenamed: Bool = false
    ) throws {
        var (known, isRenamed) = (known, isRenamed)
        if known == nil, let moved = try moves.bundle(nowWith: status) {
            try emit(.moved(moved, path))
            known = moved
            // A name may be a title.
            isRenamed = ExactText(moved.name) != ExactText(path.name)
        }
        let mayBeSame = known.map { !isRenamed && needsNoReading($0.id, $0.extractor, isPDF: $0.isPDF) } ?? false
        if mayBeSame, let known, path.obstacle == nil, !known.isOrdinaryFolder, known.hasSameStatus(as: status) {
            return try emit(.unchanged)
        }
        try emit(.toRead(path, known: known, isRenamed: isRenamed, mayBeSame: mayBeSame))
    }
}
