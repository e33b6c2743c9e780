import Foundation

/// The worker processes of a run, a thread for each, and the queues to and from them.
final class WorkerPool: Sendable {
    let tasks = BoundedQueue<WorkerTask>(capacity: 256)
    let messages = BoundedQueue<WorkerMessage>(capacity: 128, maximumBytes: 8 << 20) { $0.heldBytes }
    let images: RecognizedImages
    /// How many workers there are.
    let jobs: Int
    private let pages: PageStore
    private let options: IndexingOptions
    private let stop: StopFlag

    init(pages: PageStore, options: IndexingOptions, stop: StopFlag) {
        self.pages = pages
        self.options = options
        self.stop = stop
        jobs = max(1, options.jobs ?? ProcessInfo.processInfo.activeProcessorCount)
        images = RecognizedImages(pages: pages, stop: stop)
    }

    /// Runs `body` with the workers at its service. Whatever happens, no worker and no thread outlives it.
    ///
    /// Throws what `body` throws, and ``DocSearchError`` when there is no program to run.
    func run(_ body: () throws -> Void) throws {
        let program = try ExtractionProgram.locate(options.extractorPath)
        let group = DispatchGroup()
        for _ in 0..<jobs {
            let loop = WorkerLoop(
                program: program, options: options, tasks: tasks, messages: messages, images: images, texts: pages,
                stop: stop)
            group.enter()
            let thread = Thread {
                loop.run()
                group.leave()
            }
            thread.stackSize = 4 << 20
            thread.start()
        }
        defer {
            if stop.isSet { tasks.close(discarding: true) } else { tasks.close() }
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
}
