/// What is known of images on pages that are to be recognised.
protocol PageImages: AnyObject {
    /// The text of the image; nil when the caller must recognise it and call ``release(_:of:)`` afterwards. Throws
    /// ``ReaderProcess/Failure/stopped`` when no page of the task is to be read any more, and errors in reading
    /// `pages.sqlite`.
    func claim(_ hash: String, of task: RecognitionTask, _ witness: TextWitness) throws -> PageStore.ImageText?

    /// Ends a claim: the text is in `pages.sqlite`, or will not come.
    func release(_ hash: String, of task: RecognitionTask)
}
