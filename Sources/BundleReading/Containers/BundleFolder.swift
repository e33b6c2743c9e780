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
            return digits.count >= 5 && name.dropFirst(digits.count).first == "."
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
    private let byPath: [String: Int]

    /// All files of a container.
    init(_ container: any Container, way: [BundleEntry] = [], isBeside: Bool = false, in session: ReadingSession) {
        self.container = container
        self.way = way
        self.isBeside = isBeside
        self.session = session
        prefix = ""
        files = container.entries.lazy.filter { !$0.isDirectory && !$0.isLitter }
            .map { File(path: $0.path, entry: $0) }
        byPath = Self.indexed(files)
    }

    private init(_ whole: BundleFolder, files: [File], below folder: String = "") {
        container = whole.container
        way = whole.way
        isBeside = whole.isBeside
        session = whole.session
        prefix = whole.prefix + folder
        self.files = files
        byPath = Self.indexed(files)
    }

    private static func indexed(_ files: [File]) -> [String: Int] {
        Dictionary(files.enumerated().map { ($1.path, $0) }) { first, _ in first }
    }

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
    subscript(path: String) -> File? { byPath[path].map { files[$0] } }

    /// The first file in the folder itself whose name is `name` in any case.
    func file(named name: String) -> File? {
        self[name] ?? files.first { !$0.path.contains("/") && $0.path.lowercased() == name.lowercased() }
    }

    /// What lies below a folder of this one, with paths from there. Empty when there is nothing.
    func below(_ folder: some StringProtocol) -> BundleFolder {
        let prefix = "\(folder)/"
        let inside = files.lazy.filter { $0.path.hasPrefix(prefix) }
            .map { File(path: String($0.path.dropFirst(prefix.count)), entry: $0.entry) }
        return BundleFolder(self, files: Array(inside), below: prefix)
    }

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
    func entryName(_ name: String) -> String { way.map { $0.name + "!/" }.joined() + name }

    func entryName(of file: File) -> String { entryName(file.entry.name) }

    /// What a file would be called that is not there: by its whole path, as those that are.
    func entryName(ofMissing path: String) -> String { entryName(prefix + path) }
}

/// Where the bytes of a file of a bundle are.
struct FileReference: Sendable, Hashable {
    /// The entries that lead to its container.
    var way: [BundleEntry] = []
    /// Nil for the bundle's own file.
    var entry: BundleEntry?
    /// Where in the file the bytes begin.
    var offset: Int64 = 0
    /// Whether the file lies beside the bundle; `way` is then empty.
    var isBeside = false
}

extension FileReference {
    /// The file at the end of a way; the bundle's own for the empty one.
    init(endOf way: [BundleEntry], offset: Int64 = 0) {
        self.init(way: Array(way.dropLast()), entry: way.last, offset: offset)
    }
}
