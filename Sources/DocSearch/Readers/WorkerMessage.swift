import ExtractionProtocol

enum WorkerMessage: Sendable {
    /// From the first reader of a worker.
    case greeting(GreetingFrame)
    case reading(BundleTask, ReadingMessage)
    case recognition(RecognitionTask, RecognitionMessage)
    /// Nothing can be read at all; the run must end.
    case broken(DocSearchError)
}

enum ReadingMessage: Sendable {
    case began
    /// The bundle's content, before any frame of a reader about it.
    case proven(BundleProof)
    case bundle(BundleFrame)
    /// `pagesAreKnown`: the text layers of the document's pages are in `pages.sqlite` already, and will not be sent.
    case document(DocumentFrame, pagesAreKnown: Bool)
    case page(PageFrame)
    case problem(ProblemFrame)

    // One of these is the last.

    /// With the bundle's status when it was opened; nil when it could not be opened.
    case ended(FinishedFrame, FileStatus?)
    /// The bundle still has its known bytes.
    case unchanged(FileStatus)
    /// The file changed while it was read; the next run reads it again.
    case unsettled
    /// The run was stopped in the middle; the next run reads the bundle again.
    case abandoned
}

enum RecognitionMessage: Sendable {
    case recognized(PageFrame)
    case recognizedBefore(page: Int, text: PageStore.ImageText)
    case failed(ProblemFrame)
    case ended
}
