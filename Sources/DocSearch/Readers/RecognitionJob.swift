import ExtractionProtocol

/// Has pages of one document recognised. A page that kills its reader is reported, and the others are still read.
struct RecognitionJob {
    let loop: WorkerLoop
    let task: RecognitionTask

    func run() {
        if task.recognizer?.isLeftAlone == true { return emit(.ended) }
        // This cannot be reversed.
        if loop.options.isBackground { loop.conversation.supply.yieldProcessor() }
        do {
            if let evidence = try evidence() { try recognize(evidence.bundle, evidence.task) }
        } catch ReaderProcess.Failure.stopped {
            // The next run continues.
        } catch let broken as BrokenRun {
            loop.emit(.broken(broken.error))
        } catch let refusal as OpenBundle.Refusal {
            fail(page: 0, in: .document, refusal.problem.code, refusal.problem.reason)
        } catch let failure as ReaderProcess.Failure {
            fail(page: 0, in: .document, failure.code, failure.sentence)
        } catch {
            fail(page: 0, in: .document, .environment, "\(error)")
        }
        emit(.ended)
    }

    /// If possible only the document's bytes, whose hash is known, so that the text counts wherever they are. Nil when
    /// the document is gone, which is reported.
    private func evidence() throws -> (bundle: OpenBundle, task: RecognitionTask)? {
        var task = task
        var bundle = try OpenBundle(task.location, passwords: loop.options.passwords, limits: loop.options.limits)
        if !task.entry.isEmpty || !bundle.isSingleFile {
            guard let copy = try copy(of: bundle) else { return try witnessed(bundle) }
            bundle = copy
        }
        guard try loop.contentHash(of: bundle) == task.contentHash else {
            return try task.entry.isEmpty ? witnessed(bundle) : changed()
        }
        task.isDocumentAlone = true
        return (bundle, task)
    }

    private func copy(of bundle: OpenBundle) throws -> OpenBundle? {
        do {
            return try loop.copy(of: task, from: bundle)
        } catch let error as DocSearchError where error.code == .environment {
            throw BrokenRun(error: error)
        }
    }

    /// For a document that is not one file: its text counts only in this bundle.
    private func witnessed(_ bundle: OpenBundle) throws -> (bundle: OpenBundle, task: RecognitionTask)? {
        let path = BundlePath.withCompanions(task.bundlePath, in: task.root)
        let whole =
            try path.companions.isEmpty && path.obstacle == nil
            ? bundle : OpenBundle(path, limits: loop.options.limits)
        guard try loop.contentHash(of: whole) == task.scope.bundleHash else { return changed() }
        return (bundle, task)
    }

    private func changed() -> (bundle: OpenBundle, task: RecognitionTask)? {
        fail(
            page: 0, in: .document, .changed,
            "the document changed since its text was read; it is read again in the next run")
        return nil
    }

    private func recognize(_ bundle: OpenBundle, _ task: RecognitionTask) throws {
        let answer = RecognitionAnswer(to: task, images: loop.images, options: loop.options)
        var triedTwice: Set<PageAddress> = []
        while !answer.left.isEmpty {
            do {
                try ask(of: bundle, task, into: answer)
                for page in answer.left { fail(page: page, in: .recognition, .worker, "the reader left this page out") }
                return
            } catch let failure as ReaderProcess.Failure {
                if case .stopped = failure { throw failure }
                let culprit = answer.inHand
                answer.beginAgain()
                // The first time a page may be innocent: the system ran out of memory, or a person killed the reader.
                if failure.isDeath, triedTwice.insert(culprit.address).inserted { continue }
                let page = culprit.address.page
                fail(page: page, in: page > 0 ? culprit.stage : .document, failure.code, failure.sentence)
                guard answer.drop(page: page) else { return }
            } catch {
                throw BrokenRun(error: DocSearchError(wrapping: error))
            }
        }
    }

    private func ask(of bundle: OpenBundle, _ task: RecognitionTask, into answer: RecognitionAnswer) throws {
        let image = try task.recognizer.map { _ in try PageImageFile(bytes: RecognizePagesRequest.imageBytes) }
        let request = RecognizePagesRequest(
            path: task.bundlePath, entry: task.entry, contentHash: task.contentHash, pages: answer.left,
            isDocument: task.isDocumentAlone, languages: task.root.languages, isByProgram: image != nil,
            access: bundle.access, limits: loop.options.limits.extraction)
        try loop.conversation.ask(
            .recognizePages(request), of: bundle, languages: image == nil ? task.root.languages : [],
            handing: image.map { [$0.descriptor] } ?? [], clock: answer.clock
        ) { frame in
            switch try answer.take(frame) {
            case .recognized(let page):
                task.recognizer?.note(isUsable: true)
                loop.emit(.recognition(task, .recognized(page)))
            case .drawn(let drawn, let page): try recognize(drawn, page, image, task, answer)
            case .recognizedBefore(let page, let text):
                // A reader that does not take the answer has failed on this page.
                try loop.conversation.answer(.known)
                answer.delivered(page: page)
                loop.emit(.recognition(task, .recognizedBefore(page: page, text: text)))
            case .newImage: try loop.conversation.answer(.unknown)
            case .failed(let problem):
                let isOfAnswer = task.recognizer != nil && problem.address.page > 0 && problem.stage == .recognition
                if isOfAnswer { task.recognizer?.note(isUsable: false) }
                loop.emit(.recognition(task, isOfAnswer ? .notAnswered(problem) : .failed(problem)))
            case .finished: return true
            case .nothing: break
            }
            return false
        }
    }

    /// Has the task's recogniser read the image of the page, and hands its answer to the reader, which reads it as hOCR.
    private func recognize(
        _ drawn: DrawnFrame, _ page: Int, _ image: PageImageFile?, _ task: RecognitionTask, _ answer: RecognitionAnswer
    ) throws {
        guard let image, let recognizer = task.recognizer else { return }
        do {
            let request = RecognizerRequest(
                png: image.copy(drawn.byteCount), languages: task.root.languages,
                resolution: min(2400, max(1, drawn.resolution ?? 300)))
            guard ImageFileCheck.size(of: request.png, .png) != nil else {
                throw ReaderProcess.Failure.rubbish("no PNG of a page")
            }
            try loop.conversation.answer(recognizer.read(request, stop: loop.conversation.stop))
        } catch let failure as RecognizerFailure {
            if case .stopped = failure { throw ReaderProcess.Failure.stopped }
            answer.passOver()
            if case .page(let reason) = failure {
                let problem = ProblemFrame(.worker, at: .recognition, of: task.entry, page: page, reason)
                loop.emit(.recognition(task, .notAnswered(problem)))
            }
            try loop.conversation.answer([])
        }
    }

    private func emit(_ message: RecognitionMessage) { loop.emit(.recognition(task, message)) }

    private func fail(page: Int, in stage: ExtractionStage, _ code: ProblemFrame.Code, _ reason: String) {
        emit(.failed(ProblemFrame(code, at: stage, of: task.entry, page: page, reason)))
    }
}
