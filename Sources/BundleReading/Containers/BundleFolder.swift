internal import BundleConventions
internal import ExtractionProtocol

/// A folder of a container as a layout looks at it: its files by their paths, without directories and litter.
struct BundleFolder {
    struct File: Hashable {
        /// Below the folder, parts separated by `/`.
        let path: String
        let entry: BundleEntry

        /// The last part of the path.
        var name: Substring { path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...] }
        /// The path without its last part; empty in the folder itself.
        var folder: Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }
        /// What the end of the name promises.
        var type: FileType? { FileType(path: path) }
        /// The path without the last point of the name and what follows.
        var stem: Substring { path.fileStem }
        var isImage: Bool { type?.isImage == true }

        /// Whether it is a message of a Maildir (maildir(5)), whose name says nothing of what it is: a time, a unique name
        /// and a host, in `cur` or `new`.
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
        var isContainer: Bool { type?.isContainer == true || isMailInFolder }

        /// The path of another file in the same folder.
        func sibling(_ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }
    }

    let container: any Container
    /// The entries that lead to the container from the bundle itself, which is the empty way.
    let way: [BundleEntry]
    /// Whether the files lie beside the bundle.
    private let isBeside: Bool
    /// What the bundle is read with.
    let session: ReadingSession
    /// Where the folder is in its container, with a slash at the end; empty at the top.
    let prefix: String
    /// In the container's order. Paths may come twice.
    let files: [File]
    /// What file managers left there, for those who ask for it by its path.
    private let litter: [File]
    private let numbers: FileNumbers

    /// All files of a container.
    init(_ container: any Container, way: [BundleEntry] = [], isBeside: Bool = false, in session: ReadingSession) {
        self.container = container
        self.way = way
        self.isBeside = isBeside
        self.session = session
        prefix = ""
        var (files, litter): ([File], [File]) = ([], [])
        for entry in container.entries where !entry.isDirectory {
            let file = File(path: entry.path, entry: entry)
            if entry.isLitter { litter.append(file) } else { files.append(file) }
        }
        (self.files, self.litter) = (files, litter)
        numbers = FileNumbers(of: files + litter)
    }

    private init(_ whole: BundleFolder, files: [File], litter: [File] = [], below folder: String = "") {
        container = whole.container
        way = whole.way
        isBeside = whole.isBeside
        session = whole.session
        prefix = whole.prefix + folder
        self.files = files
        self.litter = litter
        numbers = FileNumbers(of: files + litter)
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

    /// The folder with other files: some of them, or the same by other paths, as an inventory gives them.
    func with(files: [File]) -> BundleFolder { BundleFolder(self, files: files) }

    /// Some of the folder's files, with their paths as they are.
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
        func inside(_ files: [File]) -> [File] {
            files.lazy.filter { $0.path.hasPrefix(prefix) }
                .map { File(path: String($0.path.dropFirst(prefix.count)), entry: $0.entry) }
        }
        return BundleFolder(self, files: inside(files), litter: inside(litter), below: prefix)
    }

    /// How many files there are whose paths begin so, litter included.
    func count(below prefix: String) -> Int { (files + litter).count { $0.path.hasPrefix(prefix) } }

    /// What lies below each of some folders, in the order in which their first files come, and all other files. Of folders
    /// within each other the outermost counts.
    func parts(at folders: Set<Substring>) -> (parts: [BundleFolder], rest: BundleFolder) {
        var numbers: [Substring: Int] = [:]
        var inside: [(folder: Substring, files: [File], litter: [File])] = []
        var rest: [File] = []
        for (number, file) in (files + litter).enumerated() {
            let slashes = file.path.indices.filter { file.path[$0] == "/" }
            guard let folder = slashes.lazy.map({ file.path[..<$0] }).first(where: folders.contains) else {
                if number < files.count { rest.append(file) }
                continue
            }
            let place = numbers[folder] ?? inside.count
            if place == inside.count {
                numbers[folder] = place
                inside.append((folder, [], []))
            }
            let moved = File(path: String(file.path.dropFirst(folder.count + 1)), entry: file.entry)
            if number < files.count { inside[place].files.append(moved) } else { inside[place].litter.append(moved) }
        }
        let parts = inside.map { BundleFolder(self, files: $0.files, litter: $0.litter, below: "\($0.folder)/") }
        return (parts, with(files: rest))
    }

    /// Whether all files of the container are here, litter apart.
    var isWhole: Bool { files.count == container.entries.count { !$0.isDirectory && !$0.isLitter } }

    /// What the one folder holds that everything lies in; nil when there is no such folder.
    var unwrapped: BundleFolder? {
        guard let first = files.first?.path, let slash = first.firstIndex(of: "/") else { return nil }
        let prefix = first[...slash]
        return files.allSatisfy { $0.path.hasPrefix(prefix) } ? below(prefix.dropLast()) : nil
    }

    func place(of file: File) -> FileReference { FileReference(way: way, entry: file.entry, isBeside: isBeside) }

    /// What page text an XML or HTML file holds, by its beginning; nil for other files.
    func textFormat(of file: File) -> PageTextFormat? { PageTextFormat(ofMarkup: session.head(of: place(of: file))) }

    /// Throws ``BundleError`` with the file's name when it is damaged, locked or longer than the limit.
    func bytes(of file: File, limit: ByteLimit) throws -> [UInt8] {
        try container.bytes(of: file.entry, limit: limit)
    }

    /// The name of an entry as it is shown and kept: with the ways into nested bundles before it.
    func entryName(_ name: String) -> String { way.map { $0.name + PathForm.mark }.joined() + name }

    /// The name of the container itself, as it stands before those of its entries; empty for the bundle.
    var containerName: String { way.map(\.name).joined(separator: PathForm.mark) }

    func entryName(of file: File) -> String { entryName(file.entry.name) }

    /// What a file would be called that is not there: by its whole path, as those that are.
    func entryName(ofMissing path: String) -> String { entryName(prefix + path) }
}
