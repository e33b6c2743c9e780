import BundleReading
import ExtractionProtocol
import Foundation
import PageReading
import TextNormalization

/// What an open document has beside its pages.
extension OpenPagesHandler {
    func list(_ wanted: ListContentsRequest, of pages: DocumentPages, in bundle: OpenedBundle) throws {
        let address = PageAddress(entry: request.entry, page: 0)
        try channel.begin(.document, of: address, wanted.limits)
        let normalizer = TextNormalizer(maximumBytes: ContentsFrame.titleBytes)
        let headings = pages.outline(most: ContentsFrame.mostHeadings, deepest: ContentsFrame.deepest).map {
            ContentsFrame.Heading(
                title: Self.onOneLine(normalizer.normalize($0.title).text), page: $0.page, depth: $0.depth)
        }
        try channel.send(.contents(ContentsFrame(outline: headings, files: bundle.attachments)))
        try channel.send(.finished(FinishedFrame(outcome: .complete)))
    }

    private static func onOneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    func copy(_ wanted: CopyFileRequest, from bundle: OpenedBundle, to output: Int32) throws {
        let address = PageAddress(entry: request.entry, page: 0)
        try channel.begin(.document, of: address, wanted.limits)
        do {
            try bundle.readAttachment(wanted.number) { try CopyRequestHandler.copy($0, to: output) }
            try channel.send(.finished(FinishedFrame(outcome: .complete)))
        } catch let error as any ReadingFailure {
            try channel.fail(error, of: address, in: .document)
        }
    }
}
