import ExtractionProtocol

/// Reads one bundle and tells the collector what is in it.
struct BundleReadingJob {
    let loop: WorkerLoop
    let task: BundleTask

    func run() {
        emit(.began)
        do {
            let bundle = try OpenBundle(task.path, passwords: loop.options.passwords, limits: loop.options.limits)
            for problem in bundle.problems { emit(.problem(problem)) }
            // A folder that is none may have terabytes in it: it is hashed when it turns out to be a bundle.
            let proof = try bundle.access.isFolder ? nil : self.proof(of: bundle)
            let end = try read(bundle, proof)
            emit(bundle.isUnchanged ? .ended(end, bundle.status) : .unsettled)
        } catch let unchanged as Unchanged {
            emit(task.path.status() == unchanged.status ? .unchanged(unchanged.status) : .unsettled)
        } catch ReaderProcess.Failure.stopped {
            emit(.abandoned)
        } catch let broken as BrokenRun {
            loop.emit(.broken(broken.error))
            emit(.abandoned)
        } catch let refusal as OpenBundle.Refusal {
            emit(.problem(refusal.problem))
            emit(.ended(FinishedFrame(outcome: .failed), refusal.status))
        } catch let error as DocSearchError {
            fail(error.message, task.path.status())
        } catch {
            fail("\(error)", nil)
        }
    }

    /// The bundle has the bytes under which it is known.
    private struct Unchanged: Error { var status: FileStatus }

    /// Throws ``Unchanged``, and what ``OpenBundle/contentHash(stop:)`` throws.
    private func proof(of bundle: OpenBundle) throws -> BundleProof {
        let proof = BundleProof(hash: try loop.contentHash(of: bundle), isSingleFile: bundle.isSingleFile)
        // What cannot be opened is in no hash.
        if proof.hash == task.knownContentHash, bundle.problems.isEmpty { throw Unchanged(status: bundle.status) }
        emit(.proven(proof))
        return proof
    }

    /// Throws ``BrokenRun``, ``ReaderProcess/Failure/stopped`` and what ``proof(of:)`` throws.
    private func read(_ bundle: OpenBundle, _ known: BundleProof?) throws -> FinishedFrame {
        var proof = known
        let languages = task.root.languages
        let reading = BundleConversation(
            ReadBundleRequest(
                path: task.relativePath, contentHash: known?.hash, languages: languages,
                examination: loop.options.ocr.examination, access: bundle.access,
                limits: loop.options.limits.extraction), of: bundle, loop.conversation)
        do {
            return try reading.run(languages: loop.needsEngine ? languages : []) { frame in
                switch frame {
                case .bundle(let value):
                    let found = try proof ?? self.proof(of: bundle)
                    proof = found
                    reading.request.contentHash = found.hash
                    emit(.bundle(value))
                case .document(let value):
                    guard let proof else { throw ReaderProcess.Failure.rubbish("a document before its bundle") }
                    let areKnown = try loop.answer(value, task.scope(of: value, proof))
                    if areKnown { reading.skipPages() }
                    emit(.document(value, pagesAreKnown: areKnown))
                case .page(let value): emit(.page(value))
                case .problem(let value): emit(.problem(value))
                case .finished(let value):
                    if value.outcome == .ordinaryFolder, !bundle.access.isFolder {
                        throw ReaderProcess.Failure.rubbish("a file is said to be a folder")
                    }
                    if value.hasLoadedEngine == true { loop.needsEngine = true }
                case .greeting, .starting, .image, .file, .need, .fixity, .drawn, .contents: break
                }
            }
        } catch let error where error is Unchanged || error is OpenBundle.Refusal || error is ReaderProcess.Failure {
            throw error
        } catch {
            throw BrokenRun(error: DocSearchError(wrapping: error))
        }
    }

    private func emit(_ message: ReadingMessage) { loop.emit(.reading(task, message)) }

    private func fail(_ reason: String, _ status: FileStatus?) {
        emit(.problem(ProblemFrame(.environment, at: .bundle, reason)))
        emit(.ended(FinishedFrame(outcome: .failed), status))
    }
}
