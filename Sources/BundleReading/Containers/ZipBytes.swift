struct ZipBytes: Sendable {
    private let file: BundleFile
    private let part: Range<Int64>
    private let end: [UInt8]

    var byteCount: Int64 { Int64(part.count) + Int64(end.count) }

    init(_ file: BundleFile, part: Range<Int64>? = nil, end: [UInt8] = []) {
        self.file = file
        self.part = part ?? 0..<file.byteCount
        self.end = end
    }

    /// Fills the buffer at least partly, unless the bytes end.
    func read(at position: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard position >= 0, position < byteCount else { return 0 }
        let partCount = Int64(part.count)
        guard position < partCount else {
            let rest = end[Int(position - partCount)...].prefix(buffer.count)
            buffer.copyBytes(from: rest)
            return rest.count
        }
        let count = Int(min(Int64(buffer.count), partCount - position))
        return try file.read(
            at: part.lowerBound + position, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
    }
}
