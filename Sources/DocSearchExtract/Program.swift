import BundleReading
import ExtractionProtocol
import Foundation
import Markup
import PageReading
import TextRecognition

/// The docsearch-extract program: opens everything its readers will need, gives up its other rights, and forks a reader
/// for each order of the coordinator. It never touches an untrusted byte itself.
@main
enum Program {
    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        #if DEBUG
            let standIn = StandIn(&arguments)
        #endif
        guard arguments.isEmpty || arguments == [ReaderArgument.noSandbox], isatty(0) == 0 else { explain() }
        Confinement.begin()
        #if DEBUG
            if let standIn {
                ReaderStarter(standIn).run()
                _exit(0)
            }
        #endif
        let data = LanguageData.installed()
        prepare()
        let recognizers = RecognizerCache()
        Rehearsal.run(recognizers)
        let confinement =
            arguments.isEmpty ? Confinement.close(readable: ReadableData.paths(languageData: data.folder)) : nil
        ReaderStarter(Reader(confinement: confinement, languages: data.languages, recognizers: recognizers)).run()
        // The process's end replaces the libraries' cleanup.
        _exit(0)
    }

    private static func explain() -> Never {
        FileHandle.standardError.write(
            Data(
                """
                docsearch-extract is started by docsearch and speaks a binary protocol; there is nothing to type here.
                Use "docsearch index FOLDER".

                """.utf8))
        exit(CommandLine.arguments.contains("--version") || CommandLine.arguments.contains("--help") ? 0 : 64)
    }

    /// Opens everything that cannot be opened later. Done without a sandbox too, so that both read alike.
    private static func prepare() {
        MetadataCompletion.prepare()
        PDFEngine.prepare()
        MarkupReader.prepare()
        MailEngine.prepare()
        ArchiveEngine.prepare()
        GNUOpenMP.decide()
        // Loads the time zone.
        tzset()
    }
}
