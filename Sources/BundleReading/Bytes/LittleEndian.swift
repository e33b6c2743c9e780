extension [UInt8] {
    /// A number whose lowest byte is first; 0 where there is none.
    func number(_ start: Int, _ count: Int) -> UInt64 {
        guard start >= 0, start <= self.count - count else { return 0 }
        return self[start..<(start + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
