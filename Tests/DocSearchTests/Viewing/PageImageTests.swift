import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("Images of pages")
struct PageImageTests {
    /// An archive with one file.
    private static func archive(_ bytes: [UInt8], _ name: String = "a.pdf") async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(bytes, to: name)
        try await archive.update()
        return archive
    }

    @Test func pageImagesHaveTheSizeThatWasAskedFor() async throws {
        let archive = try await Self.archive(Quarters.pdf)
        let pages = try archive.pages()
        let document = try archive.document("a.pdf")
        for format in PageImageRequest.Format.allCases {
            for (width, height) in [(200, 100), (1, 1), (333, 77), (1000, 500)] {
                var request = PageImageRequest(page: 1, width: width, height: height)
                request.format = format
                let image = try await pages.image(request, of: document)
                let pixels = try Pixels(image)
                #expect((pixels.width, pixels.height) == (width, height), "\(format)")
                #expect((image.width, image.height, image.format) == (width, height, format))
            }
        }
    }

    /// Red, green, blue and grey, as each format that is decoded has them.
    @Test(arguments: [ColorCode.png, .tiff, .pngWithMap, .jpeg])
    func pageImagesKeepTheColorsOfImages(code: ColorCode) async throws {
        let archive = try await Self.archive(code.bytes(), code.name)
        let document = try #require(try archive.documents().first)
        let pages = try archive.pages()
        let pixels = try Pixels(try await pages.image(.quarters, of: document))
        #expect(pixels.channels == 3)
        for (quarter, expected) in zip(pixels.colors, ColorCode.colors) {
            for (value, wanted) in zip(quarter, expected) { #expect(abs(value - wanted) < 24, "\(code): \(quarter)") }
        }
        var grey = PageImageRequest.quarters
        grey.quality = .gray
        #expect(try Pixels(try await pages.image(grey, of: document)).channels == 1)
    }

    @Test func pageImagesShowThePage() async throws {
        let archive = try await Self.archive(Quarters.pdf)
        let pages = try archive.pages()
        let document = try archive.document("a.pdf")
        func drawn(_ change: (inout PageImageRequest) -> Void) async throws -> Pixels {
            var request = PageImageRequest.quarters
            change(&request)
            return try Pixels(try await pages.image(request, of: document))
        }
        #expect(try await drawn { _ in }.quarters == [0, 85, 170, 255])
        #expect(try await drawn { $0.isMirrored = true }.quarters == [85, 0, 255, 170])
        #expect(try await drawn { $0.rotation = 180 }.quarters == [255, 170, 85, 0])
        let turned = try await drawn { $0.rotation = 90 }
        #expect((turned.width, turned.height) == (100, 200))
        #expect(turned.quarters == [170, 0, 255, 85])
        #expect(try await drawn { $0.rotation = 270 }.quarters == [85, 255, 0, 170])
        // First mirrored, then turned.
        let both = try await drawn { request in
            request.isMirrored = true
            request.rotation = 90
        }
        #expect(both.quarters == [255, 85, 170, 0])
        #expect(try await drawn { $0.quality = .gray }.channels == 1)
        #expect(try await drawn { $0.quality = .gray }.quarters == [0, 85, 170, 255])
        #expect(try await drawn { $0.quality = .bitonal }.quarters == [0, 0, 255, 255])
        let jpeg = try await drawn { request in
            request.format = .jpeg
            request.quality = .gray
        }
        #expect(jpeg.channels == 1)
        #expect(zip(jpeg.quarters, Quarters.values).allSatisfy { abs($0 - $1) <= 3 })
    }

    @Test func pageImagesShowPartsOfThePageAtAnySize() async throws {
        let archive = try await Self.archive(Quarters.pdf)
        let pages = try archive.pages()
        let document = try archive.document("a.pdf")
        func part(_ box: PageBox, _ width: Int, _ height: Int) async throws -> Pixels {
            var request = PageImageRequest.quarters
            (request.region, request.width, request.height) = (box, width, height)
            return try Pixels(try await pages.image(request, of: document))
        }
        let right = try await part(PageBox(left: 100, top: 0, width: 100, height: 50), 100, 50)
        #expect(right.quarters == [85, 85, 85, 85])
        let middle = try await part(PageBox(left: 50, top: 25, width: 100, height: 50), 400, 200)
        #expect(middle.quarters == [0, 85, 170, 255])
        // Tiles of one scale come from one drawing of the page, and fit together.
        let (whole, tile) = (
            try await part(PageBox(left: 0, top: 0, width: 200, height: 100), 400, 200),
            try await part(PageBox(left: 128, top: 0, width: 72, height: 100), 144, 200)
        )
        for x in [0, 70, 143] { #expect(tile.grey(x, 60) == whole.grey(256 + x, 60)) }
        // Beyond the page is white paper.
        let beyond = try await part(PageBox(left: -100, top: -50, width: 200, height: 100), 200, 100)
        #expect(beyond.quarters == [255, 255, 255, 0])
    }

    @Test func pageImagesShowPagesInsideBundles() async throws {
        let archive = try TestArchive()
        let png = try Quarters.png()
        try archive.write(ZipWriter([ZipWriter.Entry("in/a.pdf", Quarters.pdf)]).bytes, to: "pdf.zip")
        try archive.write(png, to: "picture.png")
        try archive.write(
            ZipWriter([ZipWriter.Entry("1.png", png), ZipWriter.Entry("2.png", png)]).bytes, to: "comic.cbz")
        try await archive.update()
        let pages = try archive.pages()
        let documents = try archive.documents()
        #expect(documents.count == 3, "\(documents.map(\.path))")
        for document in documents {
            var request = PageImageRequest.quarters
            request.page = document.pageCount
            let image = try await pages.image(request, of: document)
            #expect(try Pixels(image).quarters == Quarters.values, "\(document.path)")
        }
    }

    @Test func impossiblePageImagesAreRefused() async throws {
        let archive = try await Self.archive(Quarters.pdf)
        let pages = try archive.pages { $0.imagePixels = 100_000 }
        let document = try archive.document("a.pdf")
        func refusal(_ change: (inout PageImageRequest) -> Void) async -> DocSearchError.Code? {
            var request = PageImageRequest.quarters
            change(&request)
            return await code { [request] in try await pages.image(request, of: document) }
        }
        #expect(await refusal { $0.page = 2 } == .notFound)
        #expect(await refusal { $0.page = 0 } == .notFound)
        #expect(await refusal { $0.page = .max } == .notFound)
        #expect(await refusal { $0.width = 0 } == .usage)
        #expect(await refusal { $0.height = -1 } == .usage)
        #expect(await refusal { $0.rotation = 45 } == .usage)
        #expect(await refusal { $0.width = .max } == .limit)
        #expect(await refusal { $0.width = 1_000_000 } == .limit)
        #expect(await refusal { $0.region = PageBox(left: 0, top: 0, width: 0, height: 5) } == .usage)
        #expect(await refusal { $0.region = PageBox(left: .nan, top: 0, width: 5, height: 5) } == .usage)
        #expect(await refusal { $0.region = PageBox(left: 0, top: 0, width: .infinity, height: 5) } == .usage)
        #expect(await refusal { _ in } == nil)
    }

    @Test func pageImagesAreOfTheFileThatWasIndexed() async throws {
        let archive = try await Self.archive(Quarters.pdf)
        try archive.write(["stays"], to: "b.pdf")
        let pages = try archive.pages { $0.cacheFolder = nil }
        let document = try archive.document("a.pdf")
        let path = archive.root + "/a.pdf"
        // Another time alone makes no other file.
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
        #expect(await code { try await pages.image(.quarters, of: document) } == nil)
        try archive.write(["another"], to: "a.pdf")
        #expect(await code { try await pages.image(.quarters, of: document) } == .changedFile)
        #expect(await code { try await pages.file(of: document) } == .changedFile)
        try archive.remove("a.pdf")
        #expect(await code { try await pages.image(.quarters, of: document) } == .missingFile)
        try await archive.update { $0.pruneLimit = 1 }
        #expect(await code { try await pages.image(.quarters, of: document) } == .notFound)
    }

    /// The file may be that of a closed document, which was moved there and damaged.
    @Test func aDocumentWhoseTextIsKeptIsNotShownFromAnotherFile() async throws {
        let archive = try TestArchive()
        let whole = TestDocument("a", pages: ["heron one", "heron two", "heron three"]).pdf
        try archive.write(whole, to: "a.pdf")
        try await archive.update()
        try archive.write(Array(whole.prefix(whole.count / 2)), to: "a.pdf")
        try await archive.update()
        try #require(try archive.find("heron") == ["a.pdf"])
        let (pages, document) = (try archive.pages(), try archive.document("a.pdf"))
        #expect(await code { try await pages.image(.quarters, of: document) } == .changedFile)
        #expect(await code { try await pages.file(of: document) } == .changedFile)
        try archive.write(whole, to: "a.pdf")
        try await archive.update()
        #expect(await code { try await pages.file(of: try archive.document("a.pdf")) } == nil)
    }

    @Test(arguments: ["a.txt", "a.json"])
    func aDocumentWithASidecarIsShown(sidecar: String) async throws {
        let archive = try TestArchive()
        try archive.write(TestDocument("a", pages: ["heron one"]).pdf, to: "a.pdf")
        try archive.write(Array((sidecar == "a.txt" ? "heron two" : #"{"title": "Herons"}"#).utf8), to: sidecar)
        try await archive.update()
        let (pages, document) = (try archive.pages(), try archive.document("a.pdf"))
        #expect(await code { try await pages.image(.quarters, of: document) } == nil)
        #expect(await code { try await pages.file(of: document) } == nil)
    }

    @Test func pageImagesComeFromAReaderThatStaysOpen() async throws {
        let archive = try await Self.archive(Quarters.pdf)
        let pages = try archive.pages { options in
            options.cacheFolder = nil
            // Beside other tests a minute may pass between two images.
            options.idleTime = .seconds(3600)
            // One of their own, so that no other test's readers are counted.
            options.extractorPath = archive.folder.path + "/extract"
        }
        try FileManager.default.createSymbolicLink(
            atPath: archive.folder.path + "/extract", withDestinationPath: ExtractProgram.path)
        let document = try archive.document("a.pdf")
        func readers() throws -> [pid_t] { try processes(running: archive.folder.path + "/extract").sorted() }
        _ = try await pages.image(.quarters, of: document)
        let first = try readers()
        _ = try await pages.image(.quarters, of: document)
        // One that waits for the next document may have come or gone.
        #expect(try !Set(readers()).isDisjoint(with: first))
        // What dies costs nothing but time.
        for process in first { kill(process, SIGKILL) }
        let image = try await pages.image(.quarters, of: document)
        #expect(try Pixels(image).quarters == Quarters.values)
        #expect(try Set(readers()).isDisjoint(with: first))
        pages.close()
        for _ in 0..<1000 where try !readers().isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try readers().isEmpty)
        #expect(await code { try await pages.image(.quarters, of: document) } == nil, "it begins anew")
    }

    @Test func manyPageImagesCanBeAskedForAtATime() async throws {
        let archive = try TestArchive()
        for number in 1...5 { try archive.write(["page of document \(number)"], to: "\(number).pdf") }
        try await archive.update()
        let pages = try archive.pages { options in
            options.readers = 2
            options.openDocuments = 1
        }
        let documents = try archive.documents()
        let tags = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let request = PageImageRequest(page: 1, width: 60 + number / 10, height: 80)
                    return try await pages.image(request, of: documents[number % 5]).tag
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(tags.count == 20, "five documents in four sizes, each twice")
    }
}
