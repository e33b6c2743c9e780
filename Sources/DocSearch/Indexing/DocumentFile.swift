import ExtractionProtocol
import Foundation

/// A PDF that shows a document.
public struct DocumentFile: Sendable, Hashable {
    /// The absolute path of the PDF.
    public var path: String
    /// Where the page that was asked for is in it, from 1.
    public var page: Int
}

extension ArchiveIndex {
    /// A PDF that holds the document alone, for viewers.
    ///
    /// For a PDF on disk that is the PDF itself; a document inside a bundle is copied to a file in a new folder that
    /// only this user can read, which the caller removes when it is no longer needed; ``removeCopies(madeBefore:)`` removes those
    /// that were left behind. Of a document of page images it is
    /// the page that is asked for, from 1. ``IndexingOptions`` says what `usesSandbox`, `passwords` and `limits` mean. Throws
    /// ``DocSearchError``.
    public func file(
        of document: ArchiveDocument, page: Int = 1, usesSandbox: Bool = true, passwords: [String] = [],
        limits: ReadingLimits = ReadingLimits()
    ) throws -> DocumentFile {
        guard document.hasContent else {
            throw DocSearchError(.notFound, "\"\(document.path)\" is a record without a PDF; \"show\" prints its text.")
        }
        let place = try place(of: document)
        if document.format == BundleFormat.pdf.rawValue { return DocumentFile(path: place.absolutePath, page: page) }
        let bundle: OpenBundle
        do {
            bundle = try OpenBundle(place, passwords: passwords, limits: limits)
        } catch let refusal as OpenBundle.Refusal {
            throw DocSearchError(.failed, "\"\(document.path)\" could not be unpacked: \(refusal.problem.reason).")
        }
        let target = try PrivateCopy.make(named: document.title)
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw DocSearchError.system("Making", target) }
        defer { close(output) }
        let stop = StopFlag(after: nil)
        let request = CopyDocumentRequest(
            path: document.bundlePath, entry: document.entry, page: page, access: bundle.access,
            limits: limits.extraction)
        var problem: String?
        do {
            let (process, _) = try WorkerProcess.started(
                program: ExtractionProgram.locate(nil), usesSandbox: usesSandbox, stop: stop)
            try process.send(.copyDocument(request), number: 1, descriptor: bundle.descriptor)
            try process.send(descriptor: output)
            var files = FileAnswers(bundle, limits: limits.extraction)
            let clock = AnswerClock(IndexingOptions(), bytes: bundle.status.byteCount)
            answer: for _ in 0..<Self.framesOfCopy {
                switch try process.nextFrame(of: 1, clock: clock, stop: stop, files: &files) {
                case .starting(let value): clock.begin(value.stage)
                case .problem(let found): problem = found.reason
                case .finished(let finished):
                    if finished.outcome == .complete {
                        return DocumentFile(path: target, page: finished.holdsOnePage == true ? 1 : page)
                    }
                    break answer
                default: throw WorkerProcess.Failure.rubbish("a frame that does not belong to a copy")
                }
            }
        } catch let failure as WorkerProcess.Failure {
            problem = failure.sentence
        } catch let error as DocSearchError {
            PrivateCopy.discard(target)
            throw error
        }
        PrivateCopy.discard(target)
        throw DocSearchError(.failed, "\"\(document.path)\" could not be unpacked: \(problem ?? "no reason given").")
    }

    /// What is in hand, what is wrong, and the end; and some.
    private static let framesOfCopy = 10
}
