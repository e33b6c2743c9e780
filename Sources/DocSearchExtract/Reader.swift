import BundleReading
import ExtractionProtocol
import Foundation
import PageReading
import TextRecognition

/// A process that was forked for one request: gives up its rights, says who it is, answers, and ends. What a bundle makes
/// of it, it cannot do to another one.
final class Reader: ForkedWork {
    /// Nil for a reader that keeps its rights.
    private let confinement: PreparedConfinement?
    private let languages: [String]
    private let recognizers: RecognizerCache

    init(confinement: PreparedConfinement?, languages: [String], recognizers: RecognizerCache) {
        self.confinement = confinement
        self.languages = languages
        self.recognizers = recognizers
    }

    func prepare(languages: [String]) {
        // A reader that needs the engine says why it cannot have it.
        _ = try? recognizers.recognizer(languages: languages)
    }

    func run() -> Int32 {
        let channel = Channel()
        recognizers.beginAnew()
        TemporaryFile.obtain(from: channel.openTemporaryFile)
        do {
            try channel.send(.greeting(GreetingFrame(languages: languages, confinement: confinement?.close())))
            if let work = try channel.nextRequest() {
                guard ResourceLimits.lower(for: work.request, descriptor: work.descriptor) else {
                    throw ConfinementFailure.system("its limits cannot be set")
                }
                try Self.answer(work.request, about: work.descriptor, on: channel, with: recognizers)
            }
        } catch {
            // The coordinator is gone or sends nonsense; it reads this line when it is still there.
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            return 70
        }
        return 0
    }

    /// Throws only when the coordinator cannot be reached.
    static func answer(
        _ request: ExtractionRequest, about descriptor: Int32, on channel: Channel, with recognizers: RecognizerCache
    ) throws {
        switch request {
        case .readBundle(let request):
            try BundleRequestHandler(
                request: request, descriptor: descriptor, channel: channel, recognizers: recognizers
            ).run()
        case .recognizePages(let request):
            try RecognitionRequestHandler(
                request: request, descriptor: descriptor, channel: channel, recognizers: recognizers
            ).run()
        case .copyDocument(let request):
            try CopyRequestHandler(request: request, descriptor: descriptor, channel: channel).run()
        case .openPages(let request):
            try OpenPagesHandler(request: request, descriptor: descriptor, channel: channel).run()
        // Nothing is open.
        case .drawPage, .measurePages, .listContents, .copyFile: throw FrameError.notAFrame
        #if DEBUG
            case .attempt(let request):
                try AttemptRequestHandler(request: request, channel: channel).run()
        #endif
        }
    }
}

extension GreetingFrame {
    /// With the versions of this program and its libraries.
    init(languages: [String], confinement: ConfinementReport?) {
        self.init(
            extractorVersion: ProtocolVersion.extractor, recognitionEngine: TextRecognizer.engineVersion,
            pdfEngine: PDFEngine.version, languages: languages, confinement: confinement)
    }
}
