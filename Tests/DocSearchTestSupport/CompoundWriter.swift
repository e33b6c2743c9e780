/// Writes compound files ([MS-CFB]) with sectors of 512 bytes.
public struct CompoundWriter {
    public indirect enum Item: Sendable {
        case stream(String, [UInt8])
        case storage(String, [Item])
    }

    private struct Node {
        var name: String
        var kind: UInt8
        var start: UInt32 = 0xFFFF_FFFE
        var size = 0
        var next = UInt32.max
        var child = UInt32.max
    }

    private var nodes = [Node(name: "Root Entry", kind: 5)]
    private var table: [UInt32] = []
    private var sectors: [UInt8] = []
    private var smallTable: [UInt32] = []
    private var small: [UInt8] = []

    public static func bytes(_ items: [Item]) -> [UInt8] {
        var writer = CompoundWriter()
        writer.nodes[0].child = writer.add(items)
        return writer.finished()
    }

    /// The number of the first of them, which refers to the others.
    private mutating func add(_ items: [Item]) -> UInt32 {
        var first = UInt32.max
        for item in items.reversed() {
            let number = UInt32(nodes.count)
            switch item {
            case .stream(let name, let bytes):
                nodes.append(Node(name: name, kind: 2, size: bytes.count))
                if bytes.count >= 4096 {
                    nodes[Int(number)].start = chain(bytes)
                } else if !bytes.isEmpty {
                    nodes[Int(number)].start = UInt32(smallTable.count)
                    let count = (bytes.count + 63) / 64
                    smallTable += (1...count).map { $0 == count ? 0xFFFF_FFFE : UInt32(smallTable.count + $0) }
                    small += bytes + [UInt8](repeating: 0, count: count * 64 - bytes.count)
                }
            case .storage(let name, let inner):
                nodes.append(Node(name: name, kind: 1))
                nodes[Int(number)].child = add(inner)
            }
            nodes[Int(number)].next = first
            first = number
        }
        return first
    }

    private mutating func chain(_ bytes: [UInt8]) -> UInt32 {
        guard !bytes.isEmpty else { return 0xFFFF_FFFE }
        let (start, count) = (table.count, (bytes.count + 511) / 512)
        table += (1...count).map { $0 == count ? 0xFFFF_FFFE : UInt32(start + $0) }
        sectors += bytes + [UInt8](repeating: 0, count: count * 512 - bytes.count)
        return UInt32(start)
    }

    private mutating func finished() -> [UInt8] {
        nodes[0].start = chain(small)
        nodes[0].size = small.count
        let smallStart = chain(smallTable.flatMap { Self.number($0, 4) })
        let smallCount = (smallTable.count + 127) / 128
        let directory = chain(nodes.flatMap(Self.bytes))
        var count = 1
        while (table.count + count + 127) / 128 > count { count += 1 }
        let start = table.count
        table += [UInt32](repeating: 0xFFFF_FFFD, count: count)
        table += [UInt32](repeating: .max, count: count * 128 - table.count)
        var header: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
        header += [UInt8](repeating: 0, count: 16)
        header += Self.number(0x3E, 2) + Self.number(3, 2) + [0xFE, 0xFF] + Self.number(9, 2) + Self.number(6, 2)
        header += [UInt8](repeating: 0, count: 10) + Self.number(UInt32(count), 4) + Self.number(directory, 4)
        header += Self.number(0, 4) + Self.number(4096, 4) + Self.number(smallStart, 4)
        header += Self.number(UInt32(smallCount), 4) + Self.number(0xFFFF_FFFE, 4) + Self.number(0, 4)
        for index in 0..<109 { header += Self.number(index < count ? UInt32(start + index) : .max, 4) }
        return header + sectors + table.flatMap { Self.number($0, 4) }
    }

    private static func bytes(of node: Node) -> [UInt8] {
        let name = Array(node.name.utf16).flatMap { number(UInt32($0), 2) }
        var bytes = name + [UInt8](repeating: 0, count: 64 - name.count) + number(UInt32(name.count + 2), 2)
        bytes += [node.kind, 1] + number(.max, 4) + number(node.next, 4) + number(node.child, 4)
        bytes += [UInt8](repeating: 0, count: 36) + number(node.start, 4) + number(UInt32(node.size), 4) + number(0, 4)
        return bytes
    }

    public static func number(_ value: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
}
