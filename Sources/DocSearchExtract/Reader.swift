import BundleReading
import ExtractionProtocol
import Foundation
import PageReading
import TextRecognition

/// A process forked for one request, so that a bundle that takes it over cannot affect another bundle.
final class Reader: ForkedWork {
    /// Nil for a reader that keeps its rights.
    private let confinement: PreparedConfinement?
    private let languages: [String]
    private let recognizers: RecognizerCache

    init(confinement: PreparedConfinement?, languages: [String], recognizers: RecognizerCache) {
        (self.confinement, self.languages, self.recognizers) = (confinement, languages, recognizers)
    }

    func prepare(languages: [String]) {
        // A reader that needs the engine reports why it is unavailable.
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
            // The coordinator is gone or sends invalid data. It reads this line if it still runs.
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
        case .addText(let request):
            try AddTextHandler(request: request, descriptor: descriptor, channel: channel).run()
        case .identifyLanguages(let request):
            try LanguageRequestHandler(request: request, descriptor: descriptor, channel: channel).run()
        case .openPages(let request):
            try OpenPagesHandler(request: request, descriptor: descriptor, channel: channel).run()
        // No document is open.
        case .drawPage, .measurePages, .listContents, .copyFile: throw FrameError.notAFrame
        #if DEBUG
            case .attempt(let request):
                try AttemptRequestHandler(request: request, channel: channel).run()
        #endif
        }
    }
}

extension GreetingFrame {
    init(languages: [String], confinement: ConfinementReport?) {
        self.init(
            extractorVersion: ProtocolVersion.extractor, recognitionEngine: TextRecognizer.engineVersion,
            pdfEngine: PDFEngine.version, languages: languages, confinement: confinement)
    }
}
