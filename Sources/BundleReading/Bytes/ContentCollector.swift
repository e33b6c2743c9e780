import Glibc

final class ContentCollector {
    private let memoryBytes: Int64
    private var allocation: UnsafeMutableRawPointer?
    private var capacity = 0
    private var file: OwnedDescriptor?
    private(set) var count: Int64 = 0

    init(memoryBytes: Int64) { self.memoryBytes = memoryBytes }

    deinit { free(allocation) }

    func append(_ chunk: UnsafeRawBufferPointer) throws {
        guard !chunk.isEmpty else { return }
        if file == nil, count + Int64(chunk.count) > memoryBytes { try moveToFile() }
        if let file { try TemporaryFile.write(chunk, to: file) } else { try keepInMemory(chunk) }
        count += Int64(chunk.count)
    }

    func finish() -> DocumentContent {
        defer {
            allocation = nil
            capacity = 0
            file = nil
            count = 0
        }
        if let file { return .file(file, byteCount: count) }
        return .bytes(ContentBytes(adopting: allocation, count: Int(count)))
    }

    private func keepInMemory(_ chunk: UnsafeRawBufferPointer) throws {
        let needed = Int(count) + chunk.count
        if needed > capacity {
            let larger = max(needed, capacity * 2)
            guard let grown = realloc(allocation, larger) else { throw BundleError.memory("for \(larger) bytes") }
            allocation = grown
            capacity = larger
        }
        guard let allocation, let source = chunk.baseAddress else { return }
        (allocation + Int(count)).copyMemory(from: source, byteCount: chunk.count)
    }

    private func moveToFile() throws {
        let file = try TemporaryFile.open()
        try TemporaryFile.write(UnsafeRawBufferPointer(start: allocation, count: Int(count)), to: file)
        free(allocation)
        allocation = nil
        capacity = 0
        self.file = file
    }
}
