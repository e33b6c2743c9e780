import DocSearch
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import DocSearch

/// The worker is a script that asks for files and writes down what it gets: D with a descriptor, N without one.
@Suite("Files that a worker asks for")
struct FileRequestTests {
    /// Reads the folder "bad" with a script that may call `answer`, which asks for the files of `indices` one after the
    /// other.
    private func read(
        _ archive: TestArchive, asking indices: [Int], _ script: String = "answer; head -c \"$asked\" > \"$dir/got\"",
        _ change: (inout IndexingOptions) -> Void = { _ in }
    ) async throws -> (FakeWorker, TestRun) {
        let worker = try FakeWorker(
            "asked=\(indices.count); printf %s \"$request\" > \"$dir/request\"; \(script); cat \"$dir/good.$number\"",
            frames: indices.map { .file(FileFrame(index: $0)) })
        let run = try await archive.update {
            $0.extractorPath = worker.path
            change(&$0)
        }
        return (worker, run)
    }

    private func access(_ worker: FakeWorker) throws -> BundleAccess {
        let request = try #require(worker.note("request"))
        let decoded = try JSONDecoder().decode(ExtractionRequest.self, from: Data(request.utf8))
        guard case .readBundle(let reading) = decoded else { throw CancellationError() }
        return reading.access
    }

    private func makeFolder() throws -> TestArchive {
        let archive = try TestArchive()
        for name in ["bagit.txt", "data/b.pdf", "data/a/x.txt", ".hidden"] {
            try archive.write([1, 2, 3], to: "bad/" + name)
        }
        return archive
    }

    @Test func filesOfABundleAreListedInOrderAndHandedToTheReader() async throws {
        let archive = try makeFolder()
        let (worker, run) = try await read(archive, asking: [0, 3, 1, 2, 1])
        #expect(run.failures.isEmpty)
        #expect(worker.note("got") == "DDDDD")
        let access = try access(worker)
        #expect(access.isFolder)
        #expect(
            access.files
                == [".hidden", "bagit.txt", "data/a/x.txt", "data/b.pdf"].map { ListedFile(path: $0, byteCount: 3) })
    }

    @Test func readersReachNoFileThroughALink() async throws {
        let archive = try makeFolder()
        let outside = try archive.folder.write([9], to: "outside/secret.txt")
        let manager = FileManager.default
        let folder = archive.root + "/bad"
        try manager.createSymbolicLink(atPath: folder + "/link.txt", withDestinationPath: outside)
        try manager.createSymbolicLink(
            atPath: folder + "/data/out", withDestinationPath: archive.folder.path + "/outside")
        try manager.createSymbolicLink(atPath: folder + "/data/loop", withDestinationPath: folder)
        // Once listed, a file and a folder are replaced by links.
        let script = """
            answer; head -c 2 > /dev/null
            rm -r '\(folder)/data/a' '\(folder)/data/b.pdf'
            ln -s '\(archive.folder.path)/outside' '\(folder)/data/a'; ln -s '\(outside)' '\(folder)/data/b.pdf'
            answer; head -c 2 > "$dir/got"
            """
        let (worker, run) = try await read(archive, asking: [2, 3], script)
        #expect(worker.note("got") == "NN")
        #expect(try access(worker).files.count == 4)
        #expect(run.report.symbolicLinks == 3)
        #expect(run.report.unsettled == 1, "it changed while it was read")
    }

    @Test(arguments: [[4], [-1], [.max], Array(repeating: 0, count: 41)])
    func readersThatAskForOtherFilesOrWithoutEndAreFailures(indices: [Int]) async throws {
        let (_, run) = try await read(makeFolder(), asking: indices)
        // What lies in a folder that gives nothing as a bundle is read for itself.
        #expect(run.failures.map(\.path) == ["bad", "bad/data/b.pdf"])
        #expect(run.failures.first?.reason.contains("invalid answer") == true, "\(run.failures)")
    }

    @Test func readersGetNoFilesBesideAFileThatStandsAlone() async throws {
        let archive = try TestArchive()
        try archive.write([1], to: "bad.pdf")
        try archive.write([1], to: "other.txt")
        let (worker, run) = try await read(archive, asking: [0])
        #expect(run.failures.first?.reason.contains("file 0 of a bundle with 0") == true)
        #expect(try access(worker) == BundleAccess())
    }

    @Test func aFolderBundleOfMoreFilesThanTheLimitIsAFailure() async throws {
        let archive = try makeFolder()
        let (_, run) = try await read(archive, asking: []) { $0.limits.entries = 3 }
        #expect(run.failures.map(\.reason) == ["it has 4 files; the limit is 3 (entries)"])
        #expect(try archive.index.status().failures.map(\.code) == ["limit"])
        let idle = try await archive.update {
            $0.extractorPath = "/bin/false"
            $0.limits.entries = 3
        }
        #expect(idle.report.unchanged == 1, "said once")
        #expect(idle.report.failed == 0, "said once")
    }

    @Test func filesWhoseNamesAreNotUTF8AreHandedOut() async throws {
        let archive = try makeFolder()
        let file = (archive.root + "/bad/caf").utf8CString.dropLast() + [-23] + ".txt".utf8CString
        close(open(Array(file), O_CREAT | O_WRONLY, 0o600))
        defer { unlink(Array(file)) }
        let (worker, run) = try await read(archive, asking: [0])
        #expect(run.failures.isEmpty)
        #expect(try access(worker).files.count == 5)
        #expect(try archive.find("faithful") == ["bad"], "the rest is read")
    }
}

@Suite("Opening below a folder")
struct FolderHandleTests {
    private static let hostile = [
        "../outside.txt", "/etc/passwd", "a/../../outside.txt", "link.txt", "a/link.txt", "out/outside.txt", "a", "",
        ".",
        "none",
    ]

    private func makeFolder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["outside.txt", "in/a/x.txt", "in/y.txt"] { try folder.write([7], to: name) }
        let manager = FileManager.default
        for (link, target) in [("link.txt", "y.txt"), ("a/link.txt", "x.txt"), ("out", "..")] {
            try manager.createSymbolicLink(atPath: folder.path + "/in/" + link, withDestinationPath: target)
        }
        mkfifo(folder.path + "/in/pipe", 0o600)
        return folder
    }

    @Test(arguments: ["a/x.txt", "y.txt"])
    func aFolderHandleOpensFilesBelowItsFolder(path: String) throws {
        let folder = try makeFolder()
        let handle = try FolderHandle(path: folder.path + "/in")
        for file in [handle.openFile(path), handle.openPartByPart(Array(path.utf8), O_RDONLY)] {
            var byte: UInt8 = 0
            #expect(file >= 0)
            #expect(Glibc.read(file, &byte, 1) == 1)
            #expect(byte == 7)
            close(file)
        }
    }

    @Test(arguments: hostile + ["pipe"])
    func aFolderHandleOpensNothingButFilesBelowItsFolder(path: String) throws {
        let folder = try makeFolder()
        #expect(try FolderHandle(path: folder.path + "/in").openFile(path) == -1)
    }

    /// A pipe may take a file's place in the moment before the file is opened.
    @Test(arguments: [true, false])
    func aFolderHandleDoesNotWaitForAPipe(asBundle: Bool) throws {
        let folder = try makeFolder()
        let path = folder.path + "/in"
        let end = DispatchSemaphore(value: 0)
        let thread = Thread {
            guard let handle = try? FolderHandle(path: path) else { return }
            // Whether it is refused is another test's business.
            if asBundle {
                _ = try? OpenFile("pipe", below: handle, shownPath: "pipe")
            } else {
                _ = handle.openFile("pipe")
            }
            end.signal()
        }
        thread.start()
        #expect(end.wait(timeout: .now() + .seconds(60)) == .success)
        // Ends the wait of a thread that still hangs there.
        close(open(path + "/pipe", O_WRONLY | O_NONBLOCK))
    }

    @Test(arguments: hostile.filter { $0 != "a" })
    func aFolderHandleOpensNothingElseOnAnOldKernelEither(path: String) throws {
        let folder = try makeFolder()
        #expect(try FolderHandle(path: folder.path + "/in").openPartByPart(Array(path.utf8), O_RDONLY) == -1)
    }

    @Test func noFolderHandleIsMadeForALink() throws {
        let folder = try makeFolder()
        #expect(throws: DocSearchError.self) { try FolderHandle(path: folder.path + "/in/out") }
    }
}
