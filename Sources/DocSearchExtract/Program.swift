internal import CSandbox
import ExtractionProtocol
import Foundation
import PageReading
import TextRecognition

/// The docsearch-extract program: gives up what it does not need, says who it is, and answers requests until there
/// are no more.
@main
enum Program {
    static func main() {
        guard CommandLine.arguments.count == 1, isatty(0) == 0 else {
            let name = "docsearch-extract"
            FileHandle.standardError.write(
                Data(
                    """
                    \(name) is started by docsearch and speaks a binary protocol; there is nothing to type here.
                    Use "docsearch index FOLDER".

                    """.utf8))
            exit(CommandLine.arguments.contains("--version") || CommandLine.arguments.contains("--help") ? 0 : 64)
        }
        Confinement.begin()
        let channel = Channel()
        do {
            try channel.send(
                .greeting(
                    GreetingFrame(
                        extractorVersion: ProtocolVersion.extractor, recognitionEngine: TextRecognizer.engineVersion,
                        pdfEngine: PDFEngine.version,
                        languages: TextRecognizer.availableLanguages())))
            let recognizers = RecognizerCache()
            while let work = try channel.nextRequest() {
                defer { close(work.descriptor) }
                switch work.request {
                case .readBundle(let request):
                    try BundleRequestHandler(
                        request: request, descriptor: work.descriptor, channel: channel, recognizers: recognizers
                    ).run()
                case .recognizePages(let request):
                    try RecognitionRequestHandler(
                        request: request, descriptor: work.descriptor, channel: channel, recognizers: recognizers
                    ).run()
                case .copyDocument(let request):
                    try CopyRequestHandler(request: request, descriptor: work.descriptor, channel: channel).run()
                }
            }
        } catch {
            // The coordinator is gone or sends nonsense; it reads this line when it is still there.
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(70)
        }
    }
}
