internal import CLibzip
internal import ExtractionProtocol

/// Nothing is ever extracted by name.
final class ZipArchive: Container {
    let entries: [BundleEntry]
    private let handle: OpaquePointer
    private let source: ZipSource
    private let path: String
    let budget: ReadingBudget
    private let passwords: ZipPasswords
    private let chunk = ReadBuffer()

    init(_ file: BundleFile, path: String, budget: ReadingBudget, passwords: ZipPasswords) throws {
        let (source, handle) = try Self.open(file, maximumEntries: budget.limits.entries)
        do {
            budget.begin(container: path, byteCount: file.byteCount)
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
        guard let (source, sourceHandle) = ZipSource.make(for: bytes)
        else { throw BundleError.memory("to open this zip") }
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        // Without ZIP_CHECKCONS, which rejects many zips whose entries can all be read.
        guard let handle = zip_open_from_source(sourceHandle, ZIP_RDONLY, &error) else {
            zip_source_free(sourceHandle)
            throw ZipFailure.opening(&error)
        }
        return (source, handle)
    }

    func unpack(_ entry: BundleEntry, limit: ByteLimit, _ consume: ByteConsumer) throws {
        guard entry.encryption != .none else { return try unpack(entry, within: limit, password: nil, consume) }
        let password = try passwords.first { try unpack(entry, within: limit, password: $0) { _ in } }
        try unpack(entry, within: limit, password: password, consume)
    }

    private func unpack(
        _ entry: BundleEntry, within limit: ByteLimit, password: ZipPasswords.Candidate?, _ consume: ByteConsumer
    ) throws {
        let opened =
            password.map { zip_fopen_index_encrypted(handle, entry.index, 0, $0) }
            ?? zip_fopen_index(handle, entry.index, 0)
        guard let file = opened else { throw ZipFailure.reading(zip_get_error(handle)) }
        defer { zip_fclose(file) }
        var bytes = CountedBytes(of: entry.index, in: path, budget, limit: limit)
        let start = source.bytesRead
        while true {
            let count = zip_fread(file, chunk.bytes.baseAddress, UInt64(chunk.bytes.count))
            guard count >= 0 else {
                if entry.encryption == .authenticated, zip_error_code_zip(zip_file_get_error(file)) == ZIP_ER_CRC {
                    break
                }
                throw ZipFailure.reading(zip_file_get_error(file))
            }
            // At the end libzip has compared length and CRC-32.
            if count == 0 { break }
            // libzip reads the file 8 KiB at a time.
            try bytes.add(Int(count), of: source.bytesRead - start)
            try consume(UnsafeRawBufferPointer(rebasing: chunk.bytes[..<Int(count)]))
        }
    }
}
