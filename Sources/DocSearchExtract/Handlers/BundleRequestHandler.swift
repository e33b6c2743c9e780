import BundleReading
import ExtractionProtocol
import Foundation
import PageReading
import TextNormalization

struct BundleRequestHandler {
    let request: ReadBundleRequest
    let descriptor: Int32
    let channel: Channel
    let recognizers: RecognizerCache

    private var limits: ExtractionLimits { request.limits }

    /// Throws only when the coordinator cannot be reached.
    func run() throws {
        let whole = PageAddress(entry: "", page: 0)
        try begin(.bundle, of: whole)
        do {
            let reader = BundleReader(
                limits: limits, keepsRawMetadata: request.extent == .pages, wantsFixity: request.extent.comparesFiles)
            let bundle = try reader.open(
                descriptor: descriptor, path: request.path, access: request.access,
                passwords: channel.passwords, embeddedFiles: channel.embeddedFiles, openFile: channel.openFile,
                countPages: countPages)
            // An ordinary folder may hold terabytes, and is requested again whenever one of its files changes.
            if request.access.isFolder, !bundle.isBundle, request.extent == .pages {
                return try channel.finish(.ordinaryFolder)
            }
            try channel.send(
                .bundle(
                    BundleFrame(
                        format: bundle.format, absence: absence(in: bundle),
                        passedOver: BundleFrame.PassedOver(bundle.passedOver))))
            if let reason = bundle.skipReason {
                try compareFixity(bundle)
                return try channel.send(.finished(FinishedFrame(outcome: .skipped, reason: reason)))
            }
            if request.resume == nil {
                for problem in bundle.problems { try report(problem, of: whole, in: .bundle) }
            }
            try read(bundle)
            try compareFixity(bundle)
            try channel.send(
                .finished(FinishedFrame(outcome: .complete, hasLoadedEngine: recognizers.hasLoaded ? true : nil)))
        } catch let error as BundleError {
            try report(error, of: whole, in: .bundle)
            try channel.finish(.failed)
        }
    }

    /// Tells what the images beside a PDF are. It is announced under the PDF's own name, so that a PDF that kills the
    /// reader costs no other document.
    private func countPages(_ content: DocumentContent, entry: String) throws -> Int? {
        let address = PageAddress(entry: entry, page: 0)
        guard !request.skippedPages.contains(address) else { return nil }
        let before = channel.inHand
        try channel.begin(.bundle, of: address, limits)
        let count = channel.pageCount(of: content, limits: limits)
        if let before { try channel.begin(before.stage, of: before.address, limits) }
        return count
    }

    private func absence(in bundle: OpenedBundle) -> BundleFrame.Absence? {
        guard bundle.missingFiles + bundle.awaitedFiles.count > 0 else { return nil }
        return BundleFrame.Absence(
            missing: bundle.missingFiles, stated: bundle.missingStatedFiles, awaited: bundle.awaitedFiles.count,
            awaitedNames: bundle.awaitedFiles.names)
    }

    private func read(_ bundle: OpenedBundle) throws {
        var isBeforeResume = request.resume != nil
        for document in bundle.documents { try read(document, of: bundle, isBeforeResume: &isBeforeResume) }
    }

    private func read(_ document: BundledDocument, of bundle: OpenedBundle, isBeforeResume: inout Bool) throws {
        let isResumed = document.entry == request.resume?.entry
        if isResumed { isBeforeResume = false }
        // The path to the nested document at which to resume.
        var hasParts = isBeforeResume && document.mayHold(request.resume?.entry ?? "")
        let whole = PageAddress(entry: document.entry, page: 0)
        if !isBeforeResume, !request.skippedPages.contains(whole) {
            try begin(.document, of: whole)
            do {
                hasParts = try read(document, of: bundle, from: isResumed ? request.resume?.page ?? 1 : 1)
            } catch let error as any ReadingFailure {
                try report(error, of: whole, in: .document)
            }
        }
        guard hasParts else { return }
        try begin(.document, of: whole)
        var parts: [BundledDocument] = []
        let passedOver = bundle.passedOver.count
        do {
            let found = try bundle.parts(of: document)
            parts = found.documents
            if !isBeforeResume { for problem in found.problems { try report(problem, of: whole, in: .document) } }
        } catch let error as any ReadingFailure {
            try report(error, of: whole, in: .document)
        }
        if let files = BundleFrame.PassedOver(Array(bundle.passedOver[passedOver...])) {
            try channel.send(.bundle(BundleFrame(format: bundle.format, passedOver: files)))
        }
        for part in parts { try read(part, of: bundle, isBeforeResume: &isBeforeResume) }
    }

    private func compareFixity(_ bundle: OpenedBundle) throws {
        for file in bundle.statedFixity {
            let address = PageAddress(entry: file.name, page: 0)
            try begin(.fixity, of: address)
            var frame = FixityFrame(entry: file.name)
            do {
                try bundle.compare(file)
            } catch let error as BundleError {
                frame.problem = ProblemFrame(address: address, stage: .fixity, code: error.code, reason: error.reason)
            }
            try channel.send(.fixity(frame))
        }
    }

    private func read(_ document: BundledDocument, of bundle: OpenedBundle, from firstPage: Int) throws -> Bool {
        let sidecar = SidecarTexts(of: document, in: bundle, limits: limits, isWanted: request.extent == .pages)
        for problem in sidecar.problems {
            try report(problem, of: PageAddress(entry: document.entry, page: 0), in: .document)
        }
        guard request.extent.opensDocuments, document.hasContent else {
            try sendRecord(document, sidecar)
            return false
        }
        let isWholeBundle = document.entry.isEmpty && bundle.format == .pdf && request.access.files.isEmpty
        let pages = try DocumentPages(
            bundle.content(of: document), knownHash: isWholeBundle ? request.contentHash : nil,
            passwords: channel.passwords, limits: limits)
        guard pages.pageCount <= limits.pages else {
            throw BundleError(
                .limit, "it has \(pages.pageCount) pages; the limit is \(limits.pages) (pages)", entry: document.entry)
        }
        var metadata = metadata(of: document, pages.information)
        metadata.language = metadata.language == "" ? nil : metadata.language
        let isWhole = firstPage <= 1 && !request.skippedPages.contains { $0.entry == document.entry }
        let unpaged = sidecar.unpaged(pageCount: pages.pageCount)
        let areKnown = try channel.hasKnownPages(
            DocumentFrame(
                entry: document.entry, contentHash: pages.contentHash, byteCount: pages.byteCount, metadata: metadata,
                pageCount: pages.pageCount, rawMetadata: document.rawMetadata,
                isDescribedWithOthers: document.isDescribedWithOthers ? true : nil,
                unpagedText: unpaged, unpagedLanguage: unpaged.flatMap { TextLanguage.identify($0) },
                asksForPages: isWhole && pages.pageCount > 0 && request.extent == .pages,
                outline: request.extent == .pages ? nil : document.outline,
                warning: pages.openingWarnings.summary, textWarning: sidecar.warning,
                textHasOpenEnd: sidecar.hasOpenEnd))
        guard request.extent == .pages, pages.pageCount >= max(1, firstPage)
        else { return pages.hasEmbeddedFiles }
        let lexicon = Lexicon(languages: request.languages, recognizers: recognizers)
        let handler = PageTextHandler(
            request: request, channel: channel,
            examination: LayerExamination(lexicon: lexicon, depth: request.examination),
            sidecar: sidecar.pages(pageCount: pages.pageCount),
            labels: sidecar.labels.count == pages.pageCount ? sidecar.labels : [])
        for number in max(1, firstPage)...pages.pageCount {
            let address = PageAddress(entry: document.entry, page: number)
            if request.skippedPages.contains(address) { continue }
            // Pages with stored layers need only the bundle's own text.
            if areKnown, handler.sidecar[number] == nil { continue }
            try begin(.textLayer, of: address)
            HeardWarnings.take()
            do {
                try handler.send(pages.page(number), address, isLayerKnown: areKnown)
            } catch let error as PageReadingError {
                try report(error, of: address, in: .textLayer)
            }
        }
        return pages.hasEmbeddedFiles
    }

    private func metadata(of document: BundledDocument, _ information: DocumentInformation?) -> DocumentMetadata {
        let isBundle = document.entry.isEmpty
        return MetadataCompletion.complete(
            document.metadata, by: information, fileName: isBundle ? request.path : document.entry,
            in: isBundle ? "" : request.path, attachedTo: document.message)
    }

    private func sendRecord(_ document: BundledDocument, _ sidecar: SidecarTexts) throws {
        let texts = sidecar.recordPages()
        try channel.send(
            .document(
                DocumentFrame(
                    entry: document.entry, contentHash: nil, byteCount: 0, metadata: metadata(of: document, nil),
                    pageCount: texts.count, rawMetadata: document.rawMetadata,
                    outline: request.extent == .pages ? nil : document.outline, textWarning: sidecar.warning,
                    textHasOpenEnd: sidecar.hasOpenEnd)))
        for (index, page) in texts.enumerated() {
            var frame = page.frame(entry: document.entry, page: index + 1)
            // There is no image to recognise instead.
            frame.verdict = .good
            frame.language = TextLanguage.identify(frame.text)
            try channel.send(.page(frame))
        }
    }

    private func begin(_ stage: ExtractionStage, of address: PageAddress) throws {
        guard !request.extent.opensDocuments, stage != .fixity else {
            return try channel.begin(stage, of: address, limits)
        }
        // Documents that stay closed are not announced: the coordinator knows the bundle, and there may be many.
        if stage != .document { Confinement.allowProcessorTime(seconds: limits.processorSeconds) }
    }

    /// Names the failing entry and not the document.
    private func report(_ failure: any ReadingFailure, of address: PageAddress, in stage: ExtractionStage) throws {
        let entry = (failure as? BundleError)?.entry
        try channel.report(failure, of: entry.map { PageAddress(entry: $0, page: 0) } ?? address, in: stage)
    }
}
