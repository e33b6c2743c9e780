import ExtractionProtocol

enum WorkerMessage: Sendable {
    case greeting(GreetingFrame)
    case reading(BundleTask, ReadingMessage)
    case recognition(RecognitionTask, RecognitionMessage)
    case broken(DocSearchError)
}

enum ReadingMessage: Sendable {
    case began
    /// Before any frame of a reader about the bundle.
    case proven(BundleProof)
    case bundle(BundleFrame)
    /// `pagesAreKnown`: the text layers are in `pages.sqlite` already, and will not be sent.
    case document(DocumentFrame, pagesAreKnown: Bool)
    case page(PageFrame)
    case problem(ProblemFrame)

    // One of these is the last.

    /// The status when the bundle was opened; nil when it could not be opened.
    case ended(FinishedFrame, FileStatus?)
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
    /// The task's recogniser has not read a page, or its answer cannot be used.
    case notAnswered(ProblemFrame)
    case ended
}
