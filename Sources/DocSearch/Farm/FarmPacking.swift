import Foundation

/// Makes packages of about the same cost, in the order of the items.
struct FarmPacking {
    /// Seconds of one processor for a package.
    var taskSeconds: Double
    /// Seconds of one processor to recognise a page, with all that goes with it.
    var pageSeconds: Double

    /// Opening a bundle: 0.01 was measured, from a disk of the same machine.
    private static let openingSeconds = 0.05
    /// Judging a page's text layer: 0.006 to 0.016 were measured.
    private static let layerSeconds = 0.02
    private static let bytesPerSecond = 200_000_000.0
    /// For a bundle that nobody has looked into yet: a scan in black and white. Photographs of pages are larger, and give
    /// packages that are done sooner.
    private static let bytesPerPage = 100_000.0

    private func opening(_ item: FarmItem) -> Double {
        Self.openingSeconds + Double(max(0, item.byteCount)) / Self.bytesPerSecond
    }

    func seconds(_ item: FarmItem) -> Double {
        let pages = item.pageCount.map(Double.init) ?? max(1, Double(item.byteCount) / Self.bytesPerPage)
        return opening(item) + pages * secondsPerPage(item)
    }

    private func secondsPerPage(_ item: FarmItem) -> Double {
        Self.layerSeconds + pageSeconds * min(1, max(0, item.share ?? 1))
    }

    /// The last tenth of the work is in packages a quarter as large, so that all processors end at about the same time.
    func packages(of items: [FarmItem]) -> [(items: [FarmItem], seconds: Double)] {
        var left = items.reduce(0) { $0 + seconds($1) }
        let smallFrom = left / 10
        var result: [(items: [FarmItem], seconds: Double)] = []
        var current: (items: [FarmItem], seconds: Double) = ([], 0)
        func close() {
            if !current.items.isEmpty { result.append(current) }
            current = ([], 0)
        }
        for whole in items {
            var rest: FarmItem? = whole
            while let item = rest {
                let most = left < smallFrom ? taskSeconds / 4 : taskSeconds
                if current.seconds + seconds(item) > most { close() }
                let part: FarmItem
                (part, rest) = split(item, most)
                let cost = seconds(part)
                current.items.append(part)
                current.seconds += cost
                left -= cost
            }
        }
        close()
        return result
    }

    /// The part that fits into so many seconds, at least a page, and what is left of it.
    private func split(_ item: FarmItem, _ most: Double) -> (FarmItem, FarmItem?) {
        guard let pages = item.pages, let count = item.pageCount, seconds(item) > most else { return (item, nil) }
        var room = max(1, Int((most - opening(item)) / secondsPerPage(item)))
        guard room < count else { return (item, nil) }
        var (part, rest) = (item, item)
        (part.pages, rest.pages) = ([:], [:])
        for (entry, ranges) in pages.sorted(by: { $0.key < $1.key }) {
            for range in ranges {
                let (first, last) = (range[0], range[1])
                let end = min(last, first + room - 1)
                if first <= end { part.pages?[entry, default: []].append([first, end]) }
                if end < last { rest.pages?[entry, default: []].append([max(first, end + 1), last]) }
                room -= max(0, end - first + 1)
            }
        }
        return (part, rest)
    }

    /// Ascending numbers as ranges.
    static func ranges(_ pages: IndexSet) -> [[Int]] { pages.rangeView.map { [$0.lowerBound, $0.upperBound - 1] } }

    /// The numbers in ranges that a file names. An entry that is no range of pages has none.
    static func pages(_ ranges: [[Int]]) -> IndexSet {
        let known = 0...IndexSchema.maximumPage
        return ranges.reduce(into: IndexSet()) { pages, range in
            guard range.count == 2, range[0] <= range[1], range.allSatisfy(known.contains) else { return }
            pages.insert(integersIn: range[0]...range[1])
        }
    }
}
