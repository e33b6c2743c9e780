import BundleReading
import ExtractionProtocol
import Foundation
import PageReading
import PageVerdict
import TextNormalization
import TextRecognition

struct RecognitionRequestHandler {
    let request: RecognizePagesRequest
    let descriptor: Int32
    let channel: Channel
    let recognizers: RecognizerCache

    private var limits: ExtractionLimits { request.limits }

    /// Throws only when the coordinator cannot be reached.
    func run() throws {
        let whole = PageAddress(entry: request.entry, page: 0)
        try channel.begin(.document, of: whole, limits)
        do {
            let program = try request.isByProgram ? openProgram() : nil
            // Language data first: without it no page need be opened.
            let recognizer = try program == nil ? recognizers.recognizer(languages: request.languages) : nil
            let pages = try openDocument()
            for number in request.pages {
                try recognize(number, of: pages) { image, address in
                    if let program { return try program.recognize(image, address) }
                    return try image.pixels.withUnsafeBytes { pixels in
                        try recognizer?.recognize(
                            pixels: pixels, width: image.width, height: image.height, bytesPerRow: image.bytesPerRow,
                            resolution: image.resolution,
                            wantsScript: { OtherLanguage.mayBeOtherScript($0, languages: request.languages) })
                    }
                }
            }
            try channel.finish()
        } catch let error as any ReadingFailure {
            try channel.fail(error, of: whole, in: error is TextRecognitionError ? .recognition : .document)
        }
    }

    private func openDocument() throws -> DocumentPages {
        if request.isDocument {
            return try DocumentPages(
                BundleReader(limits: limits).document(descriptor: descriptor), knownHash: request.contentHash,
                passwords: channel.passwords, limits: limits)
        }
        let (_, content) = try channel.openDocument(of: request, in: descriptor)
        let pages = try DocumentPages(content, passwords: channel.passwords, limits: limits)
        guard pages.contentHash == request.contentHash else {
            throw BundleError(
                .changed, "the document changed since its text was read; it is read again in the next run")
        }
        return pages
    }

    private func openProgram() throws -> ProgramRecognizer {
        guard let image = try channel.receiveDescriptor() else { throw FrameError.truncated }
        return ProgramRecognizer(image: OwnedDescriptor(adopting: image), channel: channel, limits: limits)
    }

    /// `read` returns nil when the coordinator has no text of the image.
    private func recognize(
        _ number: Int, of pages: DocumentPages, _ read: (GrayPage, PageAddress) throws -> RecognizedText?
    ) throws {
        let address = PageAddress(entry: request.entry, page: number)
        do {
            try channel.begin(.render, of: address, limits)
            HeardWarnings.take()
            let page = try pages.page(number)
            // Computed once, because it decodes the scan.
            let resolution = page.recognitionResolution()
            var image = try page.image(resolution: resolution, maximumPixels: limits.pagePixels)
            let small = image.reduced(to: Self.overviewResolution)
            let ink = InkAnalysis.evidence(small, boxes: [])
            let seen = VerdictRule.judge(imageOnly: ink)
            let heard = HeardWarnings.take()
            // The text of fonts for which poppler lacks tables is no damage.
            let hasAllTables = !heard.missing.contains(where: \.concealsText)
            let damage = hasAllTables ? heard.damage.map { [DamageReason.of($0)] } ?? [] : []
            var frame = PageFrame(
                entry: request.entry, page: number, label: page.label, width: page.width, height: page.height, text: "",
                origin: .ocr, verdict: .blank, reasons: seen.reasons + damage)
            let layer = LostWords(of: page, limits)
            guard seen.verdict != .blank || image.resolution < Self.overviewResolution else {
                // A page that this machine cannot draw is not blank.
                if let missing = heard.missing.first { throw PageReadingError(.environment, missing.reason) }
                keep([], layer.outsideCropBox, in: &frame, "")
                return try channel.send(.page(frame))
            }
            let hash = ImageFingerprint.hash(image, small: small, of: page, layer: layer.words)
            if try channel.isKnown(ImageFrame(address: address, imageHash: hash)) { return }
            frame.imageHash = hash
            // Captions can be read at a lower resolution, and a photograph takes long.
            if VerdictRule.isPicture(ink) { image = image.reduced(to: Self.pictureResolution) }
            try channel.begin(.recognition, of: address, limits)
            guard let found = try read(image, address) else { return }
            frame.text = TextNormalizer(maximumBytes: limits.pageTextBytes).normalize(found.text).text
            frame.words = words(found.words, resolution: image.resolution)
            frame.confidence = found.confidence
            // Words may be too small to be read on a page that had to be reduced.
            let isWhole = resolution - image.resolution < 1 || VerdictRule.isPicture(ink)
            let isBlank = frame.text.isEmpty && isWhole && VerdictRule.isBlankWithoutWords(ink)
            let lost = isBlank ? [] : layer.lines(besides: frame.words)
            keep(lost, layer.outsideCropBox, in: &frame, found.text)
            let shape = TextShape(of: frame.text)
            frame.language = TextLanguage.identify(frame.text, shape)
            let other = OtherLanguage.code(of: found, shape, frame.language, besides: request.languages)
                .map(LanguageReason.of)
            let agreement = LayerAgreement(
                layer: layer.words.map(\.text), recognized: found.words.filter(\.isIndexed).map(\.text),
                unsure: found.words.filter { !$0.isIndexed }.map(\.text))
            let reasons = damage + [other, agreement.reason].compactMap { $0 }
            (frame.verdict, frame.reasons) = isBlank ? (.blank, ["no-words"] + damage) : (.missing, reasons)
            try channel.send(.page(frame))
        } catch let error as PageReadingError {
            try channel.report(error, of: address, in: .render)
        } catch let error as TextRecognitionError {
            try channel.report(error, of: address, in: .recognition)
        } catch let error as ProgramRecognizer.Refusal {
            try channel.report(error, of: address, in: .recognition)
        }
    }

    private func keep(
        _ lost: [[PageWord]], _ outsideCropBox: String?, in frame: inout PageFrame, _ recognized: String
    ) {
        guard !lost.isEmpty || outsideCropBox != nil else { return }
        let lines = lost.map { $0.map(\.text).joined(separator: " ") } + (outsideCropBox.map { [$0] } ?? [])
        frame.text =
            TextNormalizer(maximumBytes: limits.pageTextBytes)
            .normalize(recognized + "\n" + lines.joined(separator: "\n")).text
        frame.words = Array((frame.words + lost.flatMap { $0 }).prefix(max(frame.words.count, limits.pageWords)))
    }

    private func words(_ words: [RecognizedWord], resolution: Double) -> [PageWord] {
        words.map { word in
            PageWord(
                text: word.text,
                box: [word.box.left, word.box.top, word.box.width, word.box.height]
                    .map { (Double($0) * 72 / resolution).rounded(perUnit: 10) },
                confidence: min(PageWord.mostRecognized, word.confidence.rounded(perUnit: 100)),
                isIndexed: word.isIndexed)
        }
    }

    /// Dots per inch at which print is searched for.
    private static let overviewResolution = 72.0
    /// Least dots per inch at which pictures are read.
    private static let pictureResolution = 140.0
}
