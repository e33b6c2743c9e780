import ExtractionProtocol

/// Languages are remembered with the root. Pages recognised in others are recognised again, so only a command about
/// that root changes them.
struct RootLanguages {
    let options: IndexingOptions

    func check(_ path: String, among paths: [String], with roots: [IndexRoot]) throws {
        if let root = roots.first(where: { PathText.relative(path, below: $0.path) != nil }) {
            guard let languages = options.languages, languages != root.languages, !paths.contains(root.path) else {
                return
            }
            throw DocSearchError(
                .usage,
                "\"\(path)\" is inside \"\(root.path)\", whose pages are recognised in "
                    + "\(root.languages.joined(separator: "+")), and a subfolder has no languages of its own. Nothing was read or remembered.",
                item: path, remedy: .changeLanguages(folder: root.path, languages: languages))
        }
        let inner = Self.languages(inside: path, roots)
        guard options.languages == nil, inner.count > 1 else { return }
        let names = inner.map { $0.joined(separator: "+") }.sorted().joined(separator: ", ")
        throw DocSearchError(
            .usage,
            "Folders inside \"\(path)\" are remembered with different languages (\(names)), and would become a part of it, "
                + "which has one set of them. Nothing was read or remembered.", item: path,
            remedy: .chooseLanguages(folder: path))
    }

    /// From the command, from roots inside it, from its former place, or from the configuration.
    func ofNewRoot(at path: String, movedFrom former: IndexRoot?, _ roots: [IndexRoot]) -> [String] {
        options.languages ?? Self.languages(inside: path, roots).first ?? former?.languages ?? options.newRootLanguages
    }

    func toRemember(_ paths: [String], _ roots: [IndexRoot]) -> [String] {
        let named = roots.filter { root in
            paths.isEmpty || paths.contains { PathText.relative($0, below: root.path) != nil }
        }
        let new = paths.filter { path in !roots.contains { PathText.relative(path, below: $0.path) != nil } }
        if let languages = options.languages {
            return new.isEmpty && named.allSatisfy { $0.languages == languages } ? [] : languages
        }
        // No person chose the default. Text layers are read even without its data.
        guard options.newRootLanguages != IndexingOptions().newRootLanguages,
            new.contains(where: { Self.languages(inside: $0, roots).isEmpty })
        else { return [] }
        return options.newRootLanguages
    }

    /// A time limit of the run does not apply.
    func requireData(for languages: [String], stop: StopFlag) throws {
        guard !languages.isEmpty else { return }
        let question =
            "docsearch could not find out whether tesseract has data for \(languages.joined(separator: ", "))"
        let greeting: GreetingFrame?
        do {
            greeting = try ReaderSupply.greeting(options: options, stop: StopFlag(withoutTimeOf: stop))
        } catch let error as DocSearchError {
            throw DocSearchError(error.code, "\(question). \(error.message) Nothing was remembered.")
        }
        guard let installed = greeting?.languages else {
            throw DocSearchError(.failed, "\(question): the run was stopped before. Nothing was remembered.")
        }
        try Self.requireData(for: languages, in: installed, "Nothing was read or remembered.")
    }

    /// Throws `usage` with this last sentence.
    static func requireData(for languages: [String], in installed: [String], _ ending: String) throws {
        let missing = languages.filter { !installed.contains($0) }
        guard !missing.isEmpty else { return }
        let others = installed.isEmpty ? "nor for any other language" : "only for \(installed.joined(separator: ", "))"
        let advice = TypedLanguages.advice(on: missing)
        throw DocSearchError(
            .usage,
            "Tesseract has no data for \(missing.joined(separator: ", ")), \(others). \(ending) "
                + (advice.hasSuffix("?") ? advice : "To have it: \(advice)."))
    }

    private static func languages(inside path: String, _ roots: [IndexRoot]) -> Set<[String]> {
        Set(roots.filter { PathText.relative($0.path, below: path) != nil }.map(\.languages))
    }
}
