import ExtractionProtocol
import Foundation

/// Has pages of one document recognised. A page that kills its worker is reported; the others are read all the same.
struct RecognitionJob {
    let loop: WorkerLoop
    let task: RecognitionTask
    let limits: ExtractionLimits
    let languages: [String]
    let images: RecognizedImages

    /// Of what is recognised there is one reason at most: why the page is blank.
    private static let mostReasonBytes = 512

    func run() {
        do {
            if let evidence = try evidence() { recognize(evidence.bundle, evidence.task) }
        } catch WorkerProcess.Failure.stopped {
            loop.discardProcess()
        } catch let refusal as OpenBundle.Refusal {
            report(page: 0, .document, refusal.problem.code, refusal.problem.reason)
        } catch let failure as WorkerProcess.Failure {
            report(page: 0, .document, failure.code, failure.sentence)
        } catch let error as DocSearchError {
            report(page: 0, .document, .environment, error.message)
        } catch {
            report(page: 0, .document, .environment, "\(error)")
        }
        loop.emit(.recognitionEnded(task))
    }

    /// What the reader is shown, and who vouches then for what it reads: if possible the document's bytes alone, whose
    /// hash is known, so that the text counts wherever they are. Nil when the document is not there any more, which is
    /// reported.
    private func evidence() throws -> (bundle: OpenBundle, task: RecognitionTask)? {
        var task = task
        var bundle = try OpenBundle(task.place, passwords: loop.options.passwords, limits: loop.options.limits)
        if !task.entry.isEmpty || !bundle.isSingleFile {
            guard let copy = try loop.copy(of: task, from: bundle) else { return try witnessed(bundle) }
            bundle = copy
        }
        guard try loop.contentHash(of: bundle) == task.contentHash else {
            return try task.entry.isEmpty ? witnessed(bundle) : changed()
        }
        task.witness = .content
        return (bundle, task)
    }

    /// A document that is not one file: what is read of it counts in this bundle.
    private func witnessed(_ bundle: OpenBundle) throws -> (bundle: OpenBundle, task: RecognitionTask)? {
        let place = BundlePlace.withCompanions(task.bundlePath, in: task.root)
        let whole =
            try place.companions.isEmpty && place.obstacle == nil
            ? bundle : OpenBundle(place, limits: loop.options.limits)
        guard try loop.contentHash(of: whole) == task.scope.bundleHash else { return changed() }
        return (bundle, task)
    }

    private func changed() -> (bundle: OpenBundle, task: RecognitionTask)? {
        report(
            page: 0, .document, .changed,
            "the document changed since its text was read; it is read again in the next run")
        return nil
    }

    private func recognize(_ bundle: OpenBundle, _ task: RecognitionTask) {
        var left = task.pages
        var triedTwice: Set<PageAddress> = []
        var claimed: String?
        let clock = AnswerClock(loop.options, recognizedPages: task.pages.count)
        defer { if let claimed { images.release(claimed, of: task) } }
        while !left.isEmpty {
            var startings = StartingCounter()
            var begun: Set<StartingFrame> = []
            var inHand = StartingFrame(stage: .document, address: PageAddress(entry: task.entry, page: 0))
            do {
                let request = RecognizePagesRequest(
                    path: task.bundlePath, entry: task.entry, contentHash: task.contentHash, pages: left,
                    isDocument: task.witness == .content, languages: languages, access: bundle.access, limits: limits)
                try loop.exchange(
                    .recognizePages(request), bundle, clock: clock
                ) { frame in
                    switch frame {
                    case .starting(let value):
                        inHand = value
                        try startings.count()
                        // A page's image is made, and then it is read.
                        let isOfTask = value.address.page == 0 || left.contains(value.address.page)
                        clock.begin(value.stage, isKnownToEnd: isOfTask && begun.insert(value).inserted)
                    case .page(let value):
                        guard value.entry == task.entry, left.contains(value.page), value.origin == .ocr else {
                            throw WorkerProcess.Failure.rubbish("a page that was not asked for")
                        }
                        guard value.reasonBytes <= Self.mostReasonBytes else {
                            throw WorkerProcess.Failure.rubbish("\(value.reasonBytes) bytes of reasons on one page")
                        }
                        guard value.imageHash == claimed else {
                            throw WorkerProcess.Failure.rubbish("page \(value.page) with another image")
                        }
                        startings.reset()
                        clock.deliver(.nothing)
                        left.removeAll { $0 == value.page }
                        // Keeping the text ends the claim.
                        claimed = nil
                        loop.emit(.recognized(task, value))
                    case .image(let value):
                        let page = value.address.page
                        guard value.address.entry == task.entry, left.contains(page), claimed == nil,
                            value.imageHash.utf8.count == 64
                        else { throw WorkerProcess.Failure.rubbish("an image that was not asked for") }
                        if let text = try images.claim(value.imageHash, of: task, task.witness) {
                            try loop.answer(.known)
                            startings.reset()
                            clock.deliver(.nothing)
                            left.removeAll { $0 == page }
                            loop.emit(.recognizedBefore(task, page: page, text: text))
                        } else {
                            claimed = value.imageHash
                            try loop.answer(.unknown)
                        }
                    case .problem(let value):
                        let page = value.address.page
                        guard value.address.entry == task.entry, !left.isEmpty, page == 0 || left.contains(page) else {
                            throw WorkerProcess.Failure.rubbish("a problem of a page that was not asked for")
                        }
                        if page == 0 { left = [] } else { left.removeAll { $0 == page } }
                        if let hash = claimed { images.release(hash, of: task) }
                        claimed = nil
                        loop.emit(.unrecognized(task, value))
                    case .finished: return true
                    case .bundle, .document, .greeting, .file, .need, .fixity:
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
                clock.beginAgain()
                if let hash = claimed { images.release(hash, of: task) }
                claimed = nil
                // A page may be innocent the first time: out of memory, or a person killed the worker.
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
