internal import ExtractionProtocol

/// A compound file ([MS-CFB]): streams in storages, in sectors chained by tables. Outlook stores a message in one.
///
/// Every number in it may be wrong. Reading is bounded by the file, and no chain is longer than the file has sectors.
final class CompoundFile {
    struct Node {
        let name: String
        let isStorage: Bool
        fileprivate let start: UInt32
        let byteCount: Int64
        fileprivate let left: UInt32
        fileprivate let right: UInt32
        fileprivate let child: UInt32
    }

    static let signature: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

    private let file: BundleFile
    private let sectorBytes: Int64
    private let smallSectorBytes: Int64
    /// Shorter streams are in the small sectors of the root's stream.
    private let smallStreams: Int64
    private var table: [UInt32] = []
    private var smallTable: [UInt32] = []
    private var smallSectors: [UInt32] = []
    private(set) var nodes: [Node] = []
    private var steps = 0

    private var mostSectors: Int { Int(clamping: file.byteCount / sectorBytes + 1) }
    /// The smallest number that is not a sector: free, or the end of a chain.
    private static let noSector: UInt32 = 0xFFFF_FFFA
    private static let noNode = UInt32.max
    private static let nodeBytes = 128
    private static let mostSteps = 20_000_000

    init(_ file: BundleFile, limits: ExtractionLimits) throws {
        let header = try file.bytes(at: 0, count: 512)
        guard header.count == 512, header.starts(with: Self.signature), [9, 12].contains(header.number(30, 2)),
            header.number(32, 2) == 6
        else { throw BundleError(.damaged, "this is not a compound file, or its header is damaged") }
        self.file = file
        sectorBytes = 1 << Int64(header.number(30, 2))
        smallSectorBytes = 64
        smallStreams = Int64(header.number(56, 4))
        table = try readTable(header)
        smallTable = try numbers(in: chain(from: UInt32(header.number(60, 4))))
        let directory = try chain(from: UInt32(header.number(48, 4)))
        for sector in directory {
            let bytes = try bytes(ofSector: sector)
            for start in stride(from: 0, through: bytes.count - Self.nodeBytes, by: Self.nodeBytes) {
                nodes.append(node(Array(bytes[start..<start + Self.nodeBytes])))
            }
            guard nodes.count <= limits.entries else {
                throw BundleError.limit(
                    "entries", of: limits.entries, "this compound file has more streams than allowed")
            }
        }
        guard let root = nodes.first else {
            throw BundleError(.damaged, "the directory of this compound file is damaged")
        }
        smallSectors = try chain(from: root.start)
    }

    /// By lower-case name; the root is node 0.
    func children(of parent: Int) throws -> [String: Int] {
        var found: [String: Int] = [:]
        var waiting = [nodes[parent].child]
        var known: Set<UInt32> = [0]
        while let number = waiting.popLast() {
            guard number != Self.noNode, Int(number) < nodes.count, known.insert(number).inserted else { continue }
            try step()
            let node = nodes[Int(number)]
            found[node.name.lowercased()] = Int(number)
            waiting += [node.left, node.right]
        }
        return found
    }

    func read(_ number: Int, _ consume: ByteConsumer) throws {
        let node = nodes[number]
        guard !node.isStorage else { return }
        var left = node.byteCount
        let isSmall = left < smallStreams
        let size = isSmall ? smallSectorBytes : sectorBytes
        for sector in try chain(from: node.start, isSmall: isSmall) {
            guard left > 0 else { return }
            let bytes = try isSmall ? bytes(ofSmallSector: sector) : bytes(ofSector: sector)
            let count = Int(min(left, size))
            guard bytes.count >= count else { break }
            try bytes[..<count].withUnsafeBytes(consume)
            left -= Int64(count)
        }
        guard left == 0 else { throw BundleError(.damaged, "a part of it is not there") }
    }

    func bytes(_ number: Int, most: Int) throws -> [UInt8] {
        struct Enough: Error {}
        var bytes: [UInt8] = []
        do {
            try read(number) { piece in
                bytes.append(contentsOf: piece.prefix(most - bytes.count))
                if bytes.count >= most { throw Enough() }
            }
        } catch is Enough {
            // As many as requested.
        }
        return bytes
    }

    private func node(_ bytes: [UInt8]) -> Node {
        let nameBytes = max(0, min(64, Int(bytes.number(64, 2))) - 2)
        let units = stride(from: 0, to: nameBytes - 1, by: 2).map { UInt16(bytes.number($0, 2)) }
        // In files with small sectors the upper half of the size is undefined.
        let size = bytes.number(120, sectorBytes == 512 ? 4 : 8)
        return Node(
            name: String(decoding: units, as: UTF16.self), isStorage: [1, 5].contains(bytes[66]),
            start: UInt32(bytes.number(116, 4)), byteCount: Int64(clamping: size), left: UInt32(bytes.number(68, 4)),
            right: UInt32(bytes.number(72, 4)), child: UInt32(bytes.number(76, 4)))
    }

    /// The table's own sectors are listed in the header and in a chain of lists.
    private func readTable(_ header: [UInt8]) throws -> [UInt32] {
        var sectors = stride(from: 76, to: 512, by: 4).map { UInt32(header.number($0, 4)) }
        var next = UInt32(header.number(68, 4))
        var lists = 0
        while next < Self.noSector, lists < mostSectors {
            let list = try bytes(ofSector: next)
            guard list.count == Int(sectorBytes) else { break }
            sectors += stride(from: 0, to: list.count - 4, by: 4).map { UInt32(list.number($0, 4)) }
            next = UInt32(list.number(list.count - 4, 4))
            lists += 1
            guard sectors.count <= mostSectors + 109 else { break }
        }
        return try numbers(in: sectors.prefix { $0 < Self.noSector }.prefix(mostSectors).map { $0 })
    }

    private func numbers(in sectors: [UInt32]) throws -> [UInt32] {
        var numbers: [UInt32] = []
        // A table has one number for each sector; more are invalid.
        let most = Int(clamping: file.byteCount / smallSectorBytes + sectorBytes)
        for sector in sectors where numbers.count < most {
            let bytes = try bytes(ofSector: sector)
            numbers += stride(from: 0, through: bytes.count - 4, by: 4).map { UInt32(bytes.number($0, 4)) }
        }
        return numbers
    }

    private func chain(from start: UInt32, isSmall: Bool = false) throws -> [UInt32] {
        let (table, most) = isSmall ? (smallTable, smallTable.count) : (table, mostSectors)
        var chain: [UInt32] = []
        var next = start
        while next < Self.noSector {
            try step()
            guard chain.count <= most, Int(next) < table.count
            else { throw BundleError(.damaged, "the tables of this compound file are damaged") }
            chain.append(next)
            next = table[Int(next)]
        }
        return chain
    }

    /// Counts steps, because many directory entries may share their targets.
    private func step() throws {
        steps += 1
        guard steps <= Self.mostSteps
        else { throw BundleError(.limit, "the parts of this compound file refer to each other too often") }
    }

    /// Ends with the file.
    private func bytes(ofSector number: UInt32) throws -> [UInt8] {
        try file.bytes(at: (Int64(number) + 1) * sectorBytes, count: Int(sectorBytes))
    }

    private func bytes(ofSmallSector number: UInt32) throws -> [UInt8] {
        let position = Int64(number) * smallSectorBytes
        guard let sector = Int(exactly: position / sectorBytes), sector < smallSectors.count else { return [] }
        let start = (Int64(smallSectors[sector]) + 1) * sectorBytes + position % sectorBytes
        return try file.bytes(at: start, count: Int(smallSectorBytes))
    }
}
