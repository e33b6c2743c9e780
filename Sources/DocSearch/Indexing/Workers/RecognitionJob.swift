import ExtractionProtocol
import Foundation

/// Has pages of one document recognised. A page that kills its worker is reported; the others are read all the same.
struct RecognitionJob {
    let loop: WorkerLoop
    let task: RecognitionTask
    let limits: ExtractionLimits
    let languages: [String]
    let images: RecognizedImages

    func run() {
        do {
            recognize(
                try OpenBundle(task.place, passwords: loop.options.passwords, limits: loop.options.limits))
        } catch let refusal as OpenBundle.Refusal {
            report(page: 0, .document, refusal.problem.code, refusal.problem.reason)
        } catch let error as DocSearchError {
            report(page: 0, .document, .environment, error.message)
        } catch {
            report(page: 0, .document, .environment, "\(error)")
        }
        loop.emit(.recognitionEnded(task))
    }

    private func recognize(_ bundle: OpenBundle) {
        var left = task.pages
        var triedTwice: Set<PageAddress> = []
        var claimed: String?
        defer { if let claimed { images.release(claimed, source: task.source) } }
        while !left.isEmpty {
            var startings = StartingCounter()
            var inHand = StartingFrame(stage: .document, address: PageAddress(entry: task.entry, page: 0))
            do {
                let request = RecognizePagesRequest(
                    path: task.bundlePath, entry: task.entry, contentHash: task.contentHash, pages: left,
                    languages: languages, access: bundle.access, limits: limits)
                try loop.exchange(
                    .recognizePages(request), bundle, timeout: { loop.timeout(inHand.stage) }
                ) { frame in
                    switch frame {
                    case .starting(let value):
                        inHand = value
                        try startings.count()
                    case .page(let value):
                        guard value.entry == task.entry, left.contains(value.page) else {
                            throw WorkerProcess.Failure.rubbish("a page that was not asked for")
                        }
                        guard value.imageHash == claimed else {
                            throw WorkerProcess.Failure.rubbish("page \(value.page) with another image")
                        }
                        try PageTextCheck.check(value, limits)
                        startings.reset()
                        left.removeAll { $0 == value.page }
                        // Whoever keeps the text ends the claim.
                        claimed = nil
                        loop.emit(.recognized(task, value))
                    case .image(let value):
                        let page = value.address.page
                        guard value.address.entry == task.entry, left.contains(page), claimed == nil,
                            value.imageHash.utf8.count == 64
                        else { throw WorkerProcess.Failure.rubbish("an image that was not asked for") }
                        if let row = try images.claim(value.imageHash, source: task.source) {
                            try loop.answer(.known)
                            startings.reset()
                            left.removeAll { $0 == page }
                            loop.emit(.recognizedBefore(task, page: page, row: row))
                        } else {
                            claimed = value.imageHash
                            try loop.answer(.unknown)
                        }
                    case .problem(let value):
                        let page = value.address.page
                        guard !left.isEmpty, page == 0 || left.contains(page) else {
                            throw WorkerProcess.Failure.rubbish("a problem of a page that was not asked for")
                        }
                        if page == 0 { left = [] } else { left.removeAll { $0 == page } }
                        if let hash = claimed { images.release(hash, source: task.source) }
                        claimed = nil
                        loop.emit(.unrecognized(task, value))
                    case .finished: return true
                    case .bundle, .document, .greeting, .file, .fixity:
                        throw WorkerProcess.Failure.rubbish("a frame that does not belong to recognition")
                    }
                    return false
                }
                if !left.isEmpty {
                    for page in left { report(page: page, .recognition, .worker, "the reader left this page out") }
                }
                return
            } catch WorkerProcess.Failure.stopped {
                loop.discardProcess()
                return
            } catch let failure as WorkerProcess.Failure {
                loop.discardProcess()
                if let hash = claimed { images.release(hash, source: task.source) }
                claimed = nil
                // A page may be innocent the first time: out of memory, or somebody killed the worker.
                if case .died = failure, triedTwice.insert(inHand.address).inserted { continue }
                let page = inHand.address.page
                report(page: page, page > 0 ? inHand.stage : .document, failure.code, failure.sentence)
                guard page > 0, left.contains(page) else { return }
                left.removeAll { $0 == page }
            } catch let error as DocSearchError {
                return loop.emit(.broken(error))
            } catch {
                return loop.emit(.broken(DocSearchError(.failed, "\(error)")))
            }
        }
    }

    private func report(page: Int, _ stage: ExtractionStage, _ code: ProblemFrame.Code, _ reason: String) {
        let problem = ProblemFrame(
            address: PageAddress(entry: task.entry, page: page), stage: stage, code: code, reason: reason)
        loop.emit(.unrecognized(task, problem))
    }
}
