import Foundation
import Testing

@testable import TextRecognition

@Suite("Tesseract's threads", .serialized)
struct OpenMPTests {
    /// With them a page takes several times as long, and no other test would notice.
    @Test func areSwitchedOff() throws {
        typealias GetMaximumLevels = @convention(c) () -> Int32
        guard let symbol = dlsym(nil, "omp_get_max_active_levels") else {
            // Built without OpenMP: there are none.
            return
        }
        OpenMP.useOneThread()
        #expect(unsafeBitCast(symbol, to: GetMaximumLevels.self)() == 0)
    }

    @Test func areNoneInARegionThatAsksForFour() {
        var calls = 0
        withUnsafeMutablePointer(to: &calls) { calls in
            runRegion({ $0?.assumingMemoryBound(to: Int.self).pointee += 1 }, calls, 4, 0)
        }
        #expect(calls == 1)
    }

    @Test func areNoneInSectionsEachOfWhichIsDoneOnce() {
        var done: [UInt32] = []
        withUnsafeMutablePointer(to: &done) { done in
            runSections(
                { done in
                    let done = done?.assumingMemoryBound(to: [UInt32].self)
                    while case let section = nextSection(), section > 0 { done?.pointee.append(section) }
                    endSections()
                }, done, 4, 5, 0)
        }
        #expect(done == [1, 2, 3, 4, 5] && nextSection() == 0)
    }
}
