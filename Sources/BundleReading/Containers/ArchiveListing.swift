internal import ExtractionProtocol

struct ArchiveListing {
    enum EntryBytes {
        case nowhere
        case header(Int64)
        case unpacked(Range<Int64>)
    }

    private(set) var entries: [BundleEntry] = []
    private(set) var entryBytes: [EntryBytes] = []
    private(set) var flaws: [BundleError] = []
    /// The end marker is missing, as in a tar cut off between two files.
    private(set) var lacksEnd = false
    /// Nil for an uncompressed tar.
    private(set) var unpacked: BundleFile?
    private let kind: ArchiveKind
    private let budget: ReadingBudget
    private let collector: ContentCollector
    private var bytes: CountedBytes
    /// The end of a tar's last entry, padding included; nil where it is unknown.
    private var end: Int64? = nil
    private var indexes: [String: Int] = [:]
    private var found: [(header: ArchivePass.Header, refusal: BundleError?)] = []

    private var limits: ExtractionLimits { budget.limits }
    /// No entry has this index.
    private static let whole = UInt64.max

    init(_ kind: ArchiveKind, path: String, budget: ReadingBudget) {
        self.kind = kind
        self.budget = budget
        collector = ContentCollector(memoryBytes: budget.limits.memoryBytes)
        bytes = CountedBytes(of: Self.whole, in: path, budget, limit: nil)
    }

    mutating func read(_ file: BundleFile) throws {
        let pass = try ArchivePass(file, kind)
        do {
            while let header = try pass.next() {
                guard found.count < limits.entries else {
                    throw BundleError.limit(
                        "entries", of: limits.entries, "this \(kind.name) has more entries than allowed")
                }
                guard try add(header, pass) else { return finish(pass) }
            }
            // A tar ends with blocks of zeros (POSIX.1, pax).
            let total = kind == .tar ? file.byteCount : pass.position
            if kind != .sevenZip, let end { lacksEnd = total < end + 512 }
        } catch let error as BundleError where !found.isEmpty && error.code != .limit {
            flaws.append(error)
        }
        finish(pass)
    }

    private mutating func finish(_ pass: ArchivePass) {
        if kind != .tar { unpacked = BundleFile(collector.finish()) }
        makeEntries()
        guard pass.strayBlocks > 0 else { return }
        let isOne = pass.strayBlocks == 1
        let what = isOne ? "1 block is" : "\(pass.strayBlocks) blocks are"
        flaws.append(
            BundleError(
                .damaged,
                "\(what) neither a file nor the end marker and \(isOne ? "was" : "were") skipped; files may be missing")
        )
    }

    /// Names in an encoding that the archive does not state are guessed together.
    private mutating func makeEntries() {
        let unknown = found.indices.filter {
            found[$0].header.undecodedName.map { $0.count <= limits.nameBytes } ?? false
        }
        let names = unknown.compactMap { found[$0].header.undecodedName }
        let texts = NameEncoding.texts(of: names, in: .tar, setting: limits.zipNames)
        for (index, text) in zip(unknown, texts) { found[index].header.name = text }
        entries = found.enumerated().map { index, one in
            let isFolder = one.header.kind == .folder
            let longName = BundleError.longName(one.header.name, limits)
            let name = Self.shown(longName == nil ? one.header.name : BundleError.shortened(one.header.name))
            return BundleEntry(
                index: UInt64(index), name: isFolder && !name.hasSuffix("/") ? name + "/" : name,
                refusal: longName ?? one.refusal, byteCount: one.header.kind == .file ? one.header.byteCount : nil)
        }
    }

    /// False when the rest cannot be read.
    private mutating func add(_ header: ArchivePass.Header, _ pass: ArchivePass) throws -> Bool {
        end = header.end.flatMap { $0 > .max - 1024 ? nil : ($0 + 511) / 512 * 512 }
        var (bytesOfEntry, refusal): (EntryBytes, BundleError?) = (.nowhere, .longName(header.name, limits))
        let isTooLong = refusal != nil
        var goesOn = true
        switch header.kind {
        case .file:
            if header.isEncrypted { refusal = refusal ?? .lockedArchive }
            if kind == .tar {
                bytesOfEntry = .header(header.position)
            } else if !header.isEncrypted {
                (bytesOfEntry, refusal, goesOn) = try unpack(pass, refusal)
            }
        case .folder: break
        case .symbolicLink:
            refusal = refusal ?? BundleError(.unsupported, "it is a symbolic link, which is not followed")
        case .hardLink(let target):
            // A second name of a file in the same archive leads to the same bytes.
            if let first = indexes[target] {
                bytesOfEntry = entryBytes[first]
                refusal = refusal ?? found[first].refusal
            } else {
                refusal = refusal ?? BundleError(.damaged, "it is a hard link to a file that does not come before it")
            }
            // It may contain its file's bytes again, which count but are not kept.
            let link = BundleError(.unsupported, "it is a hard link")
            if kind != .tar, header.hasContent { goesOn = try unpack(pass, link).goesOn }
        case .other: refusal = refusal ?? BundleError(.unsupported, "it is a device or a pipe, not a file")
        }
        if !isTooLong { indexes[header.name] = found.count }
        found.append((header, refusal))
        entryBytes.append(bytesOfEntry)
        return goesOn
    }

    /// Many tars have names such as `./letters/well.pdf`.
    private static func shown(_ name: String) -> String {
        var name = Substring(name)
        while name.hasPrefix("./"), name.count > 2 { name = name.dropFirst(2).drop { $0 == "/" } }
        return name.isEmpty ? "?" : String(name)
    }

    /// Counts all bytes, kept or not, because libarchive also decompresses skipped entries, and does not count them.
    private mutating func unpack(
        _ pass: ArchivePass, _ refusal: BundleError?
    ) throws -> (EntryBytes, BundleError?, goesOn: Bool) {
        let start = collector.count
        do {
            try pass.read { piece in
                try bytes.add(piece.count, of: pass.bytesRead)
                guard refusal == nil else { return }
                guard collector.count + Int64(piece.count) <= limits.entryBytes else {
                    throw BundleError.limit(
                        "entryBytes", of: limits.entryBytes, "up to here the archive unpacks to more bytes than allowed"
                    )
                }
                try collector.append(piece)
            }
        } catch let error as BundleError {
            if pass.goesOn { return (.nowhere, refusal ?? error, true) }
            let rest = "what follows in the archive was not read"
            flaws.append(BundleError(error.code, "\(error.reason); \(rest)"))
            return (.nowhere, refusal ?? error, false)
        }
        return (.unpacked(start..<collector.count), refusal, true)
    }
}
