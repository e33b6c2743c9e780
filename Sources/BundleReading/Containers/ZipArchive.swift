internal import CLibzip
internal import ExtractionProtocol

/// A zip that libzip has open. Nothing is ever unpacked by name.
final class ZipArchive {
    let entries: [BundleEntry]
    private let handle: OpaquePointer
    private let source: ZipSource
    private let limits: ExtractionLimits
    /// Decompressed bytes that each entry gave, for the limit on them all. An entry that is read again counts once.
    private var bytesGiven: [UInt64: Int64] = [:]
    private var totalGiven: Int64 = 0
    private let chunk = ReadBuffer()

    /// A ratio says nothing about the first bytes of an entry.
    private static let ratioThreshold: Int64 = 1 << 20

    /// Throws ``BundleError`` when there is no usable directory or it has too many entries.
    init(_ file: BundleFile, limits: ExtractionLimits) throws {
        guard let (source, sourceHandle) = ZipSource.make(for: file) else {
            throw BundleError(.limit, "there is not enough memory to open this zip")
        }
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        // Without ZIP_CHECKCONS, which refuses many zips whose entries can all be read.
        guard let handle = zip_open_from_source(sourceHandle, ZIP_RDONLY, &error) else {
            zip_source_free(sourceHandle)
            throw ZipFailure.opening(&error)
        }
        do {
            entries = try ZipDirectory.entries(of: handle, limits: limits)
        } catch {
            zip_discard(handle)
            throw error
        }
        self.handle = handle
        self.source = source
        self.limits = limits
    }

    deinit { zip_discard(handle) }

    /// The entry's bytes, checked against its CRC-32. Throws ``BundleError`` that says `name`.
    func content(of entry: BundleEntry, named name: String) throws -> DocumentContent {
        let collector = ContentCollector(memoryBytes: limits.memoryBytes)
        try read(entry, named: name, limit: "entryBytes", limits.entryBytes) { try collector.append($0) }
        return collector.finish()
    }

    /// The bytes of a metadata file or text sidecar. Throws ``BundleError`` that says the entry's name.
    func smallFile(_ entry: BundleEntry) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try read(entry, named: entry.name, limit: "metadataBytes", Int64(limits.metadataBytes)) {
            bytes.append(contentsOf: $0)
        }
        return bytes
    }

    private func read(
        _ entry: BundleEntry, named name: String, limit: String, _ maximum: Int64,
        _ consume: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        if let refusal = entry.refusal { throw BundleError(refusal.code, refusal.reason, entry: name) }
        guard let file = zip_fopen_index(handle, entry.index, 0) else {
            throw ZipFailure.reading(zip_get_error(handle)).naming(name)
        }
        defer { zip_fclose(file) }
        totalGiven -= bytesGiven.removeValue(forKey: entry.index) ?? 0
        let start = source.bytesRead
        var given: Int64 = 0
        do {
            while true {
                let count = zip_fread(file, chunk.bytes.baseAddress, UInt64(chunk.bytes.count))
                guard count >= 0 else { throw ZipFailure.reading(zip_file_get_error(file)) }
                // The end: libzip has compared length and CRC-32 when it says so.
                if count == 0 { break }
                given += count
                totalGiven += count
                bytesGiven[entry.index] = given
                if given > maximum {
                    throw BundleError.limit(limit, of: maximum, "it has more bytes than allowed")
                }
                if totalGiven > limits.bundleBytes {
                    throw BundleError.limit(
                        "bundleBytes", of: limits.bundleBytes,
                        "with it the bundle has more bytes than allowed")
                }
                try checkRatio(given: given, taken: source.bytesRead - start)
                try consume(UnsafeRawBufferPointer(rebasing: chunk.bytes[..<Int(count)]))
            }
        } catch let error as BundleError {
            throw error.naming(name)
        }
    }

    /// `given` decompressed bytes came of `taken` bytes of the file, which libzip reads 8 KiB at a time.
    private func checkRatio(given: Int64, taken: Int64) throws {
        let (allowed, isHuge) = max(taken, 1).multipliedReportingOverflow(by: Int64(limits.compressionRatio))
        guard given > Self.ratioThreshold, !isHuge, given > allowed else { return }
        throw BundleError.limit(
            "compressionRatio", of: limits.compressionRatio,
            "its first \(taken) bytes unpack to \(given), \(given / max(taken, 1)) for each")
    }
}
