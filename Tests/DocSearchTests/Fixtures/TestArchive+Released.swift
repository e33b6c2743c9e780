import Foundation
import GRDB
import Testing

/// `Fixtures/Schemas` has an index of each schema that was ever released, made of three files of the samples in
/// `/srv/archive`. In the last one people have said something.
extension TestArchive {
    private static let schemas = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Schemas")

    static let releasedIndexes: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: schemas.path)) ?? []
        return names.filter { $0.hasSuffix(".tar.gz") }.sorted()
    }()

    /// The archive where it is now, and the index as that release has left it.
    static func released(_ name: String) throws -> TestArchive {
        let archive = try TestArchive()
        for sample in [
            "letters/1931-water-board.zip", "minutes/1931-council-minutes.pdf", "reports/1955-burial-register.zip",
        ] {
            try archive.write(SampleArchive.bytes(of: sample), to: (sample as NSString).lastPathComponent)
        }
        let tar = Process()
        tar.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        tar.arguments = ["tar", "-xzf", schemas.appendingPathComponent(name).path, "-C", archive.folder.path]
        try tar.run()
        tar.waitUntilExit()
        try #require(tar.terminationStatus == 0)
        let queue = try archive.database("user.sqlite")
        try queue.write { db in try db.execute(sql: "UPDATE root SET path = ?", arguments: [archive.root]) }
        try queue.close()
        return archive
    }
}
