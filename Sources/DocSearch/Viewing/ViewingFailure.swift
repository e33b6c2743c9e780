import ExtractionProtocol

struct ReaderRefusal: Error { var problem: ProblemFrame }

extension DocSearchError {
    static func viewing(
        _ error: any Error, _ viewed: ViewedDocument, page: Int?, _ work: RecentFailures.Subject.Work
    ) -> any Error {
        let path = viewed.document.path
        func shown(_ code: Code, _ cause: String, remedy: Remedy? = nil) -> DocSearchError {
            let what = page.map { "Page \($0) of \"\(path)\"" } ?? "\"\(path)\""
            return DocSearchError(
                code, "\(what) cannot be \(work == .export ? "exported" : "shown"): \(cause).", item: path, page: page,
                cause: cause, remedy: remedy)
        }
        func refused(_ problem: ProblemFrame) -> DocSearchError {
            let remedy: Remedy? =
                switch problem.reason {
                case AddTextRequest.isSigned: .exportSigned
                case AddTextRequest.isEncrypted: .exportDecrypted
                default: problem.code == .changed ? .update : nil
                }
            return shown(code(of: problem), problem.reason, remedy: remedy)
        }
        switch error {
        case ReaderProcess.Failure.stopped: return CancellationError()
        case let failure as ReaderProcess.Failure:
            switch failure {
            case .timeout, .exhausted, .deaf: return shown(.tooSlow, failure.sentence)
            case .killed: return shown(.interrupted, failure.sentence)
            default: return shown(.unreadable, failure.sentence)
            }
        case let refusal as ReaderRefusal: return refused(refusal.problem)
        case let refusal as OpenBundle.Refusal: return refused(refusal.problem)
        default: return error
        }
    }

    private static func code(of problem: ProblemFrame) -> Code {
        switch problem.code {
        case .limit: .limit
        case .changed: .changedFile
        case .environment: .environment
        case .locked, .damaged, .unsupported, .empty, .worker: .unreadable
        }
    }

    static func changed(_ viewed: ViewedDocument) -> DocSearchError {
        DocSearchError(
            .changedFile,
            "\"\(viewed.path.absolutePath)\" has changed since it was indexed, so its pages may be others.",
            item: viewed.document.path, remedy: .update)
    }

    static func missing(_ viewed: ViewedDocument, _ cause: String) -> DocSearchError {
        DocSearchError(
            .missingFile, "\"\(viewed.path.absolutePath)\" cannot be opened: \(cause).", item: viewed.document.path,
            cause: cause, remedy: .update)
    }
}
