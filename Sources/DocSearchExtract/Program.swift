import BundleReading
import ExtractionProtocol
import Foundation
import PageReading
import TextRecognition

/// The docsearch-extract program: opens what it will need, gives up its other rights, says who it is, and answers
/// requests until there are no more.
@main
enum Program {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.isEmpty || Array(arguments) == [WorkerArgument.noSandbox], isatty(0) == 0 else {
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
        let data = LanguageData.installed()
        prepare()
        let confinement =
            arguments.isEmpty ? Confinement.close(readable: ReadableData.places(languageData: data.folder)) : nil
        let channel = Channel()
        do {
            try channel.send(
                .greeting(
                    GreetingFrame(
                        extractorVersion: ProtocolVersion.extractor, recognitionEngine: TextRecognizer.engineVersion,
                        pdfEngine: PDFEngine.version, languages: data.languages, confinement: confinement)))
            let recognizers = RecognizerCache()
            while let work = try channel.nextRequest() {
                defer {
                    close(work.descriptor)
                    TemporaryFile.discardContent()
                }
                Confinement.limitFiles(work.request.limits)
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
                #if DEBUG
                    case .attempt(let request):
                        try AttemptRequestHandler(request: request, channel: channel).run()
                #endif
                }
            }
        } catch {
            // The coordinator is gone or sends nonsense; it reads this line when it is still there.
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(70)
        }
    }

    /// Opens what can only be opened as long as the door is open. A worker without a sandbox does the same, so that
    /// both read alike.
    private static func prepare() {
        PDFEngine.prepare()
        MarkupReader.prepare()
        MailContainer.prepare()
        // One for the document, and one for each bundle that it may lie in.
        TemporaryFile.prepare(1 + ExtractionLimits.mostNesting)
        // Reads the time zone.
        tzset()
    }
}
