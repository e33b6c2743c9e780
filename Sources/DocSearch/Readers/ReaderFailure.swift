import ExtractionProtocol

extension ReaderProcess {
    enum Failure: Error {
        /// The text says how, for people.
        case died(String)
        /// By a person, or by the system for lack of memory (SIGKILL); the text says so, for people.
        case killed(String)
        /// Its processor time was used up.
        case exhausted
        case timeout(Duration)
        case rubbish(String)
        case deaf(Duration)
        case stopped
    }
}

extension ReaderProcess.Failure {
    /// The process is gone for a reason that may not recur.
    var isDeath: Bool {
        switch self {
        case .died, .killed: true
        default: false
        }
    }

    /// For a reported problem: no capital letter, no full stop.
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

    var code: ProblemFrame.Code { if case .exhausted = self { .limit } else { .worker } }
}
