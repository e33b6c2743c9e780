import BundleReading
import ExtractionProtocol
import PageReading
import TextRecognition

/// An error that is the fault of a bundle or of this machine. Others mean that the coordinator cannot be reached.
protocol ReadingFailure: Error {
    var code: ProblemFrame.Code { get }
    var reason: String { get }
}

extension BundleError: ReadingFailure {}

extension PageReadingError: ReadingFailure {
    var code: ProblemFrame.Code {
        switch kind {
        case .locked: .locked
        case .damaged, .page, .compromised: .damaged
        case .tooLarge: .limit
        }
    }
}

extension TextRecognitionError: ReadingFailure {
    var code: ProblemFrame.Code {
        switch self {
        case .missingLanguages, .engine: .environment
        case .image: .unsupported
        }
    }

    var reason: String { description }
}

extension Channel {
    /// Begins a piece of work, for which the process may use so much time.
    func begin(_ stage: ExtractionStage, of address: PageAddress, _ limits: ExtractionLimits) throws {
        Confinement.allowProcessorTime(seconds: limits.processorSeconds)
        try send(.starting(StartingFrame(stage: stage, address: address)))
    }

    func report(_ failure: any ReadingFailure, of address: PageAddress, in stage: ExtractionStage) throws {
        try send(.problem(ProblemFrame(address: address, stage: stage, code: failure.code, reason: failure.reason)))
    }

    /// Reports what ends the whole request.
    func fail(_ failure: any ReadingFailure, of address: PageAddress, in stage: ExtractionStage) throws {
        try report(failure, of: address, in: stage)
        try send(.finished(FinishedFrame(outcome: .failed)))
    }
}
