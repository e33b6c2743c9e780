import AnswerForms
import ArgumentParser
import DocSearch
import Foundation

struct ReadingOptions: ParsableArguments {
    @Option(help: "Recognise pages: auto (without text layer), never or always.") var ocr = IndexingOptions.OCR.auto
    @Option(help: .init("Languages of the scans, as in eng+deu; remembered for the folder.", valueName: "codes"))
    var language: String?
    @Option(
        help: "Read pages in other languages than the folder's once more: auto (where there is data for them) or never."
    )
    var otherLanguages: IndexingOptions.OtherLanguages?
    @Option(help: "How forms of a word are reduced to one: porter (English) or none; remembered in the index.")
    var stemmer: Stemmer?
    @Option(help: "Readers at the same time; by default one for each processor.") var jobs: Int?
    @Option(help: .init("Remove nothing when more than this share is gone.", valueName: "percent"))
    var pruneLimit = "20%"
    @Flag(
        inversion: .prefixedNo,
        help: "Recognise at the lowest priority; the default where standard error is no terminal, as under cron.")
    var background: Bool?
    @Flag(
        inversion: .prefixedNo,
        help: "Let the group of the index folder read the index; remembered. At first only its owner may.")
    var groupReadable: Bool?
    @Option(
        help: "Compute vectors for search by meaning: auto (where a model is installed), never, or only (read nothing)."
    )
    var meaning: IndexingOptions.Meaning?
    @Option(
        help:
            "The model for vectors: minilm (English) or e5-small (about a hundred languages); remembered in the index."
    )
    var model: ModelName?
    @Option(
        help: .init(
            "The second recogniser for pages in doubt, or none; by default the first of the configuration file, else one "
                + "that docsearch has installed.", valueName: "name"))
    var recognizer: String?
    @OptionGroup var locked: PasswordOptions
    @Flag(help: "Read foreign files with all your rights, where the system has no sandbox.") var noSandbox = false
    @Argument(help: .init("Files and folders; without one, the remembered folders.", valueName: "path"))
    var paths: [String] = []

    func validate() throws {
        try requireJobs(jobs)
        try refuse(if: model != nil && meaning == .never, "--model has no use with --meaning never.")
        if TimeText.share(pruneLimit) == nil {
            throw ValidationError("--prune-limit '\(pruneLimit)' is not a percentage. Write it as 20%.")
        }
    }

    func indexingOptions(_ configuration: ConfigurationFile) throws -> IndexingOptions {
        let languages = try language.map(TypedLanguages.codes(typed:))
        let configuredLanguages = try configuration.language.map(TypedLanguages.codes(typed:))
        var options = try configuration.indexingOptions(jobs: jobs, passwords: locked, usesSandbox: !noSandbox)
        options.ocr = ocr
        options.recognizer = try configuration.recognizer(named: recognizer)
        options.meaning = meaning ?? configuration.meaning ?? .auto
        options.installedModels = options.meaning == .never ? [] : MeaningModel.installed()
        if let model {
            guard options.meaning != .never else {
                throw DocSearchError(
                    .usage,
                    "--model has no use where the configuration file says \"meaning\": \"never\". Add --meaning "
                        + "auto.")
            }
            let installation = model.installation
            options.model = options.installedModels.first { $0.modelID == installation.modelID }
            if options.model == nil {
                throw DocSearchError(
                    .environment, "The model \(installation.name) is not installed.",
                    remedy: .installModelNamed(installation.name))
            }
        }
        options.languages = languages
        if let otherLanguages { options.otherLanguages = otherLanguages }
        // Only a default: indexed folders keep their languages.
        if let configuredLanguages { options.newRootLanguages = configuredLanguages }
        options.isGroupReadable = groupReadable
        options.stemmer = stemmer
        options.pruneLimit = TimeText.share(pruneLimit) ?? options.pruneLimit
        options.isBackground = background ?? (isatty(2) == 0)
        return options
    }
}

extension IndexingOptions.OCR: ExpressibleByArgument {}
extension IndexingOptions.OtherLanguages: ExpressibleByArgument {}
extension IndexingOptions.Meaning: ExpressibleByArgument {}
extension Stemmer: ExpressibleByArgument {}

/// The name of a model that can be installed.
struct ModelName: ExpressibleByArgument {
    let installation: ModelInstallation

    init?(argument: String) {
        guard let found = ModelInstallation.all().first(where: { $0.name == argument }) else { return nil }
        installation = found
    }

    static var allValueStrings: [String] { ModelInstallation.all().map(\.name) }
}

enum TimeText {
    static func duration(_ text: String) -> Duration? {
        guard let unit = text.last else { return nil }
        let factors: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
        let number = factors[unit] == nil ? text : String(text.dropLast())
        guard let value = Double(number), value > 0, value.isFinite, value < 1e9 else { return nil }
        return .seconds(value * (factors[unit] ?? 1))
    }

    static func share(_ text: String) -> Double? {
        guard let value = Double(text.hasSuffix("%") ? String(text.dropLast()) : text), (0...100).contains(value)
        else { return nil }
        return value / 100
    }
}
