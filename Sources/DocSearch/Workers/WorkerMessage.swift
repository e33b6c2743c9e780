import ExtractionProtocol

/// What workers say.
enum WorkerMessage: Sendable {
    /// Of the first reader of a worker.
    case greeting(GreetingFrame)
    case reading(BundleTask, ReadingMessage)
    case recognition(RecognitionTask, RecognitionMessage)
    /// Nothing can be read at all; the run must end.
    case broken(DocSearchError)
}

/// What comes of the reading of a bundle.
enum ReadingMessage: Sendable {
    case began
    /// What the bundle consists of; comes before anything that a reader says of it.
    case proven(BundleProof)
    case bundle(BundleFrame)
    /// Whether the text layers of the document's pages are in `pages.sqlite` already, and will not come.
    case document(DocumentFrame, pagesAreKnown: Bool)
    case page(PageFrame)
    case problem(ProblemFrame)

    // One of these is the last.

    /// With the bundle as it was when it was opened; nil when it could not be opened.
    case ended(FinishedFrame, FileStatus?)
    /// The bundle has the bytes under which it is known.
    case unchanged(FileStatus)
    /// The file changed while it was read; the next run reads it again.
    case unsettled
    /// The run was stopped in the middle; the next run reads the bundle again.
    case abandoned
}

/// What comes of the recognition of pages.
enum RecognitionMessage: Sendable {
    case recognized(PageFrame)
    /// The page's image has been recognised before.
    case recognizedBefore(page: Int, text: PageStore.ImageText)
    case failed(ProblemFrame)
    case ended
}
