import ExtractionProtocol
import Foundation

/// Gets documents out of bundles, so that a reader can be shown a document and nothing else.
extension WorkerLoop {
    /// A copy of a document's bytes; nil for one that is made of several images, or when there is no room for a copy.
    ///
    /// The process that unpacks it has seen the whole bundle, and is gone before anybody looks at the copy. Whether it
    /// has copied what it should is told by the hash.
    ///
    /// Throws ``WorkerProcess/Failure`` and ``DocSearchError``.
    func copy(of task: RecognitionTask, from bundle: OpenBundle) throws -> OpenBundle? {
        if let lastCopy, lastCopy.document == task.document, lastCopy.bundle == bundle.status { return lastCopy.copy }
        lastCopy = nil
        guard let copy = try copied(task, bundle) else { return nil }
        lastCopy = (task.document, bundle.status, copy)
        return copy
    }

    private func copied(_ task: RecognitionTask, _ bundle: OpenBundle) throws -> OpenBundle? {
        do {
            return try copiedOnce(task, bundle)
        } catch WorkerProcess.Failure.died {
            // The bundle may be innocent: the system may have been out of memory.
            return try copiedOnce(task, bundle)
        }
    }

    private func copiedOnce(_ task: RecognitionTask, _ bundle: OpenBundle) throws -> OpenBundle? {
        let file = try OpenFile.temporary()
        let request = CopyDocumentRequest(
            path: task.bundlePath, entry: task.entry, page: nil, access: bundle.access,
            limits: options.limits.extraction)
        let (process, _) = try supply.reader(another: true)
        defer { process.kill() }
        try process.send(.copyDocument(request), number: 1, descriptor: bundle.descriptor)
        try process.send(descriptor: file.descriptor)
        var files = FileAnswers(bundle, limits: options.limits.extraction)
        let clock = AnswerClock(options, bytes: bundle.status.byteCount)
        var startings = StartingCounter()
        while true {
            switch try process.nextFrame(of: 1, clock: clock, stop: stop, files: &files) {
            case .starting(let value):
                try startings.count()
                clock.begin(value.stage)
            // What is wrong with the document is said when it is recognised where it is.
            case .problem: return nil
            case .finished(let frame) where frame.outcome == .complete:
                // A process that is being killed may still write.
                process.end()
                return OpenBundle(copy: file, of: bundle.place, passwords: options.passwords)
            case .finished: return nil
            default: throw WorkerProcess.Failure.rubbish("a frame that does not belong to a copy")
            }
        }
    }
}
