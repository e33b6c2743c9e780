import BundleReading
import ExtractionProtocol
import PageReading
import PictureReading
import TextRecognition

/// An error caused by a bundle or this machine. Any other error means that the coordinator cannot be reached.
protocol ReadingFailure: Error {
    var code: ProblemFrame.Code { get }
    var reason: String { get }
}

extension BundleError: ReadingFailure {}

extension PageReadingError: ReadingFailure {}

extension PictureError: ReadingFailure {}

extension TextRecognitionError: ReadingFailure {
    var code: ProblemFrame.Code {
        switch self {
        case .missingLanguages, .engine: .environment
        case .image: .unsupported
        }
    }

    var reason: String { description }
}
