import Foundation

/// The lines of a file descriptor, each up to a limit. Longer ones are skipped, and never kept.
package struct MessageLines {
    package enum Line: Equatable {
        case text([UInt8])
        case tooLong
    }

    private let descriptor: Int32
    private let most: Int
    private var waiting: [UInt8] = []
    private var start = 0
    private var hasEnded = false

    private static let piece = 1 << 16

    package init(_ descriptor: Int32, most: Int = IncomingMessage.mostBytes) {
        (self.descriptor, self.most) = (descriptor, most)
    }

    /// Nil at the end of input. Empty lines are passed over; the last one needs no line feed.
    package mutating func next() -> Line? {
        while let line = nextWithEmpty() { if line != .text([]) { return line } }
        return nil
    }

    private mutating func nextWithEmpty() -> Line? {
        var (searched, isTooLong) = (start, false)
        while true {
            if let end = waiting[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return isTooLong || end - start > most ? .tooLong : .text(Self.trimmed(waiting[start..<end]))
            }
            if waiting.count - start > most {
                isTooLong = true
                waiting.removeAll(keepingCapacity: true)
            } else if start > 0 {
                waiting.removeFirst(start)
            }
            start = 0
            searched = waiting.count
            guard !hasEnded, fill() else {
                guard isTooLong || !waiting.isEmpty else { return nil }
                defer { waiting = [] }
                return isTooLong ? .tooLong : .text(Self.trimmed(waiting[...]))
            }
        }
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
        Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }

    private mutating func fill() -> Bool {
        let old = waiting.count
        waiting.append(contentsOf: repeatElement(0, count: Self.piece))
        var count = -1
        repeat {
            count = waiting.withUnsafeMutableBytes { bytes in
                read(descriptor, bytes.baseAddress?.advanced(by: old), Self.piece)
            }
        } while count < 0 && (errno == EINTR || errno == EAGAIN && waits())
        waiting.removeLast(Self.piece - max(0, count))
        // A descriptor that cannot be read has no more lines.
        hasEnded = count <= 0
        return !hasEnded
    }

    /// The other end may have made the descriptor one that does not wait.
    private func waits() -> Bool {
        var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, -1) > 0 || errno == EINTR
    }
}
