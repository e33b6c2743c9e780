import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

/// A bit that flips anywhere in a file of the index ends with the answers of a sound index, or with a refusal that says what
/// to do.
///
/// Two in each file, or as many as ``Torture`` says.
@Suite(.serialized) struct FlipTests {
    @Test(.timeLimit(.minutes(90)), arguments: ["user.sqlite", "pages.sqlite", "index.sqlite"])
    func flippedBitsLeadBackToASoundIndex(name: String) throws {
        let sound = try SoundIndex()
        let file = sound.folder + "/" + name
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        var generator = SeededGenerator(seed: Torture.seed)
        for number in 1...(Torture.rounds ?? 2) {
            let (offset, bit) = (
                Int.random(in: 0..<bytes.count, using: &generator), Int.random(in: 0..<8, using: &generator)
            )
            let comment = "\(name), seed \(Torture.seed), flip \(number): bit \(bit) of byte \(offset)"
            var damaged = bytes
            damaged[offset] ^= 1 << bit
            try FlippedIndex(sound, name, damaged).run(comment)
        }
    }
}

/// An index of the samples without logs beside its files.
private struct SoundIndex {
    let program: Program
    let folder: String
    let answers: [String]

    static let queries = [
        "water", "council minutes", "gallons", "title:minutes", "tram*", "wasser", "year:1931", "path:minutes",
    ]

    init() throws {
        let samples = try SampleArchive.program()
        program = samples
        folder = samples.folder.path + "/sound-" + UUID().uuidString
        try FileManager.default.copyItem(atPath: samples.index, toPath: folder)
        for name in ["user", "pages", "index"] {
            let queue = try DatabaseQueue(path: folder + "/\(name).sqlite")
            try queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            try queue.close()
        }
        answers = try Self.answers(folder)
    }

    /// What searches can find and show. Rows that a repair has taken for dead belong to no document.
    static func answers(_ folder: String) throws -> [String] {
        let dump = try IndexDump(folder: folder)
        let names = [
            "root", "bundle", "document", "document_tag", "document_place", "page", "page_fts", "word_fts", "seam_fts",
        ]
        return names.flatMap { name in
            (dump.tables[name] ?? []).filter { !$0.hasPrefix("[path:NULL") }.map { "\(name) \($0)" }
        }
    }
}

private struct FlippedIndex {
    let sound: SoundIndex
    let name: String
    let folder: String

    init(_ sound: SoundIndex, _ name: String, _ bytes: Data) throws {
        self.sound = sound
        self.name = name
        folder = sound.program.folder.path + "/flipped"
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.copyItem(atPath: sound.folder, toPath: folder)
        try bytes.write(to: URL(fileURLWithPath: folder + "/" + name))
    }

    func run(_ comment: String) throws {
        for query in SoundIndex.queries {
            let answer = try program(["find", query])
            #expect([0, 1].contains(answer.exitCode) || isRefusal(answer), "\(comment), find: \(answer.errors)")
        }
        try expectEnd(["index"], comment)
        try expectEnd(["verify", "--repair"], comment)
        try expectEnd(["index"], comment)
        let check = try program(["verify"])
        #expect(check.exitCode == 0, "\(comment), at the end: \(check.errors)")
        let answers = try SoundIndex.answers(folder)
        let (more, less) = (Set(answers).subtracting(sound.answers), Set(sound.answers).subtracting(answers))
        #expect(
            more.isEmpty && less.isEmpty,
            "\(comment): only here \((more.min() ?? "nothing").prefix(300)), only there \((less.min() ?? "nothing").prefix(300))"
        )
    }

    private func expectEnd(_ arguments: [String], _ comment: String) throws {
        let outcome = try program(arguments)
        #expect([0, 3].contains(outcome.exitCode), "\(comment), \(arguments[0]): \(outcome.errors)")
    }

    private func isRefusal(_ outcome: Outcome) -> Bool {
        [2, 3].contains(outcome.exitCode)
            && ["docsearch verify --repair", "Run \"docsearch index"].contains {
                outcome.errors.contains($0)
            }
    }

    private func program(_ arguments: [String]) throws -> Outcome {
        try sound.program.run(arguments + ["--index", folder])
    }
}
