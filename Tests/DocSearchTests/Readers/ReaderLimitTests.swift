import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import DocSearch

/// What the system lets a reader use, as the kernel tells it.
@Suite("The limits of a reader", .enabled(if: RealWorker.isWhollyConfined, "needs a kernel with seccomp and Landlock"))
struct ReaderLimitTests {
    /// A limit of a process by its name in /proc, as two numbers; nil for none.
    private static func limit(_ name: String, of process: pid_t) throws -> [UInt64?] {
        let text = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + " ") })
        return line.dropFirst(name.count).split(separator: " ").prefix(2).map { UInt64($0) }
    }

    /// A reader that waits for an answer within a request.
    private static func reading(_ limits: ExtractionLimits) throws -> (RealWorker, byteCount: Int) {
        let worker = try RealWorker(usesSandbox: true)
        let folder = try TemporaryFolder()
        let bytes = PDFWriter(texts: ["a heron"]).bytes
        let file = open(try folder.write(bytes, to: "a.pdf"), O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let request = ExtractionRequest.readBundle(ReadBundleRequest(path: "a.pdf", limits: limits))
        try worker.process.send(request, number: 1, descriptor: file)
        while true {
            let (_, frame) = try worker.process.nextFrame(within: .seconds(60), stop: StopFlag(after: nil))
            if case .document(let document) = frame {
                #expect(document.asksForPages == true)
                return (worker, bytes.count)
            }
        }
    }

    @Test(arguments: [("Max open files", 64), ("Max processes", 0), ("Max core file size", 0)])
    func limitsOfAReaderAreThereBeforeAnyByteIsRead(name: String, most: UInt64) throws {
        let worker = try RealWorker(usesSandbox: true)
        #expect(try Self.limit(name, of: worker.identifier) == [most, most], "neither can be raised")
    }

    @Test func limitsOfAReaderAreThoseOfTheRequest() throws {
        var limits = ExtractionLimits()
        limits.addressSpaceBytes = 1_500_000_000
        limits.entryBytes = 123_456_789
        limits.processorSeconds = 70
        let (worker, byteCount) = try Self.reading(limits)
        let process = worker.identifier
        #expect(try Self.limit("Max address space", of: process) == [1_500_000_000, 1_500_000_000])
        #expect(try Self.limit("Max file size", of: process) == [123_456_789, 123_456_789])
        let request = ExtractionRequest.readBundle(ReadBundleRequest(path: "", limits: limits))
        let seconds = request.processorSeconds(bundleBytes: Int64(byteCount))
        let time = try Self.limit("Max cpu time", of: process)
        #expect(time.last == seconds, "of the whole request")
        let ofThePage = try #require(time[0])
        #expect((70..<seconds).contains(ofThePage), "of the work in hand, below it")
    }

    /// With files that a bundle may not have either.
    @Test func filesOfAReaderAreLimitedByTheBytesOfABundle() throws {
        var limits = ExtractionLimits()
        limits.bundleBytes = 10_000
        let (worker, _) = try Self.reading(limits)
        #expect(try Self.limit("Max file size", of: worker.identifier) == [10_000, 10_000])
    }

    /// The copy of a document is a file that the reader writes.
    @Test func noFileOfAReaderGrowsBeyondItsLimits() throws {
        let folder = try TemporaryFolder()
        let bytes = PDFWriter(texts: ["a heron in the reed bed"]).bytes
        let bundle = open(try folder.write(bytes, to: "a.pdf"), O_RDONLY | O_CLOEXEC)
        let copy = open(try folder.write([], to: "copy"), O_RDWR | O_CLOEXEC)
        defer {
            close(bundle)
            close(copy)
        }
        var limits = ExtractionLimits()
        for most in [Int64(bytes.count), Int64(bytes.count) - 1] {
            limits.entryBytes = most
            #expect(ftruncate(copy, 0) == 0)
            let worker = try RealWorker(usesSandbox: true)
            let request = CopyDocumentRequest(path: "a.pdf", entry: "", page: nil, limits: limits)
            try worker.process.send(.copyDocument(request), number: 1, descriptor: bundle)
            try worker.process.send(descriptor: copy)
            var reasons: [String] = []
            var outcome: FinishedFrame.Outcome?
            while outcome == nil {
                switch try worker.process.nextFrame(within: .seconds(60), stop: StopFlag(after: nil)).frame {
                case .problem(let problem): reasons.append(problem.reason)
                case .finished(let end): outcome = end.outcome
                default: break
                }
            }
            #expect(lseek(copy, 0, SEEK_END) <= most)
            #expect(outcome == (most < bytes.count ? .failed : .complete))
            #expect(reasons.contains { $0.contains("File too large") } == (most < bytes.count), "\(reasons)")
        }
    }

    @Test func readersLeaveNoCoreDumpWithoutASandboxEither() throws {
        let worker = try RealWorker(usesSandbox: false)
        #expect(try Self.limit("Max core file size", of: worker.identifier) == [0, 0])
        let prepared = try OneReaderABundleTests.parent(of: worker.identifier)
        #expect(try Self.limit("Max core file size", of: prepared) == [0, 0])
    }
}
