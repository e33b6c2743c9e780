import ContentHashing
import DocSearch
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// What a reader says of one file must not come to be the text of another.
@Suite("A reader that gives false text for another document")
struct FalseTextTests {
    private static let truth = Array("the true document".utf8)
    private static var hash: String {
        var hash = SHA256()
        hash.update(truth)
        return hash.digest()
    }

    /// How the hostile file has the document: by its hash alone, or as the entry of a zip beside something hostile.
    enum Lie: CaseIterable {
        case asFile, asEntry

        var name: String { self == .asFile ? "bad-evil.pdf" : "bad-evil.zip" }
        var entry: String { self == .asFile ? "" : "true.pdf" }
        var path: String { self == .asFile ? name : name + "!/" + entry }
    }

    private static func document(_ entry: String = "", asks: Bool = false) -> ExtractionFrame {
        .document(
            DocumentFrame(
                entry: entry, contentHash: hash, byteCount: 17, metadata: DocumentMetadata(), pageCount: 1,
                asksForPages: asks))
    }

    /// Reads `bad-true.pdf` faithfully when it is told that its pages are unknown, and `bad-evil` as something else.
    private static func reader(_ lie: Lie) throws -> FakeWorker {
        let bundle = ExtractionFrame.bundle(BundleFrame(format: lie == .asFile ? .pdf : .zip))
        return try FakeWorker(
            """
            case "$request" in
            *evil*) say lie ;;
            *) say ask; if [ "$(head -c 1)" = U ]; then say page; fi; say end ;;
            esac
            """,
            parts: [
                "lie": [
                    FakeWorker.starting, bundle, document(lie.entry),
                    FakeWorker.page(1, entry: lie.entry, text: "treacherous heron"), FakeWorker.complete,
                ],
                "ask": [FakeWorker.starting, FakeWorker.bundle, document(asks: true)],
                "page": [FakeWorker.page(1, text: "faithful heron")], "end": [FakeWorker.complete],
            ])
    }

    @Test(arguments: Lie.allCases, [true, false])
    func aReaderIsBelievedOfItsOwnBundleAlone(lie: Lie, isFirst: Bool) async throws {
        let reader = try Self.reader(lie)
        let archive = try TestArchive()
        let files = [(lie.name, Array("evil".utf8)), ("bad-true.pdf", Self.truth)]
        for (name, bytes) in isFirst ? files : files.reversed() {
            try await archive.read(bytes, as: name) { $0.extractorPath = reader.path }
        }
        // Who claims to be a document whose text is proven has that text.
        let faithful = isFirst ? ["bad-true.pdf"] : [lie.path, "bad-true.pdf"]
        let treacherous = isFirst ? [lie.path] : []
        #expect(try archive.find("faithful") { $0.showsCopies = true }.sorted() == faithful)
        #expect(try archive.find("treacherous") { $0.showsCopies = true } == treacherous)
        try archive.remove(lie.name)
        try await archive.update { $0.extractorPath = reader.path }
        try await archive.update {
            $0.extractorPath = reader.path
            $0.full = true
        }
        #expect(try archive.find("treacherous").isEmpty)
        #expect(try archive.find("heron") == ["bad-true.pdf"])
        #expect(try archive.index.verify().isEmpty)
    }

    /// What a place held may speak for what comes there, but not once it was seen to be gone.
    @Test func falseTextOfARemovedBundleLeavesNothingAtItsPath() async throws {
        let reader = try Self.reader(.asEntry)
        let archive = try TestArchive()
        try await archive.read(Array("evil".utf8), as: "bad-evil.zip") { $0.extractorPath = reader.path }
        try archive.remove("bad-evil.zip")
        try await archive.read(Array("another".utf8), as: "a.zip") { $0.extractorPath = reader.path }
        let honest = try FakeWorker(
            "say ask; if [ \"$(head -c 1)\" = U ]; then say page; fi; say end",
            parts: [
                "ask": [FakeWorker.starting, FakeWorker.bundle, Self.document("true.pdf", asks: true)],
                "page": [FakeWorker.page(1, entry: "true.pdf", text: "faithful heron")],
                "end": [FakeWorker.complete],
            ])
        try await archive.read(Array("honest".utf8), as: "bad-evil.zip") { $0.extractorPath = honest.path }
        #expect(try archive.find("heron") == ["bad-evil.zip!/true.pdf"])
        #expect(try archive.find("treacherous").isEmpty)
    }

    @Test func falseTextIsReadAgainByAFullRun() async throws {
        let archive = try TestArchive()
        try archive.write(Self.truth, to: "bad.pdf")
        for text in ["treacherous heron", "faithful heron"] {
            let reader = try FakeWorker(
                "answer",
                frames: FakeWorker.answer(Self.document(), FakeWorker.page(1, text: text)))
            try await archive.update {
                $0.extractorPath = reader.path
                $0.full = true
            }
        }
        #expect(try archive.find("faithful") == ["bad.pdf"])
        #expect(try archive.find("treacherous").isEmpty)
        #expect(try archive.index.verify().isEmpty)
    }

    @Test func falseTextIsReplacedWhenADocumentIsReadAgainOnDemand() async throws {
        let archive = try TestArchive()
        try archive.write(Self.truth, to: "bad.pdf")
        let liar = try FakeWorker(
            "answer",
            frames: FakeWorker.answer(Self.document(), FakeWorker.page(1, text: "treacherous heron")))
        try await archive.update { $0.extractorPath = liar.path }
        #expect(try archive.find("treacherous") == ["bad.pdf"])
        let honest = try FakeWorker("answer", frames: [FakeWorker.recognized("faithful heron"), FakeWorker.complete])
        let run = try await archive.reread("bad.pdf") { $0.extractorPath = honest.path }
        #expect(run.report.recognized == 1)
        #expect(try archive.find("faithful") == ["bad.pdf"])
        #expect(try archive.find("treacherous").isEmpty)
        #expect(try archive.index.verify().isEmpty)
    }

    /// The bytes are compared here, and a reader that says so is not asked.
    @Test func aReaderCannotSayThatNothingHasChanged() async throws {
        let archive = try TestArchive()
        let path = try archive.write(Array("good.1".utf8), to: "a.zip")
        let honest = try FakeWorker("")
        try await archive.update { $0.extractorPath = honest.path }
        #expect(try archive.find("faithful") == ["a.zip"])
        try archive.write(Array("evil.2".utf8), to: "a.zip")
        let liar = try FakeWorker("", opening: Self.unchanged)
        let run = try await archive.update { $0.extractorPath = liar.path }
        #expect(run.report.unchanged == 0)
        #expect(run.failures.map(\.path) == ["a.zip"])

        try await archive.update {
            $0.extractorPath = honest.path
            $0.retryFailed = true
        }
        var status = stat()
        #expect(stat(path, &status) == 0)
        let file = open(path, O_WRONLY)
        #expect(pwrite(file, "good.1", 6, 0) == 6)
        #expect(futimens(file, [status.st_atim, status.st_mtim]) == 0)
        close(file)
        var options = IndexingOptions.forTests
        options.extractorPath = liar.path
        #expect(try archive.index.verifySources(options: options).map(\.kind) == [.altered])
    }

    /// Greets, and answers whatever comes with "unchanged".
    private static let unchanged = #"""
        cat "$dir/greeting"
        while true; do
            set -- $(head -c 13 | od -An -v -tu1)
            [ $# -eq 13 ] || exit 0
            head -c $(( (${10} << 24) + (${11} << 16) + (${12} << 8) + ${13} )) >/dev/null
            printf "DS\\006\\010\\0\\0\\0\\$(printf %03o $9)\\0\\0\\0\\027"'{"outcome":"unchanged"}'
        done
        """#

    /// A failure of recognition would have the other document of the bundle passed over.
    @Test func aReaderCannotBlameAnotherDocument() async throws {
        let blame = ProblemFrame(
            address: PageAddress(entry: "other.pdf", page: 1), stage: .recognition, code: .damaged, reason: "it is evil"
        )
        let reader = try FakeWorker(
            #"case "$request" in *recognizePages*) say blame ;; *) say scan ;; esac"#,
            parts: [
                "scan": FakeWorker.scan,
                "blame": [.problem(blame), FakeWorker.complete],
            ])
        let archive = try TestArchive()
        try await archive.read([1], as: "bad.pdf") {
            ($0.extractorPath, $0.ocr) = (reader.path, .auto)
        }
        #expect(try archive.index.status().failures.map(\.path) == ["bad.pdf"])
        #expect(try archive.index.status().failures.allSatisfy { !$0.reason.contains("evil") })
    }

    /// It says that a page has an image that is known, and is gone before it can be told so.
    @Test func aReaderCannotHaveAPageLeftOut() async throws {
        let image = String(repeating: "ab", count: 32)
        let second = PageAddress(entry: "", page: 2)
        let reader = try FakeWorker(
            """
            case "$request" in
            *recognizePages*)
                case "$request" in *'"pages":[1'*) say first; head -c 1 >"$dir/told"; say text ;; esac
                say second
                exit 1 ;;
            *) say good ;;
            esac
            """,
            parts: [
                "good": FakeWorker.answer(
                    .document(
                        DocumentFrame(
                            entry: "", contentHash: Self.hash, byteCount: 17,
                            metadata: DocumentMetadata(), pageCount: 2)),
                    FakeWorker.page(1, text: ""), FakeWorker.page(2, text: "")),
                "first": [.image(ImageFrame(address: FakeWorker.first, imageHash: image))],
                "text": [FakeWorker.recognized("faithful heron", image: image)],
                "second": [
                    .starting(StartingFrame(stage: .recognition, address: second)),
                    .image(ImageFrame(address: second, imageHash: image)),
                ],
            ])
        let archive = try TestArchive()
        let run = try await archive.read(Self.truth, as: "bad-true.pdf") {
            ($0.extractorPath, $0.ocr) = (reader.path, .auto)
        }
        #expect(try archive.find("faithful") == ["bad-true.pdf"])
        // The answer may have been sent before the reader was gone; else it is a failure by its name.
        #expect(run.report.reused == 1 || run.failures.contains { $0.page == 2 }, "\(run.failures)")
        #expect(run.report.waiting == 0 || !run.failures.isEmpty)
    }

    /// Two files whose readers say that they have the same page image.
    @Test(arguments: [true, false])
    func aReaderCannotLendItsTextToOthersThroughAnImage(isFirst: Bool) async throws {
        let image = String(repeating: "ab", count: 32)
        let reader = try FakeWorker(
            """
            case "$request" in
            *recognizePages*)
                say image
                if [ "$(head -c 1)" = U ]; then case "$request" in *evil*) say lie ;; *) say truth ;; esac; fi
                say end ;;
            *evil*) say evil ;;
            *) say good ;;
            esac
            """,
            parts: [
                "evil": FakeWorker.scan,
                "good": FakeWorker.answer(Self.document(), FakeWorker.page(1, text: "")),
                "image": [.image(ImageFrame(address: FakeWorker.first, imageHash: image))],
                "lie": [FakeWorker.recognized("treacherous heron", image: image)],
                "truth": [FakeWorker.recognized("faithful heron", image: image)],
                "end": [FakeWorker.complete],
            ])
        let archive = try TestArchive()
        let files = [("bad-evil.pdf", Array("evil".utf8)), ("bad-true.pdf", Self.truth)]
        for (name, bytes) in isFirst ? files : files.reversed() {
            try await archive.read(bytes, as: name) {
                $0.extractorPath = reader.path
                $0.ocr = .auto
            }
        }
        #expect(try archive.find("faithful") == ["bad-true.pdf"])
        #expect(try archive.find("treacherous") == ["bad-evil.pdf"])
    }
}
