import DocSearch

/// Sends a part of a file with the memory of only one piece, however long that takes.
struct FilePieces: Sendable {
    let file: DocumentBytes
    let part: Range<Int64>

    /// Memory of one connection for an answer.
    static let pieceBytes = 64 << 10
    /// Each connection waits for at most one piece.
    private static let threads = DiskThreads(mostWaiting: .max)

    init(_ file: DocumentBytes, _ part: Range<Int64>? = nil) {
        (self.file, self.part) = (file, part ?? 0..<file.byteCount)
    }

    var body: Answer.Body {
        get async throws {
            if part.count <= Self.pieceBytes {
                let bytes = try await read(part)
                guard file.isUnchanged else { throw Self.changed }
                return .bytes(bytes)
            }
            return .pieces(length: part.count) { write in
                var position = part.lowerBound
                while position < part.upperBound {
                    let end = min(part.upperBound, position + Int64(Self.pieceBytes))
                    let bytes = try await read(position..<end)
                    // Checked before the last piece is sent: parts of two versions must not look whole.
                    if end == part.upperBound, !file.isUnchanged { throw Self.changed }
                    try await write(bytes)
                    position = end
                }
            }
        }
    }

    /// A slow client must not keep large answers in memory.
    static func setAside(_ answer: Answer) async throws -> Answer {
        guard case .bytes(let bytes) = answer.body, bytes.count > mostInMemory else { return answer }
        let file = try await threads.run { try DocumentBytes(unnamed: bytes, tag: "") }
        var answer = answer
        answer.body = try await FilePieces(file).body
        return answer
    }

    private static let mostInMemory = 256 << 10

    private static let changed = ProblemDetails(
        503, "The file has changed", "It was written to while it was read. Ask for it again.", retryAfter: 5)

    private func read(_ range: Range<Int64>) async throws -> [UInt8] {
        let file = file
        return try await Self.threads.run {
            let bytes = try file.read(from: range.lowerBound, count: range.count)
            guard bytes.count == range.count else { throw Self.changed }
            return bytes
        }
    }
}
