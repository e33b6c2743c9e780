import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import DocSearch

/// A reader is a process of its own for one bundle, and knows nothing of others.
@Suite("A reader of one bundle")
struct OneReaderABundleTests {
    @Test func eachBundleIsReadByAnotherProcess() async throws {
        let worker = try FakeWorker(#"echo $$ >> "$dir/readers"; cat "$dir/good.$number""#)
        let archive = try TestArchive()
        for name in ["bad a.pdf", "bad b.pdf", "bad c.pdf"] { try archive.write(Array(name.utf8), to: name) }
        let run = try await archive.update {
            $0.extractorPath = worker.path
            $0.jobs = 1
        }
        #expect(run.failures.isEmpty)
        #expect(run.report.bundles == 3)
        let readers = try #require(worker.note("readers")).split(separator: "\n")
        #expect(readers.count == 3)
        #expect(Set(readers).count == 3)
        for reader in readers.compactMap({ pid_t($0) }) { #expect(!isRunning(reader)) }
    }

    @Test func eachBundleThatIsInspectedIsReadByAnotherProcess() async throws {
        let worker = try FakeWorker(#"echo $$ >> "$dir/readers"; cat "$dir/good.$number""#)
        let archive = try TestArchive()
        let names = ["bad a.pdf", "bad b.pdf", "bad c.pdf"]
        for name in names { try archive.write(Array(name.utf8), to: name) }
        var options = IndexingOptions()
        (options.extractorPath, options.jobs) = (worker.path, 1)
        var count = 0
        try BundleInspector(options: options).describe(names.map { archive.root + "/" + $0 }) { _ in count += 1 }
        let readers = try #require(worker.note("readers")).split(separator: "\n")
        #expect(count == 3)
        #expect(Set(readers).count == 3)
    }

    /// Each waits until another one is there; were they one, or one after the other, none would meet another.
    @Test func rangesOfPagesAreRecognisedByProcessesSideBySide() async throws {
        let pages = 1...32
        let worker = try FakeWorker(
            """
            case "$request" in
            *recognizePages*)
                touch "$dir/here.$$"
                tries=0
                until [ -e "$dir/met" ] || [ $(ls "$dir" | grep -c '^here\\.') -ge 2 ] || [ $tries -ge 300 ]; do
                    sleep 0.1
                    tries=$((tries + 1))
                done
                if [ $tries -lt 300 ]; then echo $$ >> "$dir/met"; else rm "$dir/here.$$"; fi
                say end ;;
            *) say scan ;;
            esac
            """,
            parts: [
                "scan": [FakeWorker.starting, FakeWorker.bundle, FakeWorker.document(pageCount: pages.count)]
                    + pages.map { FakeWorker.page($0, text: "") } + [FakeWorker.complete],
                "end": [FakeWorker.complete],
            ])
        let archive = try TestArchive()
        try await archive.read([1], as: "bad.pdf") {
            ($0.extractorPath, $0.jobs, $0.ocr) = (worker.path, 2, .auto)
        }
        let readers = try #require(worker.note("met")).split(separator: "\n")
        #expect(readers.count >= 2, "\(readers)")
        #expect(Set(readers).count == readers.count, "\(readers)")
    }

    @Test func asManyReadersAsProcessorsRunAtATime() {
        #expect(IndexingOptions().workerCount == ProcessInfo.processInfo.activeProcessorCount)
    }

    @Test func readersAreSentNoPasswordBeforeTheyAsk() async throws {
        let worker = try FakeWorker(
            """
            printf %s "$request" > "$dir/request"
            ask
            printf %s "$passwords" > "$dir/passwords"
            cat "$dir/good.$number"
            """)
        let archive = try TestArchive()
        let run = try await archive.read([1], as: "bad.pdf") {
            $0.extractorPath = worker.path
            $0.passwords = ["open", "sesame"]
        }
        #expect(run.failures.isEmpty)
        #expect(worker.note("request")?.contains("sesame") == false)
        #expect(worker.note("passwords") == #"["open","sesame"]"#)
    }

    @Test func readersAskForPasswordsOnlyWhereSomethingIsLocked() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(PDFWriter(texts: ["a heron"]).bytes, to: "open.pdf")
        let worker = try RealWorker(usesSandbox: true, passwords: ["sesame"])
        let request = ExtractionRequest.readBundle(ReadBundleRequest(path: "open.pdf", limits: ExtractionLimits()))
        #expect(try worker.answer(request, file: file).contains { if case .need = $0 { true } else { false } } == false)
    }

    /// Without a sandbox, where its open files can be looked at.
    @Test func aReaderHoldsTheEndsOfItsOwnConversationAndNoOther() throws {
        // Of this process, and not closed when a program is started.
        let file = Glibc.open("/etc/hosts", O_RDONLY)
        defer { close(file) }
        let worker = try RealWorker(usesSandbox: false)
        let first = try Self.open(worker.identifier)
        let prepared = try Self.open(Self.parent(of: worker.identifier))
        #expect(first.keys.sorted() == ["0", "1", "2"], "\(first)")
        let old = worker.process
        try worker.next()
        let second = try Self.open(worker.identifier)
        #expect(second.keys.sorted() == ["0", "1", "2"], "\(second)")
        withExtendedLifetime(old) {
            #expect(Set(first.values).isDisjoint(with: second.values))
            #expect(Set(prepared.values).isDisjoint(with: first.values))
            #expect(Set(prepared.values).isDisjoint(with: second.values))
        }
    }

    @Test func aReaderEndsWithThePreparedProcess() throws {
        let worker = try RealWorker(usesSandbox: true)
        kill(try Self.parent(of: worker.identifier), SIGKILL)
        let deadline = ContinuousClock.now + .seconds(30)
        while isRunning(worker.identifier), .now < deadline { usleep(1000) }
        #expect(!isRunning(worker.identifier))
    }

    /// Standard streams and whatever else is open, by number.
    private static func open(_ process: pid_t) throws -> [String: String] {
        let folder = "/proc/\(process)/fd"
        let numbers = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try Dictionary(
            uniqueKeysWithValues: numbers.map {
                ($0, try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))
            })
    }

    static func parent(of process: pid_t) throws -> pid_t {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("PPid:") })
        return try #require(pid_t(line.dropFirst(5).trimmingCharacters(in: .whitespaces)))
    }
}

#if DEBUG
    @Suite(
        "A reader that was forked",
        .enabled(if: RealWorker.isWhollyConfined, "needs a kernel with seccomp and Landlock"))
    struct ForkedReaderTests {
        @Test(arguments: [
            AttemptRequest.Deed.signalProcess, .queueSignal, .traceProcess, .readMemoryOfProcess, .openProcess,
            .limitOtherProcess,
        ])
        func aReaderDoesNothingToThePreparedProcess(deed: AttemptRequest.Deed) throws {
            let worker = try RealWorker(usesSandbox: true)
            let parent = try OneReaderABundleTests.parent(of: worker.identifier)
            let outcome = try worker.attempt(AttemptRequest(deed, number: Int(parent)))
            #expect(outcome.hasPrefix(AttemptRequest.refused), "\(outcome)")
            #expect(isRunning(parent))
        }

        @Test(arguments: [
            AttemptRequest.Deed.raiseProcessorTime, .raiseMemory, .raiseFileSize, .raiseLimits,
        ])
        func aReaderRaisesNoneOfItsLimits(deed: AttemptRequest.Deed) throws {
            let outcome = try RealWorker(usesSandbox: true).attempt(AttemptRequest(deed))
            #expect(outcome.hasPrefix(AttemptRequest.refused), "\(outcome)")
        }
    }
#endif
