import ExtractionProtocol
import Foundation

/// Reads one bundle with as many worker processes as it takes.
///
/// When a worker dies or hangs, what it had in hand is reported by bundle, entry and page, and another worker goes on
/// behind it.
struct BundleReadingJob {
    let loop: WorkerLoop
    let task: BundleTask
    let limits: ExtractionLimits

    /// Deaths after which the rest of a bundle is given up: it is then more likely hostile than unlucky.
    private static let maximumDeaths = 25

    func run() {
        loop.emit(.began(task))
        do {
            let bundle = try OpenBundle(task.place, passwords: loop.options.passwords, limits: loop.options.limits)
            for problem in bundle.problems { loop.emit(.problem(task, problem)) }
            // A folder that is none may have terabytes in it: it is hashed when it turns out to be a bundle.
            let proof = try bundle.access.isFolder ? nil : self.proof(of: bundle)
            guard let end = try read(bundle, proof) else { return loop.emit(.abandoned(task)) }
            guard bundle.isUnchanged else { return loop.emit(.unsettled(task)) }
            loop.emit(.ended(task, end, bundle.status))
        } catch let unchanged as Unchanged {
            guard task.place.status() == unchanged.status else { return loop.emit(.unsettled(task)) }
            loop.emit(.unchanged(task, unchanged.status))
        } catch WorkerProcess.Failure.stopped {
            loop.emit(.abandoned(task))
        } catch let refusal as OpenBundle.Refusal {
            loop.emit(.problem(task, refusal.problem))
            loop.emit(.ended(task, FinishedFrame(outcome: .failed), refusal.status))
        } catch let error as DocSearchError {
            report(PageAddress(entry: "", page: 0), .bundle, .environment, error.message)
            loop.emit(.ended(task, FinishedFrame(outcome: .failed), task.place.status()))
        } catch {
            report(PageAddress(entry: "", page: 0), .bundle, .environment, "\(error)")
            loop.emit(.ended(task, FinishedFrame(outcome: .failed), nil))
        }
    }

    /// The bundle has the bytes under which it is known.
    private struct Unchanged: Error {
        var status: FileStatus
    }

    /// Throws ``Unchanged``, and what ``OpenBundle/contentHash(stop:)`` throws.
    private func proof(of bundle: OpenBundle) throws -> BundleProof {
        let proof = BundleProof(hash: try loop.contentHash(of: bundle), isSingleFile: bundle.isSingleFile)
        if proof.hash == task.knownContentHash { throw Unchanged(status: bundle.status) }
        loop.emit(.proven(task, proof))
        return proof
    }

    /// Returns nil when the run was stopped. Throws what ``proof(of:)`` throws.
    private func read(_ bundle: OpenBundle, _ known: BundleProof?) throws -> FinishedFrame? {
        var proof = known
        var resume: PageAddress?
        var skipped: [PageAddress] = []
        var triedTwice: Set<StartingFrame> = []
        var answer = BundleAnswer(
            limits: limits, extent: .pages, clock: AnswerClock(loop.options, bytes: bundle.status.byteCount))
        while true {
            do {
                let request = ReadBundleRequest(
                    path: task.relativePath, contentHash: proof?.hash,
                    languages: task.root.languages, examination: loop.options.ocr.examination,
                    access: bundle.access, limits: limits, resume: resume, skippedPages: skipped)
                var end = FinishedFrame(outcome: .failed)
                try loop.exchange(
                    .readBundle(request), bundle, clock: answer.clock
                ) { frame in
                    try answer.check(frame)
                    switch frame {
                    case .bundle(let value):
                        if proof == nil { proof = try self.proof(of: bundle) }
                        loop.emit(.bundle(task, value))
                    case .document(let value):
                        guard let proof else {
                            throw WorkerProcess.Failure.rubbish("a document before its bundle")
                        }
                        let areKnown = try loop.answer(value, task.scope(of: value, proof))
                        if areKnown { answer.skipPages() }
                        loop.emit(.document(task, value, pagesAreKnown: areKnown))
                    case .page(let value): loop.emit(.page(task, value))
                    case .problem(let value): loop.emit(.problem(task, value))
                    case .finished(let value):
                        if value.outcome == .ordinaryFolder, !bundle.access.isFolder {
                            throw WorkerProcess.Failure.rubbish("a file is said to be a folder")
                        }
                        if value.hasLoadedEngine == true { loop.needsEngine = true }
                        end = value
                        return true
                    case .greeting, .starting, .image, .file, .need, .fixity: break
                    }
                    return false
                }
                return end
            } catch let unchanged as Unchanged {
                loop.discardProcess()
                throw unchanged
            } catch let refusal as OpenBundle.Refusal {
                loop.discardProcess()
                throw refusal
            } catch WorkerProcess.Failure.stopped {
                loop.discardProcess()
                return nil
            } catch let failure as WorkerProcess.Failure {
                loop.discardProcess()
                let culprit = answer.inHand
                answer.beginAgain()
                if case .died = failure, triedTwice.insert(culprit).inserted {
                    // The page may be innocent: the system may have been out of memory, or a person killed the worker.
                    resume = culprit.stage == .bundle ? nil : culprit.address
                    continue
                }
                report(culprit.address, culprit.stage, failure.code, failure.sentence)
                if culprit.stage == .bundle { return FinishedFrame(outcome: .failed) }
                skipped.append(culprit.address)
                resume = culprit.address
                if skipped.count >= Self.maximumDeaths {
                    report(
                        PageAddress(entry: culprit.address.entry, page: 0), .document, .worker,
                        "the reader stopped \(skipped.count) times on this bundle; the rest of it was left out")
                    return FinishedFrame(outcome: .failed)
                }
            } catch let error as DocSearchError {
                loop.emit(.broken(error))
                return nil
            } catch {
                loop.emit(.broken(DocSearchError(.failed, "\(error)")))
                return nil
            }
        }
    }

    private func report(
        _ address: PageAddress, _ stage: ExtractionStage, _ code: ProblemFrame.Code, _ reason: String
    ) {
        loop.emit(.problem(task, ProblemFrame(address: address, stage: stage, code: code, reason: reason)))
    }
}
