import ExtractionProtocol

/// Has waiting pages recognised, and writes the results. Used on the thread of the run.
struct RecognitionPhase {
    let run: RunContext

    func recognize(below roots: [IndexRoot]) throws {
        let index = run.stores.index
        let ids = roots.map(\.id)
        // A run that has read no bundle has no greeting yet, and cannot tell what is recognised already.
        let documents = try index.documentsToRecognize(roots: ids)
        if !documents.isEmpty || run.options.ocr == .always {
            try run.engines.meet()
            run.record.report(.recognizing(pages: try index.pagesWaiting(roots: ids)))
        }
        let scheduler = RecognitionScheduler(run, roots: roots, documents: documents)
        try run.pool.recognize(scheduler.next) { task, message in
            switch message {
            case .recognized(let frame):
                try scheduler.add(frame, of: task)
                run.record.result.recognized += 1
                run.record.report(.recognized(document: task.path, page: frame.page))
            case .recognizedBefore(let page, let text):
                try scheduler.reuse(text, page: page, of: task)
                run.record.result.reused += 1
            case .failed(let problem):
                try index.recordFailure(
                    bundle: task.bundle, problem, source: task.source, options: run.options, now: run.started)
                run.record.fail(bundle: task.bundlePath, in: task.root.id, problem)
            case .ended: try scheduler.end(task)
            }
        }
        try scheduler.finish()
    }
}
