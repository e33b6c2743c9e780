internal import BundleConventions
internal import ExtractionProtocol

final class ReadingSession {
    let limits: ExtractionLimits
    let budget: ReadingBudget
    let file: BundleFile?
    private let companions: (any Container)?
    let keepsRawMetadata: Bool
    let fixity: FixityStatements?
    let absent = AbsentFiles()
    let account = FileAccount()
    /// By ways and folders.
    var readBags: Set<String> = []
    /// Names of containers that are bags without missing files.
    var wholeBags: Set<String> = []
    /// Places of OCFL objects: bags in them are not where their files lie.
    var objects: [String] = []
    let passwords: ZipPasswords
    let embeddedFiles: EmbeddedFilesOpener?
    var countPages: PageCounter = { _, _ in nil }
    private var pageCounts: [FileReference: Int?] = [:]
    private var metadataBytes = 0
    var root: (any Container)?
    /// The way to the last opened nested container. Documents come in the order of their containers, so keeping one way
    /// open is enough, and bounds memory and disk.
    private var open: [(entry: BundleEntry, container: any Container)] = []
    private var wrappings = 0

    init(
        file: BundleFile?, access: BundleAccess = BundleAccess(), limits: ExtractionLimits,
        keepsRawMetadata: Bool = false, wantsFixity: Bool = false, passwords: @escaping PasswordSource = { [] },
        embeddedFiles: EmbeddedFilesOpener? = nil,
        openFile: @escaping FileOpener = { _ in throw BundleError(.environment, "it cannot be asked for here") }
    ) throws {
        self.limits = limits
        self.embeddedFiles = embeddedFiles
        self.keepsRawMetadata = keepsRawMetadata
        fixity = wantsFixity ? FixityStatements() : nil
        self.file = file
        budget = ReadingBudget(limits: limits)
        self.passwords = ZipPasswords(passwords)
        let path = access.isFolder ? "" : "beside"
        let isListed = access.isFolder || !access.files.isEmpty
        let listed = isListed ? try FolderContainer(access.files, path: path, budget: budget, open: openFile) : nil
        (root, companions) = access.isFolder ? (listed, nil) : (nil, listed)
    }

    var isFolder: Bool { file == nil }

    var beside: BundleFolder? { companions.map { BundleFolder($0, isBeside: true, in: self) } }

    func mail(
        _ file: BundleFile, from start: Int64 = 0, to end: Int64? = nil, isMailbox: Bool, way: [BundleEntry]
    ) throws -> MailContainer {
        try MailContainer(
            file, part: start..<(end ?? file.byteCount), isMailbox: isMailbox, path: Self.path(way), budget: budget)
    }

    func container(at way: [BundleEntry]) throws -> any Container {
        let common = zip(open, way).prefix { $0.entry == $1 }.count
        open.removeLast(open.count - common)
        for entry in way[common...] {
            let way = open.map(\.entry) + [entry]
            let content = try openContainer.content(of: entry, named: Self.name(way))
            switch try opened(content, way: way) {
            case .container(let container, _): open.append((entry, container))
            case .document(let document, _): open.append((entry, try embedded(in: content, of: document, way: way)))
            }
        }
        return try openContainer
    }

    private func embedded(
        in content: DocumentContent, of document: BundledDocument, way: [BundleEntry]
    ) throws -> EmbeddedFilesContainer {
        guard case .file(let reference) = document.files
        else { throw BundleError(.changed, "it is no longer a bundle", entry: way.last?.name) }
        return try embedded(in: BundleFile(content).content(from: reference.offset, limits: limits), way: way)
    }

    func embedded(in content: DocumentContent, way: [BundleEntry]) throws -> EmbeddedFilesContainer {
        guard let embeddedFiles
        else { throw BundleError(.environment, "PDFs are not taken apart here", entry: way.last?.name) }
        return try EmbeddedFilesContainer(
            embeddedFiles(content, limits.entries), byteCount: content.byteCount, path: Self.path(way), budget: budget)
    }

    func nested(_ file: BundleFolder.File, in folder: BundleFolder) throws -> OpenedFile {
        let name = folder.entryName(of: file)
        guard folder.way.count < limits.nesting else {
            throw BundleError.limit(
                "nesting", of: limits.nesting, "it is a bundle within \(folder.way.count) others", entry: name)
        }
        return try BundleError.naming(name) {
            let content = try container(at: folder.way).content(of: file.entry, named: name)
            let opened = try opened(content, way: folder.way + [file.entry])
            if case .container(let container, _) = opened { open.append((file.entry, container)) }
            return opened
        }
    }

    func opened(_ content: DocumentContent, way: [BundleEntry]) throws -> OpenedFile {
        let opening = try FileOpening(of: BundleFile(content))
        guard let opener = BundleOpeners.opener(for: opening)
        else { throw BundleError(.unsupported, "this is neither a PDF nor a form of bundle that is known") }
        return try opener.open(opening, way: way, session: self)
    }

    /// Limits the nesting of layouts that contain others to that of bundles.
    func wrapped<Value>(_ read: () throws -> Value) throws -> Value {
        guard wrappings < limits.nesting
        else { throw BundleError.limit("nesting", of: limits.nesting, "it is a package within \(wrappings) others") }
        wrappings += 1
        defer { wrappings -= 1 }
        return try read()
    }

    func content(of reference: FileReference, named name: String) throws -> DocumentContent {
        try BundleError.naming(name) {
            guard let entry = reference.entry else {
                guard let file else { throw BundleError(.changed, "the bundle is a folder") }
                return try file.content(from: reference.offset, limits: limits)
            }
            let content = try container(of: reference).content(of: entry, named: name)
            return try BundleFile(content).content(from: reference.offset, limits: limits)
        }
    }

    func read(_ reference: FileReference, limit: ByteLimit, _ consume: ByteConsumer) throws {
        guard let entry = reference.entry else {
            guard let file else { throw BundleError(.changed, "the bundle is a folder") }
            try limit.check(file.byteCount)
            return try file.forEachPiece(from: reference.offset, consume)
        }
        try container(of: reference).read(entry, named: Self.name(reference.way + [entry]), limit: limit, consume)
    }

    func pageCount(of reference: FileReference) throws -> Int? {
        if let known = pageCounts[reference] { return known }
        let name = Self.name(reference.way + [reference.entry].compactMap { $0 })
        // Its problem is reported when it is read as a document.
        let count = try (try? content(of: reference, named: name)).flatMap { try countPages($0, name) }
        pageCounts[reference] = .some(count)
        return count
    }

    /// Empty when it cannot be read; the reading itself reports that.
    func head(of reference: FileReference, count: Int = 4096) -> [UInt8] {
        FileHead(count) { try read(reference, limit: .document(limits), $0) }.bytes
    }

    func textHead(of reference: FileReference) -> [UInt8] {
        let head = head(of: reference)
        guard head.starts(with: Gzip.mark) else { return head }
        var text: [UInt8] = []
        do {
            let gzip = try Gzip(limit: .markup(limits), ratio: limits.compressionRatio)
            try head.withUnsafeBytes { try gzip.feed($0) { text.append(contentsOf: $0) } }
        } catch {
            // The reading itself reports the error.
        }
        return text
    }

    func readableHead(of reference: FileReference) -> [UInt8]? {
        let head = FileHead(4096) { try read(reference, limit: .document(limits), $0) }
        return head.isReadable ? head.bytes : nil
    }

    /// Their parsed form stays in memory while the bundle is open, so the limit for all together is eight times that of
    /// each.
    func metadata(of reference: FileReference) throws -> [UInt8] {
        if let entry = reference.entry, !reference.isBeside { account.describe(entry.index, in: reference.way) }
        let bytes = try bytes(of: reference, limit: .metadata(limits))
        let most = max(0, min(limits.metadataBytes, Int.max / 8)) * 8
        guard metadataBytes + bytes.count <= most
        else { throw BundleError.limit("8 × metadataBytes", of: most, "with it there are too many bytes of metadata") }
        metadataBytes += bytes.count
        return bytes
    }

    func bytes(of reference: FileReference, limit: ByteLimit) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try read(reference, limit: limit) { bytes.append(contentsOf: $0) }
        return bytes
    }

    private func container(of reference: FileReference) throws -> any Container {
        if reference.isBeside, let companions { return companions }
        return try container(at: reference.way)
    }

    private var openContainer: any Container {
        get throws {
            guard let container = open.last?.container ?? root
            else { throw BundleError(.changed, "the bundle is a single file") }
            return container
        }
    }

    private static func name(_ way: [BundleEntry]) -> String { way.map(\.name).joined(separator: PathForm.mark) }

    static func path(_ way: [BundleEntry]) -> String { way.map { "\($0.index)" }.joined(separator: "/") }
}

struct FileHead {
    private(set) var bytes: [UInt8] = []
    private(set) var isReadable = true

    init(_ count: Int, of read: (ByteConsumer) throws -> Void) {
        struct Enough: Error {}
        do {
            try read { piece in
                bytes.append(contentsOf: piece.prefix(count - bytes.count))
                if bytes.count >= count { throw Enough() }
            }
        } catch {
            isReadable = error is Enough
        }
    }
}
