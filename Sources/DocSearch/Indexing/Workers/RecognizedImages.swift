import ExtractionProtocol
import Foundation

/// Sees to it that the same page image is recognised once, in whatever file it is and whichever workers have it.
///
/// `@unchecked Sendable`: all state is touched with `condition` locked.
final class RecognizedImages: @unchecked Sendable {
    private struct Key: Hashable {
        var hash: String
        var source: TextSource
    }

    private let pages: PageStore
    private let stop: StopFlag
    private let condition = NSCondition()
    private var inHand: Set<Key> = []

    init(pages: PageStore, stop: StopFlag) {
        self.pages = pages
        self.stop = stop
    }

    /// The row of the text that the image was recognised as; nil when the caller has to do it, and to say
    /// ``release(_:source:)`` afterwards. Waits while another worker has the same image in hand.
    func claim(_ hash: String, source: TextSource) throws -> Int64? {
        let key = Key(hash: hash, source: source)
        condition.lock()
        defer { condition.unlock() }
        while inHand.contains(key), !stop.isSet {
            _ = condition.wait(until: Date(timeIntervalSinceNow: 0.2))
        }
        if stop.isSet { throw WorkerProcess.Failure.stopped }
        if let row = try pages.text(ofImage: hash, source: source) { return row }
        inHand.insert(key)
        return nil
    }

    /// Ends a claim: the text is in `pages.sqlite`, or will not come.
    func release(_ hash: String, source: TextSource) {
        condition.lock()
        inHand.remove(Key(hash: hash, source: source))
        condition.broadcast()
        condition.unlock()
    }
}
