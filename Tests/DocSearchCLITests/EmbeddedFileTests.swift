import DocSearchTestSupport
import Foundation
import Testing

@Suite("Files within PDFs")
struct EmbeddedFileTests {
    private static func pdf(_ text: String, _ files: [PDFWriter.File] = []) -> [UInt8] {
        var writer = PDFWriter(texts: [text])
        writer.files = files
        return writer.bytes
    }

    private func found(_ program: Program, _ query: String) throws -> [String] {
        try program.run(["find", "--match", "all", "--literal", "--jsonl", "--", query]).lines.compactMap { line in
            let hit = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return hit?["path"] as? String
        }.sorted()
    }

    private func index(_ files: [String: [UInt8]], expecting code: Int32 = 0, _ more: [String] = []) throws -> Program {
        let program = try Program()
        for (name, bytes) in files { try program.folder.write(bytes, to: "archive/" + name) }
        let outcome = try program.run(["index", "--ocr", "never"] + more + [program.folder.path + "/archive"])
        #expect(outcome.exitCode == code, "\(outcome.errors)")
        return program
    }

    @Test func partsOfAPortfolioAreDocumentsOfTheirOwn() throws {
        let invoice = PDFWriter.File("factur-x.xml", Array("<xml>gladiolus</xml>".utf8))
        let program = try index([
            "filing.pdf": Self.pdf(
                "the cover of the filing",
                [
                    .init("exhibit A.pdf", Self.pdf("a windmill by the river")),
                    .init("pinned.pdf", Self.pdf("a millpond at night"), page: 1), invoice,
                ])
        ])
        #expect(try found(program, "cover") == ["filing.pdf"])
        #expect(try found(program, "windmill") == ["filing.pdf!/exhibit A.pdf"])
        #expect(try found(program, "millpond") == ["filing.pdf!/pinned.pdf"])
        #expect(try found(program, "gladiolus").isEmpty)
        #expect(try program.run(["show", "filing.pdf!/exhibit A.pdf"]).lines.contains { $0.contains("windmill") })
        #expect(try program.run(["status"]).lines.contains { $0.hasPrefix("Documents:") && $0.contains("3") })
        // What is there already is not read again.
        #expect(try program.run(["index", "--ocr", "never"]).errors.contains("nothing new"))
    }

    @Test func filesWithinPDFsAreReadWhereverThePDFLies() throws {
        let deep = Self.pdf("between", [.init("deep.pdf", Self.pdf("a heron in the reeds"))])
        let zip = ZipWriter([.init("inner.pdf", Self.pdf("a plover on the shore"))]).bytes
        let program = try index([
            "box.zip": ZipWriter([
                .init("letters/filing.pdf", Self.pdf("cover", [.init("deep.pdf", deep), .init("files.zip", zip)])),
                .init("letters/other.pdf", Self.pdf("an otter")),
            ]).bytes
        ])
        #expect(try found(program, "plover") == ["box.zip!/letters/filing.pdf!/files.zip!/inner.pdf"])
        #expect(try found(program, "otter") == ["box.zip!/letters/other.pdf"])
        #expect(try found(program, "heron") == ["box.zip!/letters/filing.pdf!/deep.pdf!/deep.pdf"])
    }

    @Test func whatLiesTooDeepWithinPDFsIsReported() throws {
        var pdf = Self.pdf("the innermost page has a kestrel")
        for level in 0..<6 { pdf = Self.pdf("level \(level)", [.init("next.pdf", pdf)]) }
        let program = try index(["nested.pdf": pdf], expecting: 3)
        #expect(try found(program, "kestrel").isEmpty)
        #expect(try !found(program, "level").isEmpty)
        #expect(try program.run(["status", "--failed"]).lines.contains { $0.contains("nesting") })
    }

    @Test func aDamagedPartOfAPortfolioCostsNoOther() throws {
        let program = try index(
            [
                "filing.pdf": Self.pdf(
                    "the cover",
                    [.init("broken.pdf", Array("%PDF-1.4 nothing".utf8)), .init("good.pdf", Self.pdf("an osprey"))])
            ], expecting: 3)
        #expect(try found(program, "osprey") == ["filing.pdf!/good.pdf"])
        #expect(try found(program, "cover") == ["filing.pdf"])
        #expect(try program.run(["status", "--failed"]).lines.contains { $0.contains("filing.pdf!/broken.pdf") })
    }

    @Test func partsOfTheSameNameAreToldApart() throws {
        let program = try index([
            "filing.pdf": Self.pdf(
                "cover", [.init("part.pdf", Self.pdf("a curlew")), .init("part.pdf", Self.pdf("a dunlin"))])
        ])
        #expect(try found(program, "curlew") == ["filing.pdf!/part.pdf"])
        #expect(try found(program, "dunlin") == ["filing.pdf!/part.pdf#2"])
    }

    @Test func aPartOfAPortfolioThatIsGoneIsTakenOut() throws {
        let program = try index(["filing.pdf": Self.pdf("cover", [.init("part.pdf", Self.pdf("a bittern"))])])
        #expect(try found(program, "bittern").count == 1)
        try program.folder.write(Self.pdf("cover without it"), to: "archive/filing.pdf")
        #expect(try program.run(["index", "--ocr", "never"]).exitCode == 0)
        #expect(try found(program, "bittern").isEmpty)
        #expect(try found(program, "cover") == ["filing.pdf"])
    }
}
