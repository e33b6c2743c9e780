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

    /// Processor seconds that recognising a page took in each of 17 scanned documents; docs/on-a-cluster.md says where.
    private static let measured = [
        0.68, 1.78, 1.97, 0.52, 1.58, 1.70, 2.89, 3.77, 2.87, 3.63, 1.67, 2.26, 1.87, 2.31, 2.71, 0.50, 0.42,
    ]

    /// 10 million pages on 50 machines of 32 processors. A document takes what one of those that were measured took, its
    /// pages up to half as much again or half of it, and a task 3 seconds besides.
    @Test func aLargePlanKeepsAllProcessorsBusyToTheEnd() {
        var generator = SeededGenerator(seed: 7)
        var left = 10_000_000
        var items: [FarmItem] = []
        while left > 0 {
            let pages = max(1, min(left, Int(exp(Double.random(in: 0...8, using: &generator)))))
            items.append(item(items.count, pages: pages))
            left -= pages
        }
        let costs = items.map { _ in Self.measured.randomElement(using: &generator) ?? 0 }
        let packages = FarmPacking(taskSeconds: 1200, pageSeconds: 2).packages(of: items)
        var free = Heap(count: 1600)
        var total = 0.0
        for package in packages {
            let seconds = package.items.reduce(3.0) { sum, part in
                let cost = costs[Int(part.path.dropLast(4)) ?? 0]
                return (0..<(part.pageCount ?? 0)).reduce(sum) { sum, _ in
                    sum + cost * Double.random(in: 0.5...1.5, using: &generator)
                }
            }
            total += seconds
            free.advanceLeast(by: seconds)
        }
        let (hours, ratio) = (free.greatest / 3600, free.greatest / (total / 1600))
        print("farm: \(packages.count) packages, \(hours) hours, \(ratio) times the ideal")
        #expect(ratio < 1.1, "\(packages.count) packages, \(hours) hours")
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
