import ExtractionProtocol
import Foundation

/// Which images on pages that wait for recognition are known.
protocol PageImages: AnyObject {
    /// The text of the image; nil when the caller must recognise it and call ``release(_:of:)`` afterwards. Throws
    /// ``ReaderProcess/Failure/stopped`` when no page of the task is to be read any more, and errors in reading
    /// `pages.sqlite`.
    func claim(_ hash: String, of task: RecognitionTask) throws -> PageStore.ImageText?

    /// Ends a claim: the text is in `pages.sqlite`, or will not come.
    func release(_ hash: String, of task: RecognitionTask)
}

/// The same page image is recognised once in a bundle, whichever workers have it. `@unchecked Sendable`: all state is
/// accessed with `condition` locked.
final class RecognizedImages: PageImages, @unchecked Sendable {
    private struct Key: Hashable {
        var hash: String
        var source: TextSource
        /// Two bundles do not share recognised text.
        var bundle: Int64
    }

    private let pages: PageStore
    private let stop: StopFlag
    private let condition = NSCondition()
    private var inHand: Set<Key> = []

    init(pages: PageStore, stop: StopFlag) { (self.pages, self.stop) = (pages, stop) }

    /// Waits while another worker is recognising the same image of the bundle.
    func claim(_ hash: String, of task: RecognitionTask) throws -> PageStore.ImageText? {
        let key = Key(hash: hash, source: task.source, bundle: task.bundle)
        condition.lock()
        defer { condition.unlock() }
        while inHand.contains(key), !stop.isSet {
            _ = condition.wait(until: Date(timeIntervalSinceNow: 0.2))
        }
        if stop.isSet { throw ReaderProcess.Failure.stopped }
        if let text = try pages.text(ofImage: hash, source: task.source, scope: task.scope, witness: task.witness) {
            return text
        }
        inHand.insert(key)
        return nil
    }

    func release(_ hash: String, of task: RecognitionTask) {
        condition.withLock {
            inHand.remove(Key(hash: hash, source: task.source, bundle: task.bundle))
            condition.broadcast()
        }
    }
}
