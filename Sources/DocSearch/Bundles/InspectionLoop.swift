import ExtractionProtocol
import Foundation

/// One worker and the thread that has it inspect bundles.
///
/// `@unchecked Sendable`: after `run()` has begun, all state belongs to the thread that runs it.
final class InspectionLoop: @unchecked Sendable {
    private let program: String
    private let options: IndexingOptions
    private let limits: ExtractionLimits
    private let extent: ReadingExtent
    private let queue: InspectionQueue
    private let stop: StopFlag
    /// How many requests may be on their way, so that the worker need not wait for the next one.
    private let depth: Int
    private var process: WorkerProcess?
    /// Requests to this process.
    private var served = 0
    private var requestNumber: UInt32 = 0
    /// What the worker has been asked, the oldest first: it answers in this order.
    private var asked: [(request: UInt32, inspection: BundleInspection)] = []
    /// What it is to be asked next.
    private var waiting: [BundleInspection] = []

    /// A process is looked at after so many requests, and replaced if it has grown: libraries keep memory that they
    /// have once used.
    private static let requestsPerLook = 500
    private static let residentLimit = 400 << 20
    /// All that is on its way must fit into a socket, or both ends could wait for each other.
    private static let passwordBytes = 4096

    init(
        program: String, options: IndexingOptions, extent: BundleInspector.Extent, queue: InspectionQueue,
        stop: StopFlag
    ) {
        self.program = program
        self.options = options
        self.queue = queue
        self.stop = stop
        limits = options.limits.extraction
        let isShort = options.passwords.reduce(0) { $0 + $1.utf8.count } <= Self.passwordBytes
        switch extent {
        case .metadata: (self.extent, depth) = (.metadata, isShort ? 8 : 1)
        // Opening a document takes much longer than waiting for a request.
        case .documents: (self.extent, depth) = (.documents, 1)
        case .fixity: (self.extent, depth) = (.fixity, 1)
        }
    }

    func run() {
        do {
            while true {
                try ask()
                guard let first = asked.first else { break }
                do {
                    try listen(to: first)
                } catch let failure as WorkerProcess.Failure {
                    try recover(from: failure)
                }
            }
        } catch let error as DocSearchError {
            queue.fail(error)
        } catch {
            queue.fail(DocSearchError(.failed, "\(error)"))
        }
        process?.kill()
        process = nil
    }

    /// Sends as many requests as may be on their way.
    private func ask() throws {
        while asked.count < depth, asked.last?.inspection.mayAsk != true {
            if served >= Self.requestsPerLook {
                guard asked.isEmpty else { return }
                retireIfGrown()
            }
            if waiting.isEmpty {
                guard let next = queue.take(waits: asked.isEmpty) else { return }
                guard let inspection = opened(next.bundle, next.number) else { continue }
                waiting.append(inspection)
            }
            if waiting[0].mayAsk, !asked.isEmpty { return }
            let process = try readyProcess()
            let next = waiting.removeFirst()
            requestNumber &+= 1
            asked.append((requestNumber, next))
            do {
                try process.send(
                    .readBundle(next.request), number: requestNumber, descriptor: next.bundle.descriptor)
                served += 1
            } catch let failure as WorkerProcess.Failure {
                try recover(from: failure)
            }
        }
    }

    private func opened(_ found: BundleSearch.Found, _ number: Int) -> BundleInspection? {
        do {
            let place = try found.place.get()
            let bundle = try OpenBundle(place, passwords: options.passwords, limits: options.limits)
            queue.count(symbolicLinks: bundle.symbolicLinks)
            return BundleInspection(bundle, path: found.path, number: number, extent: extent, limits: limits)
        } catch let refusal as OpenBundle.Refusal {
            var description = BundleDescription(path: found.path)
            description.problems = [BundleDescription.Problem(refusal.problem)]
            queue.put(description, number: number)
        } catch {
            queue.put(BundleDescription(path: found.path, .environment, Self.reason(error)), number: number)
        }
        return nil
    }

    private static func reason(_ error: any Error) -> String {
        let text = "\(error)"
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    private func listen(to first: (request: UInt32, inspection: BundleInspection)) throws {
        guard let process else { throw WorkerProcess.Failure.died("it is not there") }
        let (number, frame) = try process.nextFrame(within: options.openingTimeout, stop: stop)
        guard number == first.request else {
            throw WorkerProcess.Failure.rubbish("an answer to request \(number) instead of \(first.request)")
        }
        guard try first.inspection.take(frame, from: process) else { return }
        asked.removeFirst()
        queue.put(first.inspection.description, number: first.inspection.number)
    }

    /// The worker had the oldest request in hand; the others go to the next one.
    private func recover(from failure: WorkerProcess.Failure) throws {
        process?.kill()
        process = nil
        if case .stopped = failure { throw DocSearchError(.failed, "The work was stopped.") }
        guard !asked.isEmpty else { return }
        let culprit = asked.removeFirst().inspection
        waiting = asked.map(\.inspection) + waiting
        asked = []
        if culprit.goesOn(after: failure) {
            waiting.insert(culprit, at: 0)
        } else {
            queue.put(culprit.description, number: culprit.number)
        }
    }

    private func retireIfGrown() {
        served = 0
        guard let process, process.residentBytes > Self.residentLimit else { return }
        process.kill()
        self.process = nil
    }

    /// A running process that has greeted. Throws ``DocSearchError`` when none can be had.
    private func readyProcess() throws -> WorkerProcess {
        if let process { return process }
        var lastFailure = ""
        for _ in 0..<3 {
            do {
                let (started, _) = try WorkerProcess.started(
                    program: program, usesSandbox: options.usesSandbox, stop: stop)
                process = started
                (served, requestNumber) = (0, 0)
                return started
            } catch WorkerProcess.Failure.stopped {
                throw WorkerProcess.Failure.stopped
            } catch let failure as WorkerProcess.Failure {
                lastFailure = failure.sentence
            }
        }
        throw DocSearchError(
            .environment,
            "\"\(program)\" does not work: \(lastFailure). Run \"docsearch doctor\" to see what is missing.")
    }
}
