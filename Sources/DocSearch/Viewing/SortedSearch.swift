extension RandomAccessCollection {
    /// The first index for which `isBehind` holds, in a collection where it holds for none before and all after; the
    /// end if it holds for none.
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
