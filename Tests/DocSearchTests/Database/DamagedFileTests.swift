import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

/// What was set aside may hold texts that nothing else has.
@Suite("Files that are set aside")
struct DamagedFileTests {
    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = folder.path + "/pages.sqlite"
    }

    /// Files with their endings as what is in them.
    private func write(_ endings: [String]) throws {
        for ending in endings { try Data(ending.utf8).write(to: URL(fileURLWithPath: file + ending)) }
    }

    /// Endings and what is in the files.
    private func files() throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                (
                    String(name.dropFirst("pages.sqlite".count)),
                    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
                )
            })
    }

    @Test(arguments: [
        [], [".damaged-1", ".damaged-1-wal"], [".damaged-1-wal"], [".damaged-2", ".damaged-2-wal"], [".damaged-2-shm"],
        [".damaged-9", ".damaged-10"],
    ])
    func filesThatAreSetAsideTakeNoOthersPlace(before: [String]) throws {
        try write(before + ["", "-wal", "-shm"])
        let aside = try DamagedFile(file).setAside()
        let files = try files()
        for ending in before { #expect(files[ending] == ending) }
        let new = String(aside.dropFirst(file.count))
        #expect(files[new] == "")
        #expect(files[new + "-wal"] == "-wal")
        #expect(files[new + "-shm"] == "-shm")
        #expect(files.count == before.count + 3, "one number for all three")
    }

    /// A repair that was killed had moved the file itself, and perhaps its log.
    @Test(arguments: [
        ([".damaged-1"], ".damaged-1"), ([".damaged-2"], ".damaged-2"), ([".damaged-1", ".damaged-3"], ".damaged-3"),
        ([".damaged-2", ".damaged-2-wal"], ".damaged-3"), ([".damaged-2", ".damaged-3-wal"], ".damaged-4"),
    ])
    func filesThatAreSetAsideKeepTheirLogs(before: [String], with aside: String) throws {
        try write(before + ["-wal", "-shm"])
        #expect(try IndexRecovery(folder: IndexFolder(path: folder.path)).resume() == nil)
        let files = try files()
        for ending in before { #expect(files[ending] == ending) }
        #expect(files[aside + "-wal"] == "-wal")
        #expect(files[aside + "-shm"] == "-shm")
        #expect(files.count == before.count + 2)
    }

    /// The log itself had been moved; the memory that goes with it had not.
    @Test func filesThatAreSetAsideKeepTheMemoryOfTheirLogs() throws {
        try write([".damaged-1", ".damaged-1-wal", "-shm"])
        try DamagedFile(file).setLogsAside()
        #expect(try Set(files().keys) == [".damaged-1", ".damaged-1-wal", ".damaged-1-shm"])
    }
}
