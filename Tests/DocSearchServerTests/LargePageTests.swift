import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Testing

/// Pages of some megabytes with marks everywhere, and other large answers.
@Suite struct LargePageTests {
    /// What a client takes slowly is not kept in memory.
    @Test func largeAnswersLeaveTheMemoryAsFiles() async throws {
        let folder = try TemporaryFolder()
        try folder.write(PDFWriter(texts: (1...400).map { "leaf number \($0)" }).bytes, to: "archive/long.pdf")
        let index = ArchiveIndex(at: folder.path + "/index")
        try await index.read(folder)
        var settings = SiteSettings.forTests(index: folder.path + "/index")
        settings.imageFolder = folder.path + "/images"
        settings.extractorPath = try ServedArchive.program("docsearch-extract")
        let site = Site(settings)
        let address = "/iiif/presentation/3/1/manifest"
        let whole = await site.ask(address).text
        #expect(whole.utf8.count > 256 << 10)
        #expect(whole.hasSuffix("}\n"))
        guard case .pieces(let length, _) = await site.askForPieces(address).body else {
            Issue.record("it is in memory")
            return
        }
        #expect(length == whole.utf8.count)
        guard case .bytes = await site.askForPieces("/documents/1/pages/1.txt").body else {
            Issue.record("a small answer needs no file")
            return
        }
    }

    @Test func largePagesAreMarkedInOneGo() throws {
        let text = String(repeating: "<é> sluice ", count: 100_000)
        let marks = (0..<100_000).map { $0 * 11 + 4..<$0 * 11 + 10 }
        var source = ""
        let spent = try processorTime { source = HTML.marked(text, at: marks).source }
        #expect(spent < .seconds(10))
        #expect(source.hasPrefix("&lt;é&gt; <mark class=\"hit\">sluice</mark> &lt;é&gt; "))
        #expect(source.hasSuffix("<mark class=\"hit\">sluice</mark> "))
        #expect(source.count == 100_000 * "&lt;é&gt; <mark class=\"hit\">sluice</mark> ".count)
    }
}
