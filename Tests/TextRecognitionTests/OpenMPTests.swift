import Foundation
import Testing

@testable import TextRecognition

@Suite("Tesseract's threads", .serialized)
struct OpenMPTests {
    /// With them a page takes several times as long, and no other test would notice.
    @Test func threadsOfTesseractAreSwitchedOff() throws {
        typealias GetMaximumLevels = @convention(c) () -> Int32
        guard let symbol = dlsym(nil, "omp_get_max_active_levels") else {
            // Built without OpenMP: there are none.
            return
        }
        OpenMP.useOneThread()
        #expect(unsafeBitCast(symbol, to: GetMaximumLevels.self)() == 0)
    }
}
