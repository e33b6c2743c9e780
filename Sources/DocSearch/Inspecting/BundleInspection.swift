import ExtractionProtocol
import Foundation

final class BundleInspection {
    private let bundle: OpenBundle
    private let extent: ReadingExtent
    private var found: BundleDescription
    private var problems = BundleProblems()
    private var passedOver = BundleFrame.PassedOverFiles()

    init(_ bundle: OpenBundle, path: String, extent: ReadingExtent) {
        (self.bundle, self.extent) = (bundle, extent)
        found = BundleDescription(path: path)
        begin()
    }

    var description: BundleDescription {
        var result = found
        result.problems = problems.all.map(BundleDescription.Problem.init)
        return result
    }

    func begin() {
        found = BundleDescription(path: found.path)
        found.fixity = extent.comparesFiles ? BundleDescription.Fixity() : nil
        problems = BundleProblems()
        passedOver = BundleFrame.PassedOverFiles()
        bundle.problems.forEach { problems.append($0) }
    }

    func take(_ frame: ExtractionFrame) throws {
        switch frame {
        case .bundle(let value):
            found.format = value.format.rawValue
            passedOver.add(value.passedOver)
            if let files = passedOver.all {
                found.passedOver = BundleDescription.PassedOver(count: files.count, names: files.names)
            }
            guard let absence = value.absence else { return }
            found.awaited = BundleDescription.Awaited(count: absence.awaited, names: absence.awaitedNames)
            // A reader that continues for another sends it again.
            let before = found.fixity?.missing ?? 0
            found.fixity?.stated += absence.stated - before
            found.fixity?.missing = absence.stated
        case .document(let value):
            guard value.asksForPages != true else { throw ReaderProcess.Failure.rubbish("a question about pages") }
            found.documents.append(BundleDescription.Document(value, bundlePath: found.path))
        case .problem(let value): problems.append(value)
        case .fixity(let value):
            found.fixity?.stated += 1
            if let problem = value.problem { problems.append(problem) } else { found.fixity?.agreeing += 1 }
        case .finished(let value): if value.outcome == .skipped { found.skipReason = value.reason ?? "" }
        // Pages were not requested, and are not needed.
        case .page, .greeting, .starting, .image, .file, .need, .drawn, .contents, .languages: break
        }
    }
}

extension BundleDescription.Document {
    /// `bundlePath` is needed because a name may contain the document's date. The folders above the bundle do not
    /// count: which of them is the root of an archive is not known.
    init(_ frame: DocumentFrame, bundlePath: String) {
        let metadata = frame.metadata
        let name = DocumentName(entry: frame.entry, bundlePath: PathText.name(bundlePath))
        let isOfFile = metadata.dateSource == .documentInformation || metadata.dateSource == .message
        let said = metadata.date.flatMap { DocumentDate($0) }
        let named =
            isOfFile
            ? name.date(now: Date(), insteadOf: said, isAttachment: metadata.isDatedByMessage)
            : name.date(now: Date(), of: metadata)
        self.init(
            entry: frame.entry, title: metadata.title ?? "", authors: metadata.authors,
            date: isOfFile ? named ?? said : said ?? named, tags: metadata.tags, identifier: metadata.identifier,
            language: metadata.language, summary: metadata.description,
            details: metadata.details.compactMap(DocumentDetail.init),
            pageCount: frame.contentHash == nil ? nil : frame.pageCount, claimedPageCount: metadata.claimedPageCount,
            hasContent: frame.outline?.hasContent ?? (frame.contentHash != nil),
            sidecarText: frame.outline?.text?.rawValue)
    }
}

extension BundleDescription.Problem {
    init(_ frame: ProblemFrame) {
        self.init(
            entry: frame.address.entry.isEmpty ? nil : frame.address.entry,
            page: frame.address.page > 0 ? frame.address.page : nil, code: frame.code.rawValue, reason: frame.reason)
    }
}
