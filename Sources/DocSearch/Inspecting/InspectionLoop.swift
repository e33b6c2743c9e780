import ExtractionProtocol
import Foundation

/// One worker and the thread that has it inspect bundles.
///
/// `@unchecked Sendable`: after `run()` has begun, all state belongs to the thread that runs it.
final class InspectionLoop: @unchecked Sendable {
    private let options: IndexingOptions
    private let limits: ExtractionLimits
    private let extent: ReadingExtent
    private let queue: InspectionQueue
    private let stop: StopFlag
    private let supply: ReaderSupply
    private var requestNumber: UInt32 = 0

    init(
        program: String, options: IndexingOptions, extent: BundleInspector.Extent, queue: InspectionQueue,
        stop: StopFlag
    ) {
        self.options = options
        self.queue = queue
        self.stop = stop
        supply = ReaderSupply(program: program, usesSandbox: options.usesSandbox, stop: stop)
        limits = options.limits.extraction
        self.extent =
            switch extent {
            case .metadata: .metadata
            case .documents: .documents
            case .fixity: .fixity
            }
    }

    func run() {
        defer { supply.close() }
        do {
            while let next = queue.take() {
                guard let inspection = opened(next.bundle, next.number) else { continue }
                try inspect(inspection)
                queue.put(inspection.description, number: inspection.number)
            }
        } catch let error as DocSearchError {
            queue.fail(error)
        } catch {
            queue.fail(DocSearchError(.failed, "\(error)"))
        }
    }

    private func opened(_ found: BundleSearch.Found, _ number: Int) -> BundleInspection? {
        do {
            let place = try found.place.get()
            let bundle = try OpenBundle(place, passwords: options.passwords, limits: options.limits)
            queue.count(symbolicLinks: bundle.symbolicLinks)
            return BundleInspection(
                bundle, path: found.path, number: number, extent: extent, limits: limits, options: options)
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

    /// With as many readers as it takes.
    private func inspect(_ inspection: BundleInspection) throws {
        while true {
            do {
                return try ask(inspection)
            } catch WorkerProcess.Failure.stopped {
                throw DocSearchError(.failed, "The work was stopped.")
            } catch let failure as WorkerProcess.Failure {
                guard inspection.goesOn(after: failure) else { return }
            }
        }
    }

    private func ask(_ inspection: BundleInspection) throws {
        let (process, _) = try supply.readyReader()
        requestNumber &+= 1
        try process.send(
            .readBundle(inspection.request), number: requestNumber, descriptor: inspection.bundle.descriptor)
        while true {
            let (number, frame) = try process.nextFrame(clock: inspection.clock, stop: stop)
            guard number == requestNumber else {
                throw WorkerProcess.Failure.rubbish("an answer to request \(number) instead of \(requestNumber)")
            }
            if try inspection.take(frame, from: process) { return }
        }
    }
}
