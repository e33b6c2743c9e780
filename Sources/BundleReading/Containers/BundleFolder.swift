internal import BundleConventions
internal import ExtractionProtocol

/// As layouts see it, without directories and litter.
struct BundleFolder {
    struct File: Hashable {
        let path: String
        let entry: BundleEntry
        /// The type by its content, where the name does not tell or may be wrong.
        var seen: FileType?

        var name: Substring { path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...] }
        var folder: Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }
        var type: FileType? {
            let named = FileType(path: path) ?? UniqueNames.original(path).flatMap { FileType(path: $0) }
            guard let named, seen == nil || !named.isPDFOrImage else { return seen }
            return named
        }
        var stem: Substring { path.fileStem }
        var isImage: Bool { type?.isImage == true }

        /// True for the name of a message in a Maildir (maildir(5)): time, unique name, host; in `cur` or `new`.
        var isMailInFolder: Bool {
            let folder = folder
            guard folder.hasSuffix("cur") || folder.hasSuffix("new"), type == nil,
                ["cur", "new"].contains(folder.split(separator: "/").last)
            else { return false }
            let digits = name.prefix { $0.isASCII && $0.isNumber }
            // OfflineIMAP numbers messages of one second: `1700000004_2.123.host`.
            return digits.count >= 5 && [".", "_"].contains(name.dropFirst(digits.count).first)
        }
        var isContainer: Bool { type?.isContainer == true || isMailInFolder || isWinmail }
        /// Outlook always gives its container of attachments this name (``TNEFContainer``).
        private var isWinmail: Bool { name.lowercased() == "winmail.dat" }

        func sibling(_ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }
    }

    let container: any Container
    /// The entries that lead from the bundle to the container; empty for the bundle itself.
    let way: [BundleEntry]
    private let isBeside: Bool
    let session: ReadingSession
    /// The folder's path in its container, with a slash at the end; empty at the top.
    private(set) var prefix = ""
    private(set) var files: [File]
    private var litter: [File]
    private var numbers: [String: [Int]]

    init(_ container: any Container, way: [BundleEntry] = [], isBeside: Bool = false, in session: ReadingSession) {
        self.container = container
        self.way = way
        self.isBeside = isBeside
        self.session = session
        // Heads are not kept, so they count towards no limit.
        let counts = session.budget.countsBytes
        session.budget.countsBytes = false
        defer { session.budget.countsBytes = counts }
        // On disk each of many images would have to be opened for it.
        let looksAtNamed = !(container is FolderContainer)
        let seen =
            isBeside
            ? [:]
            : session.account.types(of: container.entries, named: looksAtNamed, in: way) { entry in
                FileHead(FirstBytes.count) { consume in
                    try container.read(entry, named: entry.name, limit: .document(session.limits), consume)
                }.bytes
            }
        var (files, litter): ([File], [File]) = ([], [])
        for entry in container.entries where !entry.isDirectory {
            let file = File(path: entry.path, entry: entry, seen: seen[entry.index])
            if entry.isLitter { litter.append(file) } else { files.append(file) }
        }
        (self.files, self.litter) = (files, litter)
        numbers = Self.numbers(of: files + litter)
    }

    func with(files: [File], litter: [File] = [], below folder: String = "") -> BundleFolder {
        var result = self
        result.prefix += folder
        (result.files, result.litter) = (files, litter)
        result.numbers = Self.numbers(of: files + litter)
        return result
    }

    private static func numbers(of files: [File]) -> [String: [Int]] {
        Dictionary(grouping: files.indices) { files[$0].path }
    }

    private func file(_ number: Int) -> File { number < files.count ? files[number] : litter[number - files.count] }

    func with(_ isWanted: (File) -> Bool) -> BundleFolder { with(files: files.filter(isWanted)) }

    var limits: ExtractionLimits { session.limits }

    var pdfs: [File] { files.filter { $0.type == .pdf } }

    var hasPDF: Bool { files.contains { $0.type == .pdf } }

    var images: [File] { NaturalOrder.sorted(files.filter(\.isImage)) }

    subscript(path: String) -> File? { numbers[path]?.first.map(file) }

    /// A zip or tar may have several files of a path.
    func all(at path: String) -> [File] { (numbers[path] ?? []).map(file) }

    func file(named name: String) -> File? {
        self[name] ?? files.first { !$0.path.contains("/") && $0.path.lowercased() == name.lowercased() }
    }

    func below(_ folder: some StringProtocol) -> BundleFolder {
        let prefix = "\(folder)/"
        func inside(_ files: [File]) -> [File] { Self.moved(files.filter { $0.path.hasPrefix(prefix) }, prefix.count) }
        return with(files: inside(files), litter: inside(litter), below: prefix)
    }

    private static func moved(_ files: [File], _ count: Int) -> [File] {
        files.map { File(path: String($0.path.dropFirst(count)), entry: $0.entry, seen: $0.seen) }
    }

    func sizes(below prefix: String, withLitter: Bool) -> [Int64?] {
        (withLitter ? files + litter : files).filter { $0.path.hasPrefix(prefix) }.map(\.entry.byteCount)
    }

    /// Only the outermost of nested folders; in file order.
    func parts(at folders: Set<Substring>) -> (parts: [BundleFolder], rest: BundleFolder) {
        func part(of file: File) -> Substring? {
            let slashes = file.path.indices.lazy.filter { file.path[$0] == "/" }
            return slashes.map { file.path[..<$0] }.first(where: folders.contains)
        }
        let inside = Dictionary(grouping: files, by: part)
        let litterInside = Dictionary(grouping: litter, by: part)
        var known: Set<Substring> = []
        let found = (files + litter).compactMap(part).filter { known.insert($0).inserted }
        let parts = found.map { folder in
            let (own, left) = (inside[folder] ?? [], litterInside[folder] ?? [])
            let count = folder.count + 1
            return with(files: Self.moved(own, count), litter: Self.moved(left, count), below: "\(folder)/")
        }
        return (parts, with(files: inside[nil] ?? []))
    }

    var isWhole: Bool { files.count == container.entries.count { !$0.isDirectory && !$0.isLitter } }

    var unwrapped: BundleFolder? {
        guard let first = files.first?.path, let slash = first.firstIndex(of: "/") else { return nil }
        let prefix = first[...slash]
        return files.allSatisfy { $0.path.hasPrefix(prefix) } ? below(prefix.dropLast()) : nil
    }

    func reference(to file: File) -> FileReference { FileReference(way: way, entry: file.entry, isBeside: isBeside) }

    func document(_ file: File, _ files: DocumentFiles? = nil, text: SidecarText) -> BundledDocument {
        BundledDocument(entry: entryName(of: file), files: files ?? .file(reference(to: file)), text: text)
    }

    func textFormat(of file: File) -> SidecarTextForm? {
        SidecarTextForm(ofMarkup: session.textHead(of: reference(to: file)))
    }

    func bytes(of file: File, limit: ByteLimit) throws -> [UInt8] {
        if !isBeside { session.account.describe(file.entry.index, in: way) }
        return try container.bytes(of: file.entry, limit: limit)
    }

    func entryName(_ name: String) -> String { way.map { $0.name + PathForm.mark }.joined() + name }

    var containerName: String { way.map(\.name).joined(separator: PathForm.mark) }

    func entryName(of file: File) -> String { entryName(file.entry.name) }

    /// The whole path, as for existing files.
    func entryName(ofMissing path: String) -> String { entryName(prefix + path) }
}
