import ExtractionProtocol
import Foundation

/// A value of every kind, each optional member filled in one of them and empty in another.
enum Example {
    static let frames: [ExtractionFrame] =
        [
            .greeting(
                GreetingFrame(
                    extractorVersion: 3, recognitionEngine: "tesseract 5.3.0", pdfEngine: "poppler 22.12",
                    languages: ["deu", "eng"],
                    confinement: ConfinementReport(
                        active: [.landlock], missing: [.init(measure: .seccomp, reason: "none")],
                        landlockVersion: 6))),
            .greeting(
                GreetingFrame(
                    extractorVersion: 0, recognitionEngine: "", pdfEngine: "", languages: [], confinement: nil)),
            .starting(
                StartingFrame(stage: .textLayer, address: PageAddress(entry: "a/ä \"b\"\n.pdf", page: 7))),
            .document(
                DocumentFrame(
                    entry: "Straßenbahn.pdf", contentHash: "abc", byteCount: .max, metadata: metadata,
                    pageCount: 2,
                    rawMetadata: "{\"id\": \"\\u0000\"}", unpagedText: "Wörter", unpagedLanguage: "de")),
            .document(
                DocumentFrame(
                    entry: "", contentHash: nil, byteCount: 0, metadata: DocumentMetadata(), pageCount: 0)),
            .page(
                PageFrame(
                    entry: "e.pdf", page: 12, label: "iv", width: 595.3, height: 841.9,
                    text: "The water\n\n漢字 👩‍👩‍👧",
                    language: "ja", origin: .ocr, verdict: .missing, confidence: 0.91,
                    words: [PageWord(text: "water", box: [1.5, 2, 30, 12.25], confidence: 0.5)],
                    isTruncated: true)),
            .image(ImageFrame(address: PageAddress(entry: "a.pdf", page: 3), imageHash: "0f")),
            .file(FileFrame(index: 3)),
            .need(NeedFrame(.passwords)),
            .fixity(FixityFrame(entry: "data/a.tif")),
            .fixity(
                FixityFrame(
                    entry: "data/b.tif",
                    problem: ProblemFrame(
                        address: PageAddress(entry: "data/b.tif", page: 0), stage: .fixity, code: .damaged, reason: "r")
                )),
            .languages(LanguagesFrame(codes: ["de", "", "fr"])),
            .drawn(DrawnFrame(byteCount: 12_345)),
            .contents(
                ContentsFrame(
                    outline: [.init(title: "First", page: 1, depth: 0), .init(title: "Below", page: nil, depth: 1)],
                    files: [.init(number: 3, name: "letters/list.csv")])),
            .finished(FinishedFrame(outcome: .complete)),
            .finished(FinishedFrame(outcome: .failed)),
        ] + formats + origins + verdicts + problems

    private static let formats = BundleFormat.allCases.map {
        ExtractionFrame.bundle(BundleFrame(format: $0))
    }
    private static let origins = TextOrigin.allCases.map {
        ExtractionFrame.page(
            PageFrame(entry: "", page: 1, width: 0, height: 0, text: "", origin: $0, verdict: .good))
    }
    private static let verdicts = TextLayerVerdict.allCases.map {
        ExtractionFrame.page(
            PageFrame(entry: "", page: 1, width: 0, height: 0, text: "", origin: .textLayer, verdict: $0))
    }
    private static let problems = ProblemFrame.Code.allCases.map {
        ExtractionFrame.problem(
            ProblemFrame(
                address: PageAddress(entry: "", page: 0), stage: .render, code: $0, reason: "a reason"))
    }

    static let requests: [ExtractionRequest] = [
        .readBundle(ReadBundleRequest(path: "1931/minutes.zip", limits: ExtractionLimits())),
        .readBundle(
            ReadBundleRequest(
                path: "a b.pdf", contentHash: "abc", limits: tightLimits,
                resume: PageAddress(entry: "x.pdf", page: 3),
                skippedPages: [PageAddress(entry: "x.pdf", page: 2)])),
        .recognizePages(
            RecognizePagesRequest(
                path: "ü.zip", entry: "x.pdf", contentHash: "def", pages: [3, 1, 2],
                languages: ["eng", "deu"],
                limits: tightLimits)),
        .openPages(
            OpenPagesRequest(
                path: "ü.zip", entry: "x.pdf", contentHash: "def", requests: 500,
                access: BundleAccess(isFolder: true, files: [ListedFile(path: "a.tif", byteCount: 7)]),
                limits: tightLimits)),
        .drawPage(
            DrawPageRequest(
                page: 3, region: [1.5, 2, 30, 12.25], width: 512, height: 209, isMirrored: true, rotation: 270,
                colors: .bitonal, format: .png, limits: tightLimits)),
        .measurePages(MeasurePagesRequest(pages: [3, 1], wantsWords: true, limits: tightLimits)),
        .identifyLanguages(IdentifyLanguagesRequest(byteCounts: [0, 300], limits: tightLimits)),
        .copyDocument(CopyDocumentRequest(path: "c.zip", entry: "content.pdf", page: nil, limits: ExtractionLimits())),
        .addText(addText),
    ]

    private static var addText: AddTextRequest {
        var request = AddTextRequest(
            path: "c.zip", entry: "content.pdf", contentHash: "abc", pageCount: 3, limits: tightLimits)
        request.pages = [.init(page: 2, width: 595.25, height: 842, hidesLayer: true, byteCount: 1 << 20, turns: 3)]
        request.font = .init(name: "D", variants: [[800, -200]], byteCounts: [1, 2, 3], narrowCodes: [7], lastCode: 9)
        request.allowsSigned = true
        return request
    }

    static var metadata: DocumentMetadata {
        var metadata = DocumentMetadata()
        metadata.identifier = "6F9A"
        metadata.title = "Minutes"
        metadata.titleSource = .metadata
        metadata.authors = ["Edith Marrowby"]
        metadata.date = "1931-03"
        metadata.tags = ["council", "water"]
        metadata.language = "en"
        metadata.description = "About water"
        metadata.claimedPageCount = 3
        return metadata
    }

    private static var tightLimits: ExtractionLimits {
        var limits = ExtractionLimits()
        limits.entries = 1
        limits.bundleBytes = .max
        limits.addressSpaceBytes = .max
        limits.pages = 0
        return limits
    }
}

/// The parts of an encoded frame.
func parts(_ bytes: [UInt8]) throws -> (header: FrameHeader, payload: Data) {
    (try FrameHeader(bytes: bytes), Data(bytes.dropFirst(FrameHeader.byteCount)))
}
