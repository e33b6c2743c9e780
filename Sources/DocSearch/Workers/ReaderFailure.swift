import ExtractionProtocol

extension ReaderProcess {
    /// Why a reader did not do what it was asked to.
    enum Failure: Error {
        /// The process ended; the text says how, for people.
        case died(String)
        /// A person ended the process, or the system did, which had no memory left (SIGKILL); the text says so, for people.
        case killed(String)
        /// The system ended it because it had used the processor for as long as it may.
        case exhausted
        /// No frame came in time.
        case timeout(Duration)
        /// What came was not a frame of this protocol, or not one that makes sense there.
        case rubbish(String)
        /// It did not read what it was sent in this time.
        case deaf(Duration)
        /// The run was asked to stop.
        case stopped
    }
}

extension ReaderProcess.Failure {
    /// Whether the process is gone for a reason that may not come again.
    var isDeath: Bool {
        switch self {
        case .died, .killed: true
        default: false
        }
    }

    /// What happened, as the reason of a reported problem: no capital letter, no full stop.
    var sentence: String {
        switch self {
        case .died(let how), .killed(let how): "the reader stopped: \(how)"
        case .exhausted: "the reader used up the processor time that it may take (processorSeconds)"
        case .timeout(let limit): "the reader did not finish within \(limit.components.seconds) s and was stopped"
        case .rubbish(let what): "the reader gave an invalid answer: \(what)"
        case .deaf(let limit):
            "the reader did not read what it was sent within \(limit.components.seconds) s and was stopped"
        case .stopped: "the run was stopped"
        }
    }

    /// The code of a reported problem.
    var code: ProblemFrame.Code { if case .exhausted = self { .limit } else { .worker } }
}
