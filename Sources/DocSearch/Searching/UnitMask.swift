/// A bit for each unit of a plan.
struct UnitMask: Hashable, Sendable {
    private var bits: UInt128 = 0

    static let limit = UInt128.bitWidth

    init() {}

    init(_ units: some Sequence<Int>) {
        for unit in units { bits |= Self.bit(unit) }
    }

    func contains(_ unit: Int) -> Bool { bits & Self.bit(unit) != 0 }

    func intersects(_ other: UnitMask) -> Bool { bits & other.bits != 0 }

    mutating func formUnion(_ other: UnitMask) { bits |= other.bits }

    private static func bit(_ unit: Int) -> UInt128 { 1 &<< UInt128(truncatingIfNeeded: unit) }
}
