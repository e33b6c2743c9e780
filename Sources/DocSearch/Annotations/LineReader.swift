import Foundation

struct LineReader {
    enum Line: Sendable {
        case whole(Data)
        case tooLong

        var byteCount: Int { if case .whole(let bytes) = self { bytes.count } else { 0 } }
    }

    static let limit = 8 << 20

    private let file: FileHandle
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private var isPassingOver = false

    private static let chunk = 1 << 18

    init(_ file: FileHandle) { self.file = file }

    mutating func next() throws -> Line? {
        var searched = start
        while true {
            if let end = lineFeed(from: searched) {
                defer { start = end + 1 }
                return finished(end: end)
            }
            if isAtEnd {
                guard start < buffer.count || isPassingOver else { return nil }
                defer { start = buffer.count }
                return finished(end: buffer.count)
            }
            if buffer.count - start > Self.limit {
                isPassingOver = true
                start = buffer.count
            }
            // Frees the lines already read.
            buffer.removeFirst(start)
            start = 0
            searched = buffer.count
            let more = try file.read(upToCount: Self.chunk) ?? Data()
            isAtEnd = more.isEmpty
            buffer += more
        }
    }

    private func lineFeed(from position: Int) -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, position < bytes.count else { return nil }
            let found = memchr(base + position, CInt(UInt8(ascii: "\n")), bytes.count - position)
            return found.map { base.distance(to: UnsafeRawPointer($0)) }
        }
    }

    private mutating func finished(end: Int) -> Line {
        defer { isPassingOver = false }
        return isPassingOver || end - start > Self.limit ? .tooLong : .whole(Data(buffer[start..<end]))
    }
}
