import Foundation

final class WorkerPool: Sendable {
    let tasks = BoundedQueue<WorkerTask>(capacity: 256)
    let messages = BoundedQueue<WorkerMessage>(capacity: 128, maximumBytes: 8 << 20) { $0.heldBytes }
    let images: RecognizedImages
    let jobs: Int
    private let pages: PageStore
    private let options: IndexingOptions
    private let stop: StopFlag

    init(pages: PageStore, options: IndexingOptions, stop: StopFlag) {
        (self.pages, self.options, self.stop) = (pages, options, stop)
        jobs = options.workerCount
        images = RecognizedImages(pages: pages, stop: stop)
    }

    /// No worker and no thread outlives this call.
    func run(_ body: () throws -> Void) throws {
        let program = try ExtractionProgram.locate(options.extractorPath)
        let group = try options.startWorkers { [self] in
            WorkerLoop(
                WorkerConversation(program: program, options: options, stop: stop), images: images, texts: pages,
                emit: { [messages] message in messages.push(message) }
            ).run(tasks)
        }
        defer {
            tasks.close(discarding: stop.isSet)
            messages.close(discarding: true)
            group.wait()
        }
        do {
            try body()
        } catch {
            stop.stop(.failed)
            throw error
        }
    }

    /// Until `next` returns nil, or the run must stop. Messages that have arrived by then are still passed on.
    func recognize(
        _ next: () throws -> RecognitionTask?, take: (RecognitionTask, RecognitionMessage) throws -> Void
    ) throws {
        var outstanding = 0
        var isExhausted = false
        func handle(_ message: WorkerMessage) throws {
            switch message {
            case .recognition(let task, let message):
                try take(task, message)
                guard case .ended = message else { break }
                outstanding -= 1
                // Its result may ask for a second task.
                isExhausted = false
            case .broken(let error): throw error
            // The engines are known, and the next run repeats unfinished reading.
            case .greeting, .reading: break
            }
        }
        while !stop.isSet {
            while outstanding < 2 * jobs, !isExhausted {
                guard let task = try next() else {
                    isExhausted = true
                    break
                }
                tasks.push(.recognize(task))
                outstanding += 1
            }
            if outstanding == 0 { return }
            if let message = messages.pop(within: 0.2) { try handle(message) }
        }
        tasks.close(discarding: true)
        while let message = messages.pop(within: 0) { try handle(message) }
    }
}

extension IndexingOptions {
    /// Allowed numbers of readers at the same time. More readers than processors are no faster.
    public static let possibleJobs = 1...512

    var workerCount: Int {
        let wanted = jobs ?? ProcessInfo.processInfo.activeProcessorCount
        return min(max(wanted, Self.possibleJobs.lowerBound), Self.possibleJobs.upperBound)
    }

    /// As many threads as the system allows. The group is empty when all have ended.
    func startWorkers(_ body: @escaping @Sendable () -> Void) throws -> DispatchGroup {
        let group = DispatchGroup()
        for number in 0..<workerCount {
            group.enter()
            do {
                try WorkThread.start(stackSize: 4 << 20) {
                    body()
                    group.leave()
                }
            } catch {
                group.leave()
                guard number > 0 else { throw error }
                break
            }
        }
        return group
    }
}
