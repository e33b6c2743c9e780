import ExtractionProtocol
import QueryLanguage

/// Decides which documents may be seen. ``SearchRequest/access`` and the state of `index.sqlite` and `user.sqlite`
/// alone count, and nothing else of the request.
struct AccessRight {
    let query: String
    private let parsed: ParsedQuery
    private let plan: SearchPlan

    /// Throws `usage` for a query that is not wholly understood: a part left out might let through too much.
    init(_ query: String) throws {
        self.query = query
        // It knows no today and takes no words for facts.
        parsed = QueryParser().parse(query, .none)
        var meant = parsed
        meant.expression = parsed.expression.map { Self.widened($0) }
        plan = SearchPlan(QueryParser().parse("", .none), filter: meant)
        guard let problem else { return }
        throw DocSearchError(.usage, "The query \"\(query)\" cannot be used as an access filter. \(problem)")
    }

    private var problem: String? {
        if parsed.isEmpty || plan.required.isEmpty { return parsed.hints.first?.fault ?? "It is empty." }
        if plan.units.count >= QueryParser.termLimit { return "It has more than \(QueryParser.termLimit - 1) words." }
        return parsed.hints.first?.fault ?? FilterDoubt.first(in: query)
            ?? plan.facts.lazy.compactMap(\.unknownValue).first ?? unplainPath
            ?? Self.signed(in: parsed.expression).map { signed in
                "It would let through \"\(signed.text)\" with any signs or none, as signs are not looked for in a filter. "
                    + "Use tag:= with the whole tag, or a folder, or write the words without signs if you mean these."
            }
    }

    /// A filter that lets documents through must not let through more than it says: `letters/`, the plain form of
    /// `./letters/`, is a part of other paths as well.
    private var unplainPath: String? {
        let excluding = plan.excludingFacts
        for (number, fact) in plan.facts.enumerated() where !excluding.contains(number) {
            guard case .path(let typed) = fact, let plain = PathText.plain(typed), ExactText(plain) != ExactText(typed)
            else { continue }
            let isFull = plain.utf8.first == UInt8(ascii: "/")
            return "\"\(typed)\" is not written as docsearch keeps paths. Write "
                + (isFull ? "path:\(QueryFilter.quoted(plain))." : "it in full, as in path:\"/srv/open/\".")
        }
        return nil
    }

    /// A phrase in the exact form is not found where it goes on overleaf, so exclusions have the other form, which is
    /// found wherever the exact one is. They are also about a word whose hyphen the end of a line took.
    private static func widened(_ expression: QueryExpression, isExcluded: Bool = false) -> QueryExpression {
        switch expression {
        case .term(var term):
            if isExcluded, term.form == .exact, term.indexedWords.count > 1 { term.form = .phrase }
            let divided = isExcluded ? DividedWord.joined(term.text) : []
            guard !divided.isEmpty else { return .term(term) }
            return .any(
                [.term(term)]
                    + divided.map { text in
                        var other = term
                        other.text = text
                        return .term(other)
                    })
        case .near, .filter: return expression
        case .all(let parts): return .all(parts.map { widened($0, isExcluded: isExcluded) })
        case .any(let parts): return .any(parts.map { widened($0, isExcluded: isExcluded) })
        case .not(let part): return .not(widened(part, isExcluded: !isExcluded))
        }
    }

    /// The full-text tables do not have signs.
    private static func signed(in expression: QueryExpression?) -> QueryTerm? {
        let permitting = (expression?.leaves ?? []).filter { !$0.isExcluded }
        return permitting.flatMap(\.leaf.terms).first { SearchUnit($0).signs != nil }
    }

    /// Throws where a part of the query cannot be answered: that must not let through what the query was to keep back.
    func permission(in index: IndexStore, readRoots: () throws -> [IndexRoot]) throws -> Permission {
        try index.read { _ in try index.permission(by: query) { try evaluated(in: index, readRoots) } }
    }

    private func evaluated(in index: IndexStore, _ readRoots: () throws -> [IndexRoot]) throws -> Permission {
        try index.requireSoundAnnotations()
        let rowMap = try index.documentRowMap()
        let finder = UnitFinder(index: index, rowMap: rowMap)
        let evaluation = try Evaluation(of: plan, by: finder)
        guard !index.said.isDamaged else {
            throw DocSearchError(
                .damagedIndex,
                "Tags, notes and other decisions cannot be searched, so it is not known which documents may be seen.")
        }
        let roots = try roots(in: index, readRoots)
        let excluding = plan.excludingFacts
        let facts = try plan.facts.enumerated().map { number, fact in
            let scope = FactTest.Scope(right: excluding.contains(number) ? .excludes : .allows)
            return DocumentSet(try index.documents(with: fact, among: nil, roots, in: scope), rowMap)
        }
        return Permission(ordinals: evaluation.documents(requiredBy: plan, facts), rowMap)
    }

    private func roots(in index: IndexStore, _ readRoots: () throws -> [IndexRoot]) throws -> [IndexRoot] {
        guard plan.asksForFolders else { return [] }
        let unknown = "It is not known which documents may be seen."
        let known: [IndexRoot]
        do {
            known = try index.attachedRoots() ?? readRoots()
        } catch let error as DocSearchError {
            throw DocSearchError(.failed, "\(unknown) The paths of the folders are not known. \(error.message)")
        }
        for case .root(let name) in plan.facts where known.named(name).isEmpty {
            throw DocSearchError(.failed, "\(unknown) \(DocSearchError.unknownRoot(name, known).message)")
        }
        return known
    }
}

extension QueryFilter.Condition {
    /// A misspelt value finds nothing, and excludes nothing. A sentence; nil for a value that documents may have.
    var unknownValue: String? {
        switch self {
        case .format(let name) where !BundleFormat.allCases.contains(where: { "\($0.rawValue)-".hasPrefix("\(name)-") }):
            "There is no format \"\(name)\". The formats are "
                + BundleFormat.allCases.map(\.rawValue).joined(separator: ", ") + "."
        case .language(let name) where !LanguageName.isKnown(name):
            "\"\(name)\" is not a known language. Use its code, as in lang:de."
        case .bundle(let name) where name.utf8.contains(UInt8(ascii: "/")):
            "No bundle has a slash in its name. Where it lies is its path, as in path:\"\(name)\"."
        case .path(let typed) where PathText.plain(typed) == nil || typed.hasPrefix("~/") || typed.contains("://"):
            "\"\(typed)\" is no part of a path as docsearch keeps it. Write it in full, as in path:\"/srv/closed/\"."
        default: nil
        }
    }
}

extension SearchEngine {
    func permission() throws -> Permission? {
        guard let access = request.access, try isRestricted() else { return nil }
        return try AccessRight(access).permission(in: index, readRoots: readRoots)
    }

    /// A filter counts even where it lets all through, which nobody is to learn; that nothing is hidden may be seen.
    func isRestricted() throws -> Bool {
        guard request.access == ArchiveIndex.accessToShown else { return request.access != nil }
        try index.requireSoundAnnotations()
        return try index.hidesAny()
    }
}
