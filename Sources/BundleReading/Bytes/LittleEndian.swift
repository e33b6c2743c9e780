extension [UInt8] {
    /// 0 when the bytes end before it.
    func number(_ start: Int, _ count: Int) -> UInt64 {
        guard start >= 0, start <= self.count - count else { return 0 }
        return self[start..<(start + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
