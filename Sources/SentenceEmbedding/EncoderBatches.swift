extension Encoder {
    /// More pieces make products no faster and use up the caches.
    static let batchSize = 512

    /// A vector for each text, in order, some texts at a time. Cancellation is noticed between them.
    ///
    /// - Throws: `CancellationError`, ``EmbeddingError``, or ``ModelFileError`` when the file was cut short meanwhile.
    func vectors(ofAll texts: [[some BinaryInteger]]) throws -> [[Float]] {
        var vectors: [[Float]] = []
        vectors.reserveCapacity(texts.count)
        guard let memory = try Self.memory(for: texts.map(\.count)) else { return [] }
        var start = 0
        while start < texts.count {
            try Task.checkCancellation()
            var (end, rows) = (start, 0)
            while end < texts.count, rows + texts[end].count <= memory.capacity {
                rows += texts[end].count
                end += 1
            }
            vectors += try self.vectors(of: texts[start..<end], in: memory)
            start = end
        }
        let file = weights.file
        guard !file.isCut else { throw ModelFileError(path: file.path, reason: .cutWhileRead) }
        return vectors
    }

    /// Memory for a batch of texts with these lengths, or at least for the longest if the system has no more. Nil
    /// without texts.
    static func memory(
        for lengths: [Int], allocate: (_ capacity: Int) throws -> EncoderMemory = { try EncoderMemory(capacity: $0) }
    ) throws -> EncoderMemory? {
        guard let longest = lengths.max() else { return nil }
        let wanted = max(longest, min(batchSize, lengths.reduce(0, +)))
        do {
            return try allocate(wanted)
        } catch EmbeddingError.outOfMemory where wanted > longest {
            return try allocate(longest)
        }
    }
}
