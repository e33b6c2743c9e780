import AnswerForms
import ArgumentParser
import DocSearch
import Foundation

struct DocumentSelection: ParsableArguments {
    @Argument(help: .init("Documents; - reads them from standard input, one on a line.", valueName: "doc"))
    var documents: [String] = []

    @Option(help: .init("All documents that have all words of a query.", valueName: "query")) var query: String?

    @Option(help: .init("With --query, only documents in this remembered folder.", valueName: "path"))
    var root: [String] = []

    @Flag(help: "Do it without asking.") var yes = false

    func validate() throws {
        try refuse(if: documents.isEmpty && query == nil, "Name a document, or give --query.")
        try refuse(if: !root.isEmpty && query == nil, "--root goes with --query.")
        try refuse(if: !documents.isEmpty && query != nil, "Name documents or give --query, not both.")
    }

    /// Each document once. `verb` names the action in the question about documents from a query or a folder.
    func find(in index: ArchiveIndex, verb: String, _ global: GlobalOptions) throws -> [ArchiveDocument] {
        var inside: [ArchiveDocument] = []
        let named = try found(in: index) { reference in
            let documents = try index.documents(inFolder: reference.text)
            inside += documents
            return !documents.isEmpty
        }
        var seen = Set(named.map(\.id))
        let all = named + inside.filter { seen.insert($0.id).inserted }
        guard query != nil || !inside.isEmpty else { return all }
        guard !all.isEmpty else {
            global.say("Nothing found.")
            throw ExitCode.nothingFound
        }
        if !yes { try Self.requireYes(to: "\(verb) \(all.count.counted("document"))?") }
        return all
    }

    /// Asks nothing. `other` is called for names that are not in the index, and returns whether it knows them.
    func found(
        in index: ArchiveIndex, orElse other: (DocumentReference) throws -> Bool = { _ in false }
    ) throws -> [ArchiveDocument] {
        if let query { return try index.documents(answering: query, includingHidden: true, roots: root) }
        var found: [ArchiveDocument] = []
        var seen: Set<Int64> = []
        let names = documents == ["-"] ? AnyIterator { readLine() }.filter { !$0.isEmpty } : documents
        for reference in names.map({ DocumentReference($0) }) {
            do {
                let document = try index.document(reference)
                if seen.insert(document.id).inserted { found.append(document) }
            } catch let error as DocSearchError where error.code == .notFound {
                do {
                    guard try other(reference) else { throw error }
                } catch let refusal as DocSearchError where refusal.code == .notFound {
                    throw Self.advised(refusal, reference.text)
                }
            }
        }
        return found
    }

    /// Nil for a text that looks like no query.
    static func advice(on text: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let field = text[..<colon].drop { "-(".contains($0) }.lowercased()
        guard QueryCompletion.fields.contains(field), let word = ShellText.word(text) else { return nil }
        return "For the documents that a query finds: --query=\(word)"
    }

    private static func advised(_ error: DocSearchError, _ text: String) -> DocSearchError {
        guard let advice = advice(on: text) else { return error }
        return DocSearchError(error.code, "\(error.message) \(advice)", item: error.item)
    }

    static func requireYes(
        to question: String,
        orSay refusal: String = "Nothing was changed." + (isatty(0) == 1 ? "" : " Without a terminal, use --yes.")
    ) throws {
        StandardError.write("\(question) Type yes: ")
        let answer = readLine()
        if answer == nil { StandardError.write("\n") }
        guard answer?.lowercased() == "yes" else { throw DocSearchError(.failed, refusal) }
    }
}

/// The user: `$USER`, else the account name.
enum Person {
    static var name: String {
        let name = Environment.value("USER") ?? NSUserName()
        return name.isEmpty ? "unknown" : String(name.prefix(AnnotationLimits.name))
    }
}
