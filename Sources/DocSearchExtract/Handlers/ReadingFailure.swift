import BundleReading
import ExtractionProtocol
import PageReading
import TextRecognition

/// An error caused by a bundle or this machine. Any other error means that the coordinator cannot be reached.
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
        case .environment: .environment
        case .unsupported: .unsupported
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
