import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

@Suite("Packages of a farm") struct FarmPackingTests {
    private func item(_ number: Int, pages: Int?, entry: String = "", share: Double? = nil) -> FarmItem {
        FarmItem(
            root: 0, path: "\(number).pdf", byteCount: Int64(pages ?? 10) * 60_000, modified: 0,
            pages: pages.map { [entry: [[1, $0]]] }, share: share)
    }

    @Test func everyPageIsInExactlyOnePackageAndNewestPagesComeFirst() {
        var generator = SeededGenerator(seed: 1)
        let items = (1...300).map { item($0, pages: Int.random(in: 1...2000, using: &generator)) }
        let packages = FarmPacking(taskSeconds: 600, pageSeconds: 3).packages(of: items)
        var met: [String: IndexSet] = [:]
        for part in packages.flatMap(\.items) {
            for range in part.pages?[""] ?? [] {
                #expect(met[part.path]?.intersects(integersIn: range[0]...range[1]) != true)
                met[part.path, default: []].insert(integersIn: range[0]...range[1])
            }
        }
        for item in items { #expect(met[item.path] == IndexSet(integersIn: 1...(item.pageCount ?? 0))) }
        let order = packages.flatMap(\.items).map(\.path)
        #expect(order.first == "1.pdf" && order.last == "300.pdf")
        #expect(packages.allSatisfy { $0.seconds <= 600.001 })
    }

    @Test func aBundleWhosePagesAreNotKnownIsNotDividedAndAPageIsTheLeastOfOneThatIs() {
        let packing = FarmPacking(taskSeconds: 1, pageSeconds: 30)
        #expect(packing.packages(of: [item(1, pages: nil)]).count == 1)
        #expect(packing.packages(of: [item(1, pages: 5)]).map { $0.items[0].pageCount } == [1, 1, 1, 1, 1])
        #expect(packing.packages(of: []).isEmpty)
    }

    @Test func pagesThatHardlyNeedRecognitionCostLittle() {
        let packing = FarmPacking(taskSeconds: 600, pageSeconds: 3)
        #expect(packing.packages(of: [item(1, pages: 2000, share: 0)]).count == 1)
        #expect(packing.packages(of: [item(1, pages: 2000, share: 1)]).count > 9)
    }

    @Test func whatIsInPackagesAlreadyIsNotPlannedTwice() {
        var taken = FarmTaken()
        taken.take([
            FarmItem(root: 0, path: "1.pdf", byteCount: 1, modified: 0, pages: ["": [[1, 4], [8, 9]]]),
            FarmItem(root: 0, path: "2.pdf", byteCount: 1, modified: 0),
        ])
        #expect(taken.rest(item(1, pages: 10))?.pages == ["": [[5, 7], [10, 10]]])
        #expect(taken.rest(item(2, pages: 3)) == nil)
        #expect(taken.rest(item(3, pages: nil)) == item(3, pages: nil))
    }

    /// 10 million pages on 50 machines of 32 processors. Pages take what they took when it was measured: most about three
    /// seconds, a few ten times as long.
    @Test func aLargePlanKeepsAllProcessorsBusyToTheEnd() {
        var generator = SeededGenerator(seed: 7)
        var left = 10_000_000
        var items: [FarmItem] = []
        while left > 0 {
            let pages = min(left, Int(exp(Double.random(in: 0...8, using: &generator))))
            items.append(item(items.count, pages: max(1, pages)))
            left -= max(1, pages)
        }
        let packages = FarmPacking(taskSeconds: 1200, pageSeconds: 3).packages(of: items)
        func spent(_ pages: Int) -> Double {
            (0..<pages).reduce(0) { sum, _ in
                let isSlow = Int.random(in: 0..<50, using: &generator) == 0
                return sum
                    + (isSlow
                        ? Double.random(in: 10...40, using: &generator) : .random(in: 0.5...4.5, using: &generator))
            }
        }
        var free = Heap(count: 1600)
        var total = 0.0
        for package in packages {
            let seconds = 3 + package.items.reduce(0) { $0 + spent($1.pageCount ?? 0) + 0.5 }
            total += seconds
            free.advanceLeast(by: seconds)
        }
        let ratio = free.greatest / (total / 1600)
        #expect(ratio < 1.1, "\(packages.count) packages, \(free.greatest / 3600) hours, \(ratio) of the ideal")
    }
}

/// When processors are free, the soonest at the root.
private struct Heap {
    private var times: [Double]

    init(count: Int) { times = Array(repeating: 0, count: count) }

    var greatest: Double { times.max() ?? 0 }

    mutating func advanceLeast(by seconds: Double) {
        times[0] += seconds
        var place = 0
        while true {
            let children = [2 * place + 1, 2 * place + 2].filter(times.indices.contains)
            guard let least = children.min(by: { times[$0] < times[$1] }), times[least] < times[place] else { return }
            times.swapAt(place, least)
            place = least
        }
    }
}
