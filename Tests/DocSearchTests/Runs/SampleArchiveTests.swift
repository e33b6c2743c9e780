import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// The whole way with the real worker, OCR included, against what `Samples/expected.json` promises.
@Suite("The sample archive")
struct SampleArchiveTests {
    @Test func theSampleArchiveHasTheDocumentsThatItPromises() async throws {
        let samples = try await SampleArchive.shared()
        for expected in samples.expected.documents {
            let found = try samples.index.document(expected.path)
            #expect(found.title == expected.title)
            #expect(found.authors == expected.authors)
            #expect(found.tags == expected.tags)
            #expect(found.pageCount == expected.pageCount)
            #expect(found.identifier == expected.identifier)
            // An instant is more precise than the day that is expected.
            #expect(found.date.map { String($0.description.prefix(10)) } == expected.date)
            #expect(expected.format.hasPrefix(found.format))
            let labels = try samples.index.pages(of: found).map { $0.label ?? String($0.page) }
            #expect(labels == expected.pageLabels ?? (1...expected.pageCount).map { String($0) })
        }
        #expect(try samples.index.status().documents == samples.expected.documents.count)
        #expect(samples.run.report.documents == samples.expected.documents.count)
    }

    @Test func thePagesThatNeedItAreRecognised() async throws {
        let samples = try await SampleArchive.shared()
        for expected in samples.expected.documents {
            let pages = try samples.index.pages(of: samples.index.document(expected.path))
            #expect(pages.filter { $0.origin == .ocr }.map(\.page) == expected.ocrPages, "\(expected.path)")
            #expect(pages.filter { $0.origin == .ocr }.allSatisfy { (0.5...1).contains($0.confidence ?? 0) })
        }
        let count = samples.expected.documents.map(\.ocrPages.count).reduce(0, +)
        #expect(samples.run.report.recognized == count)
        #expect(samples.run.report.waiting == 0)
        #expect(try samples.index.status().states["ocr"] == count)
        #expect(try samples.index.pagesWithoutText().isEmpty)
    }

    /// Without recognition only words are looked at; what only the page's image tells is found out by the next run.
    @Test func imagesAreLookedAtInTheFirstRunThatRecognizes() async throws {
        let samples = try await SampleArchive.shared()
        let mixed = try #require(samples.expected.documents.first { $0.verdicts != nil })
        let archive = try TestArchive()
        let bundle = String(mixed.path.prefix { $0 != "!" })
        try await archive.read(SampleArchive.bytes(of: bundle), as: "mixed.zip")
        let words = try archive.index.status()
        #expect(words.verdicts["partial"] == nil)
        #expect((words.reasons["words-only"] ?? 0) > 0)
        #expect(try await archive.update().report.unchanged == 1)
        try await archive.update { $0.ocr = .auto }
        let images = try archive.index.status()
        #expect(images.verdicts == Dictionary(grouping: mixed.verdicts ?? [], by: \.self).mapValues(\.count))
        #expect(images.reasons["words-only"] == nil)
        // What is known by now is good enough for a run that looks at words.
        #expect(try await archive.update().report.unchanged == 1)
        #expect(try await archive.update { $0.full = true }.report.unchanged == 0)
        #expect(try archive.index.status().verdicts == images.verdicts)
    }

    @Test func aScanIsReadInTheLanguageThatItsMetadataNames() async throws {
        let archive = try TestArchive()
        try await archive.read(SampleArchive.bytes(of: "letters/Partnerstadt 1936.zip"), as: "letter.zip") {
            $0.ocr = .auto
            $0.languages = ["eng"]
        }
        // Read as English, it has "Prifung".
        let path = try #require(try archive.find("Wasserwerk").first)
        let pages = try archive.index.pages(of: archive.index.document(DocumentReference(path)))
        #expect(pages[1].origin == .ocr)
        #expect(pages[1].text.contains("Prüfung"))
        #expect(try await archive.update { $0.ocr = .auto }.report.recognized == 0)
    }

    @Test func aTextLayerThatIsWrittenBackwardsIsNoticed() async throws {
        let archive = try TestArchive()
        let words =
            "the board resolved that the bridge be mended before the rains and that the clerk write to the council"
        let line = String(words.reversed())
        try await archive.read([[line, line, line].joined(separator: " ")], as: "mirror.pdf") { $0.ocr = .auto }
        #expect(try archive.index.status().reasons == ["reversed-words": 1])
    }

    @Test func eachPageOfAMixedReportHasTheRightVerdict() async throws {
        let samples = try await SampleArchive.shared()
        let mixed = try #require(samples.expected.documents.first { $0.verdicts != nil })
        let pages = try samples.index.pages(of: samples.index.document(mixed.path))
        #expect(pages.compactMap(\.verdict?.rawValue) == mixed.verdicts)
        #expect(pages.map(\.layer) == [.bornDigital, nil, .bornDigital, .earlierOCR, nil])
        #expect(pages.map(\.origin) == [.textLayer, .ocr, .ocr, .ocr, nil])
        #expect(pages[4].text.isEmpty)
        #expect(pages[1...3].allSatisfy { !$0.words.isEmpty && $0.size != nil })
        // Of the pages that were not taken as they are it is said why.
        #expect(pages.map(\.reasons.isEmpty) == [true, false, false, false, false])
    }

    @Test func samplesAreFoundByTheirPhrasesOnTheirPages() async throws {
        let samples = try await SampleArchive.shared()
        for document in samples.expected.documents {
            for phrase in document.phrases {
                var request = SearchRequest("\"\(phrase.text)\"")
                request.pagesPerDocument = 10
                let hits = try samples.index.search(request).hits
                let page = hits.first { $0.document.path == document.path }?.pages.first {
                    $0.page == phrase.page
                }
                let found = try #require(page, "\(phrase.text) on page \(phrase.page) of \(document.path)")
                #expect(found.markedTexts.contains { $0.lettersOnly == phrase.text.lettersOnly }, "\(found)")
            }
        }
    }

    @Test func theSampleArchiveAnswersTheQuestionsOfItsReadme() async throws {
        let samples = try await SampleArchive.shared()
        for find in samples.expected.finds {
            let results = try samples.index.search(SearchRequest(find.query))
            #expect(results.totalWithAll == find.hits.count, "\(find.query)")
            for expected in find.hits {
                let hit = results.hits.prefix(find.hits.count).first { $0.document.path == expected.path }
                #expect(hit?.hasAllWords == true, "\(find.query): \(expected.path)")
                if let page = expected.page { #expect(hit?.pages.first?.page == page, "\(find.query)") }
            }
        }
    }

    @Test func runsNameTheFilesThatCannotBeRead() async throws {
        let samples = try await SampleArchive.shared()
        let failures = try samples.index.status().failures
        #expect(Set(failures.map(\.path)) == Set(samples.expected.failures.map(\.path)))
        #expect(Set(samples.run.failures.map(\.path)) == Set(samples.expected.failures.map(\.path)))
        for expected in samples.expected.failures {
            let failure = failures.first { $0.path == expected.path }
            #expect(failure?.code == (expected.kind == "encrypted-pdf" ? "locked" : "damaged"))
            #expect(failure?.reason.isEmpty == false)
            #expect(failure?.attempts == 1)
        }
        #expect(samples.run.report.failed == 2)
        #expect(samples.run.report.standingFailures == 2)
    }

    @Test func runsReportEveryFile() async throws {
        let samples = try await SampleArchive.shared()
        let report = samples.run.report
        #expect(report.bundles == 20)
        #expect(report.new == 20)
        #expect(report.unchanged == 0)
        #expect(report.changed == 0)
        #expect(report.removed == 0)
        #expect(!report.isPartial)
        #expect(report.warnings.isEmpty)
        var stored = try samples.index.status().lastRun
        stored?.seconds = report.seconds
        #expect(stored == report)
    }

    /// Runs one after the other on one copy: each starts from where the one before it left the index.
    @Test func theSampleArchiveIsReadAndRecognisedOnlyOnce() async throws {
        let samples = try await SampleArchive.shared()
        let archive = try samples.copy()
        let recognized = samples.run.report.recognized

        let moved = try await archive.update {
            $0.ocr = .auto
            $0.languages = ["eng", "deu"]
        }
        #expect(moved.report.recognized == 0, "another folder, the same scans")
        #expect(moved.report.reused == recognized)
        #expect(moved.report.new == 20)

        let idle = try await archive.update {
            $0.ocr = .auto
            // Nothing is left to do for a worker.
            $0.extractorPath = "/bin/false"
        }
        #expect(idle.report.unchanged == 20, "languages are remembered")
        #expect(idle.report.bundles == 20, "languages are remembered")
        #expect(idle.report.documents == 0)
        #expect(idle.report.pages == 0)
        #expect(idle.report.recognized == 0)
        #expect(idle.report.waiting == 0)

        try FileManager.default.moveItem(
            atPath: archive.root + "/letters/1931-water-board.zip", toPath: archive.root + "/board.zip")
        let renamed = try await archive.update { $0.ocr = .auto }
        #expect(renamed.report.recognized == 0)
        #expect(renamed.report.reused == 3)
        #expect(renamed.report.moved == 1)
        #expect(renamed.report.new + renamed.report.removed == 0)
        #expect(renamed.report.unchanged == 19)
        #expect(try archive.find("\"nine thousand gallons\"").allSatisfy { $0.hasPrefix("board.zip!/") })

        let full = try await archive.update {
            $0.ocr = .auto
            $0.full = true
        }
        #expect(full.report.recognized == 0)
        #expect(full.report.reused == recognized)
        #expect(full.report.documents == samples.expected.documents.count)

        try FileManager.default.removeItem(atPath: archive.indexPath + "/index.sqlite")
        let rebuilt = try await archive.update { $0.ocr = .auto }
        #expect(rebuilt.report.recognized == 0, "index.sqlite may be deleted at any time")
        #expect(rebuilt.report.documents == samples.expected.documents.count)
        #expect(try archive.find("\"nine thousand gallons\"").count == 1)
    }

    /// The reader of one file says nothing about another one, so two files have a page image recognised each.
    @Test func thePageImageOfAChangedFileIsRecognisedOnce() async throws {
        let archive = try TestArchive()
        let letter = try SampleArchive.bytes(of: "letters/1949-library-gift.pdf")
        // What stands behind the end of a PDF makes another file of it, and the same page.
        let first = try await archive.read(Array(letter), as: "a.pdf") { $0.ocr = .auto }
        #expect(first.report.recognized == 1)
        try archive.write(Array(letter) + Array("\n%b\n".utf8), to: "a.pdf")
        let changed = try await archive.read(Array(letter) + Array("\n%c\n".utf8), as: "c.pdf") { $0.ocr = .auto }
        #expect(changed.report.recognized == 1)
        #expect(changed.report.reused == 1)
        #expect(Set(try archive.find("\"register of gifts\"")) == ["a.pdf", "c.pdf"])
        try FileManager.default.removeItem(atPath: archive.indexPath + "/index.sqlite")
        let rebuilt = try await archive.update { $0.ocr = .auto }
        #expect(rebuilt.report.recognized == 0, "index.sqlite may be deleted at any time")
    }

    @Test func aDocumentOfThreeBundlesIsRecognisedOnce() async throws {
        let archive = try TestArchive()
        let letter = Array(try SampleArchive.bytes(of: "letters/1949-library-gift.pdf"))
        try archive.write(letter, to: "letter.pdf")
        try archive.write(ZipWriter([ZipWriter.Entry("letter.pdf", letter)]).bytes, to: "a.zip")
        let note = Array(#"{"title": "A gift"}"#.utf8)
        try archive.write(
            ZipWriter([ZipWriter.Entry("gift.pdf", letter), ZipWriter.Entry("gift.json", note)]).bytes, to: "b.zip")
        let run = try await archive.update { $0.ocr = .auto }
        #expect(run.report.recognized == 1)
        #expect(run.failures.isEmpty)
        #expect(try archive.find("\"register of gifts\"") { $0.showsCopies = true }.count == 3)
        try archive.remove("letter.pdf")
        try archive.remove("a.zip")
        let later = try await archive.read(ZipWriter([ZipWriter.Entry("other.pdf", letter)]).bytes, as: "c.zip") {
            $0.ocr = .auto
        }
        #expect(later.report.recognized == 0, "what was read of the PDF alone is true of it wherever it is")
    }
}

extension PageHit {
    /// The parts of the snippet that are marked.
    var markedTexts: [String] {
        let scalars = Array(snippet.unicodeScalars)
        return marks.map { mark in
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[mark.clamped(to: 0..<scalars.count)])
            return String(view)
        }
    }
}

extension String {
    var lettersOnly: String {
        precomposedStringWithCompatibilityMapping.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
