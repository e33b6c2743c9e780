import ExtractionProtocol
import Foundation

/// One worker and the thread that has it inspect bundles.
///
/// `@unchecked Sendable`: after `run()` has begun, all state belongs to the thread that runs it.
final class InspectionLoop: @unchecked Sendable {
    private let conversation: WorkerConversation
    private let extent: ReadingExtent
    private let queue: InspectionQueue

    init(
        program: String, options: IndexingOptions, extent: BundleInspector.Extent, queue: InspectionQueue,
        stop: StopFlag
    ) {
        self.queue = queue
        conversation = WorkerConversation(program: program, options: options, stop: stop)
        self.extent =
            switch extent {
            case .metadata: .metadata
            case .documents: .documents
            case .fixity: .fixity
            case .checksums: .checksums
            }
    }

    func run() {
        defer { conversation.supply.close() }
        do {
            while let (number, found) = queue.take() {
                queue.put(try description(of: found), number: number)
            }
        } catch WorkerProcess.Failure.stopped {
            queue.close(DocSearchError(.failed, "The work was stopped."))
        } catch {
            queue.close(DocSearchError(wrapping: error))
        }
    }

    private func description(of found: BundleSearch.Found) throws -> BundleDescription {
        let options = conversation.options
        let bundle: OpenBundle
        do {
            bundle = try OpenBundle(found.place.get(), passwords: options.passwords, limits: options.limits)
        } catch let refusal as OpenBundle.Refusal {
            return BundleDescription(path: found.path, problems: [BundleDescription.Problem(refusal.problem)])
        } catch {
            let problem = BundleDescription.Problem(
                code: ProblemFrame.Code.environment.rawValue, reason: Self.reason(error))
            return BundleDescription(path: found.path, problems: [problem])
        }
        queue.count(symbolicLinks: bundle.symbolicLinks)
        let inspection = BundleInspection(bundle, path: found.path, extent: extent)
        _ = try BundleConversation(
            ReadBundleRequest(
                path: bundle.place.relativePath, extent: extent, access: bundle.access,
                limits: options.limits.extraction), of: bundle, conversation
        ).run(beginAgain: inspection.begin, take: inspection.take)
        return inspection.description
    }

    private static func reason(_ error: any Error) -> String {
        let text = "\(error)"
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
