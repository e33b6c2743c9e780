import Foundation

/// Reads a file line by line, whatever its size.
struct LineReader {
    enum Line {
        /// Without its line feed.
        case whole(Data)
        /// One of more bytes than ``LineReader/limit``, which was passed over.
        case tooLong
    }

    /// Bytes of the longest line that is read.
    static let limit = 4 << 20

    private let file: FileHandle
    private var buffer = Data()
    private var isAtEnd = false
    /// Whether the rest of a line that is too long is being passed over.
    private var isPassingOver = false

    private static let chunk = 1 << 18

    init(_ file: FileHandle) { self.file = file }

    /// Nil at the end. Throws what keeps the file from being read.
    mutating func next() throws -> Line? {
        var searched = buffer.startIndex
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[buffer.startIndex..<end]
                buffer = buffer[(end + 1)...]
                return finished(line)
            }
            if isAtEnd {
                guard !buffer.isEmpty || isPassingOver else { return nil }
                let line = buffer
                buffer = Data()
                return finished(line)
            }
            if buffer.count > Self.limit {
                isPassingOver = true
                buffer = Data()
            }
            let count = buffer.count
            // What has been read is let go.
            buffer = Data(buffer)
            let more = try file.read(upToCount: Self.chunk) ?? Data()
            isAtEnd = more.isEmpty
            buffer.append(more)
            searched = buffer.startIndex + count
        }
    }

    private mutating func finished(_ line: Data) -> Line {
        defer { isPassingOver = false }
        return isPassingOver || line.count > Self.limit ? .tooLong : .whole(Data(line))
    }
}
