/// A text without capitals, repeated white space and hyphens at line ends.
struct FoldedText {
    private(set) var letters: [UInt32] = []
    /// Unicode scalar offsets in the original, one for each letter.
    private var positions: [Int] = []

    static let space = UInt32(0x20)
    private static let hyphen = UInt32(0x2D)
    private static let softHyphen = UInt32(0xAD)

    init(_ text: String) { self.init(Array(text.unicodeScalars)) }

    init(_ scalars: [Unicode.Scalar]) {
        letters.reserveCapacity(scalars.count)
        positions.reserveCapacity(scalars.count)
        // After the hyphen of a word that continues in the next line.
        var isJoining = false
        for (position, scalar) in scalars.enumerated() {
            if scalar.properties.isWhitespace {
                if scalar == "\n", letters.last == Self.hyphen, letters.count > 1 {
                    removeLast()
                    isJoining = true
                } else if !isJoining, letters.last != Self.space {
                    add(Self.space, position)
                }
            } else if scalar.value != Self.softHyphen {
                add(Self.folded(scalar), position)
                isJoining = false
            }
        }
    }

    private mutating func add(_ letter: UInt32, _ position: Int) {
        letters.append(letter)
        positions.append(position)
    }

    private static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
        if scalar.isASCII { return (0x41...0x5A).contains(scalar.value) ? scalar.value + 32 : scalar.value }
        return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
    }

    var trimmed: Self {
        var trimmed = self
        if trimmed.letters.last == Self.space { trimmed.removeLast() }
        if trimmed.letters.first == Self.space {
            trimmed.letters.removeFirst()
            trimmed.positions.removeFirst()
        }
        return trimmed
    }

    private mutating func removeLast() {
        letters.removeLast()
        positions.removeLast()
    }

    func original(_ range: Range<Int>) -> Range<Int> {
        guard let last = range.last else { return 0..<0 }
        return positions[range.lowerBound]..<positions[last] + 1
    }

    /// The first letter at a Unicode scalar offset in the original, or after it.
    func index(of position: Int) -> Int { positions.partitioningIndex { $0 >= position } }

    func occurrences(in text: FoldedText) -> [Range<Int>] {
        var found: [Range<Int>] = []
        guard let first = letters.first else { return found }
        var position = 0
        while let start = text.letters[position...].firstIndex(of: first), start + letters.count <= text.letters.count {
            let range = start..<start + letters.count
            let isSame = text.letters[range].elementsEqual(letters)
            if isSame { found.append(range) }
            position = isSame ? range.upperBound : start + 1
        }
        return found
    }
}
