/// FNV-1a (Fowler, Noll, Vo 1991): the same in every run, unlike Swift's hash. No protection against malice.
package struct StableHash: Sendable {
    @usableFromInline var state: UInt64

    @inlinable package init() { state = 0xCBF2_9CE4_8422_2325 }

    @inlinable package var value: UInt64 { state }

    @inlinable package mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    @inlinable package mutating func add(_ bytes: some Sequence<UInt8>) { for byte in bytes { add(byte) } }
}
