import ExtractionProtocol
import Foundation

/// A file for viewing a document.
public struct DocumentFile: Sendable, Hashable {
    /// The absolute path of a PDF or, for a document without pages, of a text (`.txt`) in UTF-8.
    public var path: String
    /// The requested page's number in the file, from 1.
    public var page: Int
}

extension ArchiveIndex {
    /// A file with only this document, for viewers: a PDF, or for a mail and any other document without a PDF and
    /// images, a text file (`.txt`) with the title and the text.
    ///
    /// For a PDF on disk that is the PDF itself. A document inside a bundle is copied to a file in a new folder that
    /// only this user can read, which the caller removes; ``removeCopies(madeBefore:)`` removes forgotten ones. For a
    /// document of page images it is the page `page`, from 1. ``IndexingOptions`` describes `usesSandbox`, `passwords`
    /// and `limits`. Throws ``DocSearchError``.
    public func file(
        of document: ArchiveDocument, page: Int = 1, usesSandbox: Bool = true, passwords: [String] = [],
        limits: ReadingLimits = ReadingLimits()
    ) throws -> DocumentFile {
        guard document.hasContent else {
            return DocumentFile(path: try textCopy(of: document), page: 1)
        }
        let bundlePath = try bundlePath(of: document)
        if document.format == BundleFormat.pdf.rawValue, document.entry.isEmpty,
            // No other program finds a file by an escaped name.
            !DiskName.isEscaped(bundlePath.absolutePath)
        {
            return DocumentFile(path: bundlePath.absolutePath, page: page)
        }
        let bundle: OpenBundle
        do {
            bundle = try OpenBundle(bundlePath, passwords: passwords, limits: limits)
        } catch let refusal as OpenBundle.Refusal {
            throw Self.notUnpacked(document, refusal.problem.reason)
        }
        let target = try PrivateCopy.make(named: document.title, .document)
        let output = try Self.create(target)
        defer { close(output) }
        var options = IndexingOptions()
        (options.usesSandbox, options.passwords, options.limits) = (usesSandbox, passwords, limits)
        let request = CopyDocumentRequest(
            path: document.bundlePath, entry: document.entry, page: page, access: bundle.access,
            limits: limits.extraction)
        do {
            let conversation = WorkerConversation(
                program: try ExtractionProgram.locate(nil), options: options, stop: StopFlag(after: nil), isSingle: true
            )
            switch try conversation.copy(request, of: bundle, to: output) {
            case .complete(let holdsOnePage): return DocumentFile(path: target, page: holdsOnePage ? 1 : page)
            case .refused(let problem): throw Self.notUnpacked(document, problem.reason)
            case .severalImages: throw Self.notUnpacked(document, "it consists of several images")
            }
        } catch {
            PrivateCopy.discard(target)
            if let failure = error as? ReaderProcess.Failure { throw Self.notUnpacked(document, failure.sentence) }
            throw error
        }
    }

    private func textCopy(of document: ArchiveDocument) throws -> String {
        let texts = try pages(of: document, withLayouts: false).map(\.text).filter { !$0.isEmpty }
        let target = try PrivateCopy.make(named: document.title, .text)
        do {
            let output = try FileHandle(fileDescriptor: Self.create(target), closeOnDealloc: true)
            let text = ([document.title] + texts).joined(separator: "\n\n") + "\n"
            try output.write(contentsOf: Data(text.utf8))
            return target
        } catch {
            PrivateCopy.discard(target)
            throw error
        }
    }

    private static func create(_ path: String) throws -> Int32 {
        let output = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw DocSearchError.system("Making", path) }
        return output
    }

    private static func notUnpacked(_ document: ArchiveDocument, _ reason: String) -> DocSearchError {
        DocSearchError(.failed, "\"\(document.path)\" could not be unpacked: \(reason).")
    }
}
