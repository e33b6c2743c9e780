import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@Suite struct IndexRightsTests {
    private static let umaskOfNone = ["/bin/sh", "-c", "umask 000; exec \"$@\"", "sh"]

    /// A program whose index is in a folder that was there before and is open to all.
    private func program() throws -> Program {
        let program = try Program()
        _ = try program.archive("minutes/1931-council-minutes.pdf")
        try FileManager.default.createDirectory(atPath: program.index, withIntermediateDirectories: true)
        chmod(program.index, 0o755)
        return program
    }

    @discardableResult
    private func index(_ program: Program, _ arguments: String...) throws -> Outcome {
        let all = ["index", "--ocr", "never"] + arguments + [program.folder.path + "/archive"]
        let outcome = try program.run(all, launcher: Self.umaskOfNone)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome
    }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int) & 0o777
    }

    private func modes(_ program: Program) throws -> [String: Int] {
        let names = try FileManager.default.contentsOfDirectory(atPath: program.index)
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try mode(program.index + "/" + $0)) })
    }

    @Test func rightsOfAnIndexAreTheOwnersAloneWhateverFolderAndUmask() throws {
        let program = try program()
        try index(program)
        // Finds nothing to do, which is noted in a file.
        try index(program)
        let modes = try modes(program)
        #expect(modes.count >= 8, "\(modes)")
        #expect(modes.keys.contains("last-look"), "\(modes)")
        #expect(modes.allSatisfy { $0.value == 0o600 }, "\(modes)")
        #expect(try mode(program.index) == 0o755, "the folder may hold other things")
    }

    @Test func rightsOfAnIndexAreTightenedByTheNextRun() throws {
        let program = try program()
        try index(program)
        for name in ["index.sqlite.damaged-1", "pages.sqlite.salvaged-1", "user.sqlite.backup-1"] {
            try program.folder.write("old".utf8, to: "data/docsearch/" + name)
        }
        try program.folder.write("not of the index".utf8, to: "data/docsearch/notes.txt")
        for name in try FileManager.default.contentsOfDirectory(atPath: program.index) {
            chmod(program.index + "/" + name, 0o664)
        }
        try index(program)
        var modes = try modes(program)
        #expect(modes.removeValue(forKey: "notes.txt") == 0o664)
        #expect(modes.allSatisfy { $0.value == 0o600 }, "\(modes)")
    }

    @Test func rightsOfAnIndexAreTheOwnersAloneAfterARepair() throws {
        let program = try program()
        try index(program)
        for name in ["index.sqlite", "pages.sqlite"] {
            for suffix in ["-wal", "-shm"] { unlink(program.index + "/" + name + suffix) }
            try program.folder.write("rubbish".utf8, to: "data/docsearch/" + name)
            chmod(program.index + "/" + name, 0o644)
            let repair = try program.run(["verify", "--repair"], launcher: Self.umaskOfNone)
            #expect(repair.exitCode == 0, "\(repair.errors)")
        }
        let modes = try modes(program)
        #expect(modes.allSatisfy { $0.value == 0o600 }, "\(modes)")
    }

    @Test(.enabled(if: Launcher.canBeAnother, Launcher.otherReason))
    func indexIsTheGroupsToReadWhenThatIsAskedFor() throws {
        let program = try program()
        let group = gid_t(54_321)
        chmod(program.index, 0o700)
        chown(program.index, 0, group)
        try index(program)
        let member = Launcher.another(group: group)
        let stranger = Launcher.another(group: group + 1)
        #expect(try program.run(["find", "water"], launcher: member).exitCode == 2, "not before it is asked for")

        try index(program, "--group-readable")
        #expect(try mode(program.index) == 0o750)
        for (name, mode) in try modes(program) {
            let isLive = ["", "-wal", "-shm"].contains { suffix in
                ["user", "pages", "index"].contains { "\($0).sqlite\(suffix)" == name }
            }
            #expect(mode == (isLive ? 0o640 : 0o600), "\(name)")
        }
        for command in [["find", "water"], ["status"], ["show", "1"]] {
            let outcome = try program.run(command, launcher: member)
            #expect(outcome.exitCode == 0, "\(command): \(outcome.errors)")
            #expect(try program.run(command, launcher: stranger).exitCode == 2)
        }
        #expect(try program.run(["index"], launcher: member).exitCode == 2)
        #expect(try program.run(["find", "water"], launcher: member).exitCode == 0, "a refused run changes nothing")

        // Remembered, and files that are made later are the group's too.
        try program.folder.write(PDFWriter(texts: ["a kestrel"]).bytes, to: "archive/new.pdf")
        try index(program)
        #expect(try program.run(["find", "kestrel"], launcher: member).exitCode == 0)
        #expect(try program.run(["reset", "--yes"]).exitCode == 0)
        try index(program)
        #expect(try program.run(["find", "kestrel"], launcher: member).exitCode == 0, "also when it is made anew")

        try index(program, "--no-group-readable")
        #expect(try modes(program).allSatisfy { $0.value == 0o600 })
        #expect(try mode(program.index) == 0o700)
        #expect(try program.run(["find", "water"], launcher: member).exitCode == 2)
    }

    /// Everything in the index but the lock, which says who tried last.
    private func contents(_ program: Program) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: program.index).filter { $0 != "lock" }
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, try Data(contentsOf: URL(fileURLWithPath: program.index + "/" + name)))
            })
    }

    @Test(arguments: ["user.sqlite", "pages.sqlite", "index.sqlite"])
    func refusedRunLeavesEveryFileAsItWas(name: String) throws {
        let program = try program()
        try index(program)
        let queue = try DatabaseQueue(path: program.index + "/" + name)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('v999'); PRAGMA user_version = 999")
        }
        try queue.close()
        let before = try contents(program)
        try program.folder.write(PDFWriter(texts: ["a kestrel"]).bytes, to: "archive/new.pdf")
        let run = try program.run(["index", "--ocr", "never"])
        #expect(run.exitCode == 2, "\(run.errors)")
        #expect(run.errors.contains("newer"), "\(run.errors)")
        let after = try contents(program)
        for (file, bytes) in before where !file.hasSuffix("-shm") { #expect(after[file] == bytes, "\(file)") }
        #expect(before.keys.allSatisfy { after[$0] != nil }, "\(before.keys.sorted()) and \(after.keys.sorted())")
    }

    @Test(.enabled(if: Launcher.canLoseRights, Launcher.reason))
    func runWithoutRightsToOneFileLeavesTheOthersAsTheyWere() throws {
        let program = try program()
        try index(program)
        chmod(program.index + "/index.sqlite", 0o400)
        let before = try contents(program)
        let run = try program.run(["index", "--ocr", "never"], launcher: Launcher.withoutRights)
        #expect(run.exitCode == 2, "\(run.errors)")
        #expect(run.errors.contains("Permission denied"), "\(run.errors)")
        #expect(run.errors.contains("index.sqlite"))
        #expect(try contents(program) == before)
        #expect(try program.run(["find", "water"], launcher: Launcher.withoutRights).exitCode == 0)
    }
}
