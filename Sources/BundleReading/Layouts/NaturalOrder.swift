/// Orders names with numbers by their value, `page 2` before `page 10`, ignoring case.
enum NaturalOrder {
    /// A stable sort: equal names keep their order.
    static func sorted(_ files: [BundleFolder.File]) -> [BundleFolder.File] {
        // Computed once, because names may be long.
        files.map { (key: Array($0.path.lowercased().utf8), file: $0) }
            .sorted { precedes($0.key[...], $1.key[...]) }.map(\.file)
    }

    private static func precedes(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
        var (one, other) = (one, other)
        while let left = one.first, let right = other.first {
            switch (isDigit(left), isDigit(right)) {
            case (true, true):
                let (first, second) = (number(&one), number(&other))
                if first.digits.count != second.digits.count { return first.digits.count < second.digits.count }
                if first.digits != second.digits { return first.digits.lexicographicallyPrecedes(second.digits) }
                if first.zeros != second.zeros { return first.zeros < second.zeros }
            case (true, false): return true
            case (false, true): return false
            case (false, false):
                // UTF-8 sorts like its scalars.
                if left != right { return left < right }
                one.removeFirst()
                other.removeFirst()
            }
        }
        return one.isEmpty && !other.isEmpty
    }

    private static func number(_ name: inout ArraySlice<UInt8>) -> (digits: ArraySlice<UInt8>, zeros: Int) {
        let whole = name.prefix(while: isDigit)
        name = name[whole.endIndex...]
        let digits = whole.drop { $0 == UInt8(ascii: "0") }
        return (digits, whole.count - digits.count)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
