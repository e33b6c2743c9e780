internal import CLibzip
internal import ExtractionProtocol

/// A zip that libzip has open. Nothing is ever unpacked by name.
final class ZipArchive: Container {
    let entries: [BundleEntry]
    private let handle: OpaquePointer
    private let source: ZipSource
    /// Where it lies in the bundle, for the budget.
    private let path: String
    let budget: ReadingBudget
    private let passwords: ZipPasswords
    private let chunk = ReadBuffer()

    /// Throws ``BundleError`` when there is no usable directory or it has too many entries.
    init(_ file: BundleFile, path: String, budget: ReadingBudget, passwords: ZipPasswords) throws {
        let (source, handle) = try Self.open(file, maximumEntries: budget.limits.entries)
        do {
            budget.begin(container: path)
            try budget.count(entries: zip_get_num_entries(handle, 0), in: "zip", container: path)
            entries = try ZipDirectory.entries(
                of: handle, limits: budget.limits, hasPasswords: { try !passwords.isEmpty })
        } catch {
            zip_discard(handle)
            throw error
        }
        self.handle = handle
        self.source = source
        self.path = path
        self.budget = budget
        self.passwords = passwords
    }

    deinit { zip_discard(handle) }

    /// The zip as it is or, when libzip finds fault with its directory, with a directory made again from it.
    private static func open(
        _ file: BundleFile, maximumEntries: Int
    ) throws -> (source: ZipSource, handle: OpaquePointer) {
        do {
            return try open(ZipBytes(file))
        } catch let error as BundleError where error.code == .damaged {
            guard let mended = try ZipRepair.mended(file, maximumEntries: maximumEntries) else { throw error }
            do { return try open(mended) } catch is BundleError { throw error }
        }
    }

    private static func open(_ bytes: ZipBytes) throws -> (source: ZipSource, handle: OpaquePointer) {
        guard let (source, sourceHandle) = ZipSource.make(for: bytes) else {
            throw BundleError.memory("to open this zip")
        }
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        // Without ZIP_CHECKCONS, which refuses many zips whose entries can all be read.
        guard let handle = zip_open_from_source(sourceHandle, ZIP_RDONLY, &error) else {
            zip_source_free(sourceHandle)
            throw ZipFailure.opening(&error)
        }
        return (source, handle)
    }

    func read(
        _ entry: BundleEntry, named name: String, limit: ByteLimit,
        _ consume: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try entry.requireReadable(as: name)
        try BundleError.naming(name) {
            guard entry.encryption != .none else {
                return try unpack(entry, limit: limit, consume)
            }
            let password = try passwords.first { try unpack(entry, limit: limit, password: $0) { _ in } }
            try unpack(entry, limit: limit, password: password, consume)
        }
    }

    private func unpack(
        _ entry: BundleEntry, limit: ByteLimit, password: String? = nil,
        _ consume: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let opened =
            password.map { zip_fopen_index_encrypted(handle, entry.index, 0, $0) }
            ?? zip_fopen_index(handle, entry.index, 0)
        guard let file = opened else { throw ZipFailure.reading(zip_get_error(handle)) }
        defer { zip_fclose(file) }
        budget.begin(container: path, entry: entry.index)
        let start = source.bytesRead
        var given: Int64 = 0
        while true {
            let count = zip_fread(file, chunk.bytes.baseAddress, UInt64(chunk.bytes.count))
            guard count >= 0 else {
                if entry.encryption == .authenticated, zip_error_code_zip(zip_file_get_error(file)) == ZIP_ER_CRC {
                    break
                }
                throw ZipFailure.reading(zip_file_get_error(file))
            }
            // The end: libzip has compared length and CRC-32 when it says so.
            if count == 0 { break }
            given += count
            try limit.check(given)
            try budget.count(bytes: count, container: path, entry: entry.index)
            // What fits in memory may have any ratio: images of blank pages that are not compressed themselves have more
            // than 200, and so have PDFs with such images in them. libzip reads the file 8 KiB at a time.
            if given > budget.limits.memoryBytes {
                try UnpackingRatio.check(
                    given: given, taken: source.bytesRead - start, maximum: budget.limits.compressionRatio)
            }
            try consume(UnsafeRawBufferPointer(rebasing: chunk.bytes[..<Int(count)]))
        }
    }
}

/// Gives the passwords to try. Called only for what is locked. Throws when there is no answer.
package typealias PasswordSource = () throws -> [String]

/// Candidates for what is encrypted in a bundle, the one that fitted last first.
final class ZipPasswords {
    private let source: PasswordSource
    private var known: [String]?

    init(_ source: @escaping PasswordSource) { self.source = source }

    var isEmpty: Bool { get throws { try candidates.isEmpty } }

    private var candidates: [String] {
        get throws {
            if let known { return known }
            let given = try source()
            known = given
            return given
        }
    }

    /// The first candidate with which `attempt` reads an entry to its end. The old kind of encryption lets one wrong
    /// password in 256 pass, and only the checksum tells.
    ///
    /// Throws ``BundleError`` (`locked`) when there is none, and what is wrong when the entry is over a limit.
    func first(_ attempt: (String) throws -> Void) throws -> String {
        let candidates = try candidates
        for (number, candidate) in candidates.enumerated() {
            do {
                try attempt(candidate)
            } catch let error as BundleError where error.code == .locked || error.code == .damaged {
                continue
            }
            known = [candidate] + candidates[..<number] + candidates[(number + 1)...]
            return candidate
        }
        throw BundleError.encryptedEntry(hasPasswords: !candidates.isEmpty)
    }
}
