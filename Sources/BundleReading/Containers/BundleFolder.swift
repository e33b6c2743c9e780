internal import BundleConventions
internal import ExtractionProtocol

/// A folder of a container as a layout looks at it: its files by their paths, without directories and litter.
struct BundleFolder {
    struct File: Hashable {
        /// Below the folder, parts separated by `/`.
        let path: String
        let entry: BundleEntry
        /// What it is by its content, where its name does not say it.
        var seen: FileType?

        var name: Substring { path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...] }
        /// The path without its last part; empty in the folder itself.
        var folder: Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }
        var type: FileType? {
            FileType(path: path) ?? UniqueNames.original(path).flatMap { FileType(path: $0) } ?? seen
        }
        var stem: Substring { path.fileStem }
        var isImage: Bool { type?.isImage == true }

        /// Whether its name is that of a message in a Maildir (maildir(5)): time, unique name, host; in `cur` or `new`.
        var isMailInFolder: Bool {
            let folder = folder
            guard folder.hasSuffix("cur") || folder.hasSuffix("new"), type == nil,
                ["cur", "new"].contains(folder.split(separator: "/").last)
            else { return false }
            let digits = name.prefix { $0.isASCII && $0.isNumber }
            // OfflineIMAP numbers those of one second: `1700000004_2.123.host`.
            return digits.count >= 5 && [".", "_"].contains(name.dropFirst(digits.count).first)
        }
        /// Whether its name promises that it holds documents, each a file of its own.
        var isContainer: Bool { type?.isContainer == true || isMailInFolder || isWinmail }
        /// Outlook gives its container of attachments no other name (``TNEFContainer``).
        private var isWinmail: Bool { name.lowercased() == "winmail.dat" }

        func sibling(_ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }
    }

    let container: any Container
    /// The entries that lead to the container from the bundle itself, which is the empty way.
    let way: [BundleEntry]
    private let isBeside: Bool
    let session: ReadingSession
    /// Where the folder is in its container, with a slash at the end; empty at the top.
    private(set) var prefix = ""
    /// In the container's order. Paths may come twice.
    private(set) var files: [File]
    /// What file managers left there, for those who ask for it by its path.
    private var litter: [File]
    private var numbers: FileNumbers

    init(_ container: any Container, way: [BundleEntry] = [], isBeside: Bool = false, in session: ReadingSession) {
        self.container = container
        self.way = way
        self.isBeside = isBeside
        self.session = session
        let seen =
            isBeside
            ? [:]
            : session.account.types(of: container.entries, in: way) { entry in
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
        numbers = FileNumbers(of: files + litter)
    }

    /// The folder with other files: some of them, those below a folder in it, or the same by other paths.
    func with(files: [File], litter: [File] = [], below folder: String = "") -> BundleFolder {
        var result = self
        result.prefix += folder
        (result.files, result.litter) = (files, litter)
        result.numbers = FileNumbers(of: files + litter)
        return result
    }

    /// Where files are by their paths: their numbers among all, litter behind the others.
    private struct FileNumbers {
        private(set) var first: [String: Int] = [:]
        /// Of paths that come again, the second and those behind it.
        private(set) var others: [String: [Int]] = [:]

        init(of files: [File]) {
            first.reserveCapacity(files.count)
            for (number, file) in files.enumerated() {
                if first[file.path] == nil {
                    first[file.path] = number
                } else {
                    others[file.path, default: []].append(number)
                }
            }
        }
    }

    private func file(_ number: Int) -> File { number < files.count ? files[number] : litter[number - files.count] }

    func with(_ isWanted: (File) -> Bool) -> BundleFolder { with(files: files.filter(isWanted)) }

    var limits: ExtractionLimits { session.limits }

    var pdfs: [File] { files.filter { $0.type == .pdf } }

    var hasPDF: Bool { files.contains { $0.type == .pdf } }

    /// In the natural order of their paths.
    var images: [File] { NaturalOrder.sorted(files.filter(\.isImage)) }

    /// The file with exactly this path; the first, when it comes twice.
    subscript(path: String) -> File? { numbers.first[path].map(file) }

    /// All files of a path, as a zip or a tar may have several.
    func all(at path: String) -> [File] {
        ([numbers.first[path]].compactMap { $0 } + (numbers.others[path] ?? [])).map(file)
    }

    /// The first file in the folder itself whose name is `name` in any case.
    func file(named name: String) -> File? {
        self[name] ?? files.first { !$0.path.contains("/") && $0.path.lowercased() == name.lowercased() }
    }

    /// What lies below a folder of this one, with paths from there. Empty when there is nothing.
    func below(_ folder: some StringProtocol) -> BundleFolder {
        let prefix = "\(folder)/"
        func inside(_ files: [File]) -> [File] { Self.moved(files.filter { $0.path.hasPrefix(prefix) }, prefix.count) }
        return with(files: inside(files), litter: inside(litter), below: prefix)
    }

    /// With paths that lack so many characters at their beginning.
    private static func moved(_ files: [File], _ count: Int) -> [File] {
        files.map { File(path: String($0.path.dropFirst(count)), entry: $0.entry, seen: $0.seen) }
    }

    /// The sizes of the files whose paths begin so, litter included; nil of those that are not known.
    func sizes(below prefix: String) -> [Int64?] {
        (files + litter).filter { $0.path.hasPrefix(prefix) }.map(\.entry.byteCount)
    }

    /// What lies below each of some folders, the outermost of nested ones, in the order of their files; and the rest.
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

    /// Whether all files of the container are here, litter apart.
    var isWhole: Bool { files.count == container.entries.count { !$0.isDirectory && !$0.isLitter } }

    /// What the one folder holds that everything lies in; nil when there is no such folder.
    var unwrapped: BundleFolder? {
        guard let first = files.first?.path, let slash = first.firstIndex(of: "/") else { return nil }
        let prefix = first[...slash]
        return files.allSatisfy { $0.path.hasPrefix(prefix) } ? below(prefix.dropLast()) : nil
    }

    func reference(to file: File) -> FileReference { FileReference(way: way, entry: file.entry, isBeside: isBeside) }

    /// The document that a PDF is, or that a file gives its name.
    func document(_ file: File, _ files: DocumentFiles? = nil, text: SidecarText) -> BundledDocument {
        BundledDocument(entry: entryName(of: file), files: files ?? .file(reference(to: file)), text: text)
    }

    /// What page text an XML or HTML file holds, by its beginning; nil for other files.
    func textFormat(of file: File) -> PageTextFormat? {
        PageTextFormat(ofMarkup: session.textHead(of: reference(to: file)))
    }

    /// Throws ``BundleError`` with the file's name when it is damaged, locked or longer than the limit.
    func bytes(of file: File, limit: ByteLimit) throws -> [UInt8] {
        if !isBeside { session.account.describe(file.entry.index, in: way) }
        return try container.bytes(of: file.entry, limit: limit)
    }

    /// The name of an entry as it is shown and kept: with the ways into nested bundles before it.
    func entryName(_ name: String) -> String { way.map { $0.name + PathForm.mark }.joined() + name }

    /// The name of the container itself, as it stands before those of its entries; empty for the bundle.
    var containerName: String { way.map(\.name).joined(separator: PathForm.mark) }

    func entryName(of file: File) -> String { entryName(file.entry.name) }

    /// What a file would be called that is not there: by its whole path, as those that are.
    func entryName(ofMissing path: String) -> String { entryName(prefix + path) }
}
