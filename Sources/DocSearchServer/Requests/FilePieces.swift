import DocSearch
import Foundation

/// A part of a file that is sent piece by piece, so that it needs the memory of one piece however long it takes.
struct FilePieces: Sendable {
    let file: DocumentBytes
    let part: Range<Int64>

    /// What one connection holds in memory of an answer.
    static let pieceBytes = 64 << 10
    /// Disks are waited for on threads of their own.
    private static let threads = DispatchQueue(label: "files", attributes: .concurrent)

    init(_ file: DocumentBytes, _ part: Range<Int64>? = nil) {
        (self.file, self.part) = (file, part ?? 0..<file.byteCount)
    }

    /// A small part is read at once.
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
                    // Before the last piece goes out: what was sent of two versions must not look whole.
                    if end == part.upperBound, !file.isUnchanged { throw Self.changed }
                    try await write(bytes)
                    position = end
                }
            }
        }
    }

    private static let changed = Problem(
        503, "The file has changed", "It was written to while it was read. Ask for it again.", retryAfter: 5)

    private func read(_ range: Range<Int64>) async throws -> [UInt8] {
        let file = file
        return try await withCheckedThrowingContinuation { continuation in
            Self.threads.async {
                continuation.resume(
                    with: Result {
                        let bytes = try file.read(from: range.lowerBound, count: range.count)
                        guard bytes.count == range.count else { throw Self.changed }
                        return bytes
                    })
            }
        }
    }
}
