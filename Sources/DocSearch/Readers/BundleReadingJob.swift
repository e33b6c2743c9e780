import ExtractionProtocol
import Foundation

final class BundleReadingJob {
    private let loop: WorkerLoop
    private let task: BundleTask
    private var hasComplained = false

    init(loop: WorkerLoop, task: BundleTask) { (self.loop, self.task) = (loop, task) }

    func run() {
        emit(.began)
        do {
            let bundle = try OpenBundle(task.path, passwords: loop.options.passwords, limits: loop.options.limits)
            for problem in bundle.problems { emit(.problem(problem)) }
            // An ordinary folder may hold terabytes, so it is hashed only once it is known to be a bundle.
            let proof = try bundle.access.isFolder ? nil : self.proof(of: bundle)
            let end = try read(bundle, proof)
            if hasComplained || end.outcome == .failed { waitForWriter(of: bundle.status) }
            emit(bundle.isUnchanged ? .ended(end, bundle.status) : .unsettled)
        } catch let unchanged as Unchanged {
            emit(task.path.status() == unchanged.status ? .unchanged(unchanged.status) : .unsettled)
        } catch ReaderProcess.Failure.stopped {
            emit(.abandoned)
        } catch let broken as BrokenRun {
            loop.emit(.broken(broken.error))
            emit(.abandoned)
        } catch let refusal as OpenBundle.Refusal {
            waitForWriter(of: refusal.status)
            guard task.path.status() == refusal.status else { return emit(.unsettled) }
            emit(.problem(refusal.problem))
            emit(.ended(FinishedFrame(outcome: .failed), refusal.status))
        } catch let error as DocSearchError {
            fail(error.message, task.path.status())
        } catch {
            fail("\(error)", nil)
        }
    }

    private struct Unchanged: Error { var status: FileStatus }

    private func proof(of bundle: OpenBundle) throws -> BundleProof {
        let proof = BundleProof(
            hash: try loop.contentHash(of: bundle), isSingleFile: bundle.isSingleFile,
            byteCount: bundle.status.byteCount)
        // Unreadable files are in no hash.
        if proof.hash == task.knownContentHash, bundle.problems.isEmpty { throw Unchanged(status: bundle.status) }
        emit(.proven(proof))
        return proof
    }

    private func read(_ bundle: OpenBundle, _ known: BundleProof?) throws -> FinishedFrame {
        var proof = known
        hasComplained = false
        let languages = task.root.languages
        let reading = BundleConversation(
            ReadBundleRequest(
                path: task.relativePath, contentHash: known?.hash, languages: languages,
                examination: loop.options.ocr.examination, access: bundle.access,
                limits: loop.options.limits.extraction, drawsPages: task.change == .changed),
            of: bundle, loop.conversation)
        do {
            return try reading.run(languages: loop.needsEngine ? languages : []) { frame in
                switch frame {
                case .bundle(let value):
                    let found = try proof ?? self.proof(of: bundle)
                    proof = found
                    reading.request.contentHash = found.hash
                    emit(.bundle(value))
                case .document(let value):
                    if value.warning != nil { hasComplained = true }
                    guard let proof else { throw ReaderProcess.Failure.rubbish("a document before its bundle") }
                    let areKnown = try loop.answer(value, task.scope(of: value, proof))
                    if areKnown { reading.skipPages() }
                    emit(.document(value, pagesAreKnown: areKnown))
                case .page(let value):
                    if value.reasons.contains(where: { DamageReason.complaint(in: $0) != nil }) { hasComplained = true }
                    emit(.page(value))
                case .problem(let value):
                    hasComplained = true
                    emit(.problem(value))
                case .finished(let value):
                    if value.outcome == .ordinaryFolder, !bundle.access.isFolder {
                        throw ReaderProcess.Failure.rubbish("a file is said to be a folder")
                    }
                    if value.hasLoadedEngine == true { loop.needsEngine = true }
                case .greeting, .starting, .image, .file, .need, .fixity, .drawn, .contents, .languages: break
                }
            }
        } catch let error where error is Unchanged || error is OpenBundle.Refusal || error is ReaderProcess.Failure {
            throw error
        } catch {
            throw BrokenRun(error: DocSearchError(wrapping: error))
        }
    }

    /// A file that is still being written looks damaged, and between two writes as if nobody wrote. One that was
    /// changed a moment ago is therefore checked again after a pause.
    private func waitForWriter(of status: FileStatus?) {
        guard let status else { return }
        let age = Date().timeIntervalSince1970 - Double(status.modified) / 1e9
        guard age >= 0, age < Self.writersPause else { return }
        let end = ContinuousClock.now + .seconds(Self.writersPause - age)
        while ContinuousClock.now < end, !loop.conversation.stop.isSet, task.path.status() == status { usleep(20_000) }
    }

    /// Seconds between two parts of a file arriving over a network.
    private static let writersPause = 1.0

    private func emit(_ message: ReadingMessage) { loop.emit(.reading(task, message)) }

    private func fail(_ reason: String, _ status: FileStatus?) {
        emit(.problem(ProblemFrame(.environment, at: .bundle, reason)))
        emit(.ended(FinishedFrame(outcome: .failed), status))
    }
}
