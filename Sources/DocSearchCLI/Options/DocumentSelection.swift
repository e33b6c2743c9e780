import AnswerForms
import ArgumentParser
import DocSearch
import Foundation

/// The documents that a command is about: named one by one, in standard input, or by a query.
struct DocumentSelection: ParsableArguments {
    @Argument(help: ArgumentHelp("Documents; - reads them from standard input, one on a line.", valueName: "doc"))
    var documents: [String] = []

    @Option(help: ArgumentHelp("All documents that have all words of a query.", valueName: "query"))
    var query: String?

    @Option(help: ArgumentHelp("With --query, only documents in this remembered folder.", valueName: "path"))
    var root: [String] = []

    @Flag(help: "Do it without asking.") var yes = false

    func validate() throws {
        if documents.isEmpty, query == nil { throw ValidationError("Name a document, or give --query.") }
        if !root.isEmpty, query == nil { throw ValidationError("--root goes with --query.") }
        if !documents.isEmpty, query != nil { throw ValidationError("Name documents or give --query, not both.") }
    }

    /// Each document once. `verb` says what is about to be done with those of a query.
    func find(in index: ArchiveIndex, verb: String) throws -> [ArchiveDocument] {
        let found = try found(in: index)
        return query == nil ? found : try confirmed(found, verb)
    }

    /// The same without asking; none where a query finds nothing. `other` is asked about names of no document in the index,
    /// and returns whether it knows them.
    func found(
        in index: ArchiveIndex, orElse other: (DocumentReference) throws -> Bool = { _ in false }
    ) throws -> [ArchiveDocument] {
        if let query { return try index.documents(answering: query, includingHidden: true, roots: root) }
        var found: [ArchiveDocument] = []
        var seen: Set<Int64> = []
        for name in try names() {
            do {
                let document = try index.document(DocumentReference(name))
                if seen.insert(document.id).inserted { found.append(document) }
            } catch let error as DocSearchError where error.code == .notFound {
                guard try other(DocumentReference(name)) else { throw error }
            }
        }
        return found
    }

    private func names() throws -> [String] {
        guard documents == ["-"] else { return documents }
        var lines: [String] = []
        while let line = readLine() { if !line.isEmpty { lines.append(line) } }
        return lines
    }

    private func confirmed(_ found: [ArchiveDocument], _ verb: String) throws -> [ArchiveDocument] {
        guard !found.isEmpty else { throw ExitCode.nothingFound }
        guard !yes else { return found }
        StandardError.write("\(verb) \(found.count) \(found.count == 1 ? "document" : "documents")? Type yes: ")
        try Self.requireYes()
        return found
    }

    /// Reads the answer to a question. Throws for any but yes.
    static func requireYes() throws {
        guard readLine()?.lowercased() == "yes" else {
            throw DocSearchError(
                .failed, "Nothing was changed." + (isatty(0) == 1 ? "" : " Without a terminal, use --yes."))
        }
    }
}

/// Who gives the command: `$USER`, else the name of the account.
enum Person {
    static var name: String {
        let name = Environment.value("USER") ?? NSUserName()
        return name.isEmpty ? "unknown" : String(name.prefix(DecisionLimits.name))
    }
}
