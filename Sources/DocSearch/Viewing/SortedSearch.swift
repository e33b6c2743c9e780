extension RandomAccessCollection {
    /// `isBehind` must hold for all elements after the first for which it holds.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
        var (start, count) = (startIndex, count)
        while count > 0 {
            let middle = index(start, offsetBy: count / 2)
            if isBehind(self[middle]) {
                count /= 2
            } else {
                count -= count / 2 + 1
                start = index(after: middle)
            }
        }
        return start
    }
}
