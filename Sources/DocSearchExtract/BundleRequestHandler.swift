import BundleReading
import ExtractionProtocol
import Foundation
import PageReading
import TextNormalization

/// Answers a request to read a bundle: its documents, their metadata and the text layer of every page.
struct BundleRequestHandler {
    let request: ReadBundleRequest
    let descriptor: Int32
    let channel: Channel
    let recognizers: RecognizerCache

    private var limits: ExtractionLimits { request.limits }

    /// Throws only when the coordinator cannot be reached.
    func run() throws {
        let whole = PageAddress(entry: "", page: 0)
        Confinement.limitMemory(limits.addressSpaceBytes)
        try begin(.bundle, whole)
        do {
            let hash = try ContentHash.sha256(descriptor: descriptor)
            if hash == request.knownContentHash {
                return try channel.send(.finished(FinishedFrame(outcome: .unchanged)))
            }
            let bundle = try BundleReader(limits: limits).open(descriptor: descriptor, path: request.path)
            try channel.send(.bundle(BundleFrame(format: bundle.format, contentHash: hash)))
            if request.resume == nil {
                for problem in bundle.problems { try report(problem, whole, .bundle) }
            }
            try read(bundle, hash)
            try channel.send(.finished(FinishedFrame(outcome: .complete)))
        } catch let error as BundleError {
            try report(error, whole, .bundle)
            try channel.send(.finished(FinishedFrame(outcome: .failed)))
        }
    }

    private func read(_ bundle: OpenedBundle, _ bundleHash: String) throws {
        var isBeforeResume = request.resume != nil
        for document in bundle.documents {
            let isResumed = document.entry == request.resume?.entry
            if isResumed { isBeforeResume = false }
            let whole = PageAddress(entry: document.entry, page: 0)
            guard !isBeforeResume, !request.skippedPages.contains(whole) else { continue }
            try begin(.document, whole)
            do {
                try read(document, of: bundle, bundleHash, from: isResumed ? request.resume?.page ?? 1 : 1)
            } catch let error as BundleError {
                try report(error, whole, .document)
            } catch let error as PageReadingError {
                try report(error, whole, .document)
            }
        }
    }

    private func read(
        _ document: BundledDocument, of bundle: OpenedBundle, _ bundleHash: String, from firstPage: Int
    ) throws {
        let normalizer = TextNormalizer(maximumBytes: limits.pageTextBytes)
        guard document.hasContent else {
            return try sendRecord(document, bundleHash, normalizer)
        }
        let content = try bundle.content(of: document)
        let hash = document.entry.isEmpty && bundle.format == .pdf ? bundleHash : try ContentHash.sha256(content)
        let pdf = try PDFDocument(content)
        guard pdf.pageCount <= limits.pages else {
            throw BundleError(
                .limit, "it has \(pdf.pageCount) pages, more than the limit of \(limits.pages)",
                entry: document.entry)
        }
        let name = request.path.isEmpty || !document.entry.isEmpty ? document.entry : request.path
        var metadata = MetadataCompletion.complete(document.metadata, pdf.information, fileName: name)
        metadata.language = metadata.language.flatMap { $0.isEmpty ? nil : $0 }
        let pageTexts = document.pageTexts.map { normalizer.normalize($0).text }
        let isPaged = pageTexts.count == pdf.pageCount
        let unpaged = [document.unpagedText, isPaged ? nil : pageTexts.joined(separator: "\n\n")]
            .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n\n")
        let isWhole = firstPage <= 1 && !request.skippedPages.contains { $0.entry == document.entry }
        let areKnown = try channel.hasKnownPages(
            DocumentFrame(
                entry: document.entry, contentHash: hash, byteCount: content.byteCount, metadata: metadata,
                pageCount: pdf.pageCount, rawMetadata: document.rawMetadata,
                unpagedText: unpaged.isEmpty ? nil : normalizer.normalize(unpaged).text,
                asksForPages: isWhole && pdf.pageCount > 0))
        guard pdf.pageCount >= max(1, firstPage) else { return }
        if areKnown { return try sendSidecar(isPaged ? pageTexts : [], of: pdf, document.entry) }
        let examination = LayerExamination(
            lexicon: Lexicon(languages: request.languages, recognizers: recognizers), depth: request.examination)
        for number in max(1, firstPage)...pdf.pageCount {
            let address = PageAddress(entry: document.entry, page: number)
            if request.skippedPages.contains(address) { continue }
            try sendPage(number, of: pdf, address, isPaged ? pageTexts[number - 1] : "", normalizer, examination)
        }
    }

    /// What the bundle brings for pages whose text layers need not be read.
    private func sendSidecar(_ texts: [String], of pdf: PDFDocument, _ entry: String) throws {
        for (index, text) in texts.enumerated() where TextNormalizer.hasReadableText(text) {
            let address = PageAddress(entry: entry, page: index + 1)
            try begin(.textLayer, address)
            do {
                let page = try pdf.page(address.page)
                try channel.send(
                    .page(
                        PageFrame(
                            entry: entry, page: address.page, label: page.label, width: page.width,
                            height: page.height, text: text, origin: .sidecar, verdict: .missing)))
            } catch let error as PageReadingError {
                try report(error, address, .textLayer)
            }
        }
    }

    /// A record without a PDF is one page of text, when it has any.
    private func sendRecord(
        _ document: BundledDocument, _ bundleHash: String, _ normalizer: TextNormalizer
    ) throws {
        let texts = (document.pageTexts + [document.unpagedText ?? ""])
            .map { normalizer.normalize($0) }.filter { !$0.text.isEmpty }
        try channel.send(
            .document(
                DocumentFrame(
                    entry: document.entry, contentHash: nil, byteCount: 0,
                    metadata: MetadataCompletion.complete(
                        document.metadata, nil, fileName: document.entry.isEmpty ? request.path : document.entry),
                    pageCount: texts.count, rawMetadata: document.rawMetadata)))
        for (index, text) in texts.enumerated() {
            try channel.send(
                .page(
                    PageFrame(
                        entry: document.entry, page: index + 1, width: 0, height: 0, text: text.text,
                        origin: .sidecar, verdict: .missing, isTruncated: text.isTruncated)))
        }
    }

    private func sendPage(
        _ number: Int, of pdf: PDFDocument, _ address: PageAddress, _ sidecar: String, _ normalizer: TextNormalizer,
        _ examination: LayerExamination
    ) throws {
        try begin(.textLayer, address)
        do {
            let page = try pdf.page(number)
            let found = examination.examine(page)
            let layer = normalizer.normalize(found.text)
            let judgement = found.judgement
            let isReadable = TextNormalizer.hasReadableText(layer.text)
            var frame = PageFrame(
                entry: address.entry, page: number, label: page.label, width: page.width, height: page.height,
                text: isReadable ? layer.text : "", origin: .textLayer, verdict: judgement.verdict,
                layer: judgement.kind, reasons: judgement.reasons, isTruncated: layer.isTruncated)
            try channel.send(.page(frame))
            if judgement.verdict != .good, TextNormalizer.hasReadableText(sidecar) {
                (frame.text, frame.origin, frame.isTruncated) = (sidecar, .sidecar, false)
                try channel.send(.page(frame))
            }
            if layer.isTruncated {
                let reason = "the page has more than \(limits.pageTextBytes) bytes of text; the rest was left out"
                try channel.send(
                    .problem(
                        ProblemFrame(address: address, stage: .textLayer, code: .limit, reason: reason)))
            }
        } catch let error as PageReadingError {
            try report(error, address, .textLayer)
        }
    }

    private func begin(_ stage: ExtractionStage, _ address: PageAddress) throws {
        Confinement.allowProcessorTime(seconds: limits.processorSeconds)
        try channel.send(.starting(StartingFrame(stage: stage, address: address)))
    }

    private func report(_ error: BundleError, _ address: PageAddress, _ stage: ExtractionStage) throws {
        let named = error.entry.map { PageAddress(entry: $0, page: 0) } ?? address
        try channel.send(
            .problem(ProblemFrame(address: named, stage: stage, code: error.code, reason: error.reason)))
    }

    private func report(_ error: PageReadingError, _ address: PageAddress, _ stage: ExtractionStage) throws {
        try channel.send(
            .problem(ProblemFrame(address: address, stage: stage, code: error.code, reason: error.reason)))
    }
}

extension PDFDocument {
    convenience init(_ content: DocumentContent) throws {
        switch content {
        case .bytes(let bytes): try self.init(bytes: bytes.buffer, owner: bytes)
        case .file(let descriptor, _): try self.init(descriptor: descriptor.rawValue)
        }
    }
}

extension PageReadingError {
    var code: ProblemFrame.Code {
        switch kind {
        case .locked: .locked
        case .damaged, .page, .spoilt: .damaged
        case .tooLarge: .limit
        }
    }
}
