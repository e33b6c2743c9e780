import BundleConventions

/// People's patterns come first, then files in the archive, then folders that systems keep for themselves.
struct ExclusionRules: Sendable {
    /// Deepest first.
    private var said: [IgnoreList] = []

    /// They leave nothing out. An import refuses invalid patterns, but a later release may have stored other kinds
    /// here.
    private(set) var unread: [Unread] = []

    struct Unread: Sendable, Hashable {
        var exclusion: Exclusion
        /// The second half of a sentence.
        var reason: String

        var sentence: String {
            "The pattern \"\(exclusion.pattern.prefix(200))\" of \"\(exclusion.root)\" has no effect: "
                + "\(reason). Remove it and add it again."
        }
    }

    static let none = ExclusionRules([])

    init(_ exclusions: [Exclusion]) {
        var patterns: [(folder: String, patterns: [IgnorePattern])] = []
        for exclusion in exclusions {
            do throws(PatternRefusal) {
                guard let pattern = try IgnorePattern(exclusion.pattern) else {
                    throw PatternRefusal("it is empty or a comment")
                }
                if let known = patterns.firstIndex(where: { ExactText($0.folder) == ExactText(exclusion.root) }) {
                    patterns[known].patterns.append(pattern)
                } else {
                    patterns.append((exclusion.root, [pattern]))
                }
            } catch {
                unread.append(Unread(exclusion: exclusion, reason: error.reason))
            }
        }
        said = patterns.sorted { $0.folder.utf8.count > $1.folder.utf8.count }
            .map { IgnoreList($0.patterns, of: $0.folder, origin: .said) }
    }

    /// Nil when the path is included. `files` are the lists of the folders around it.
    func origin(of path: [PatternName], isFolder: Bool, files: IgnoreList?) -> ExclusionOrigin? {
        for list in said {
            if let verdict = list.verdict(path, isFolder: isFolder) { return verdict.isLeftOut ? verdict.origin : nil }
        }
        if let verdict = files?.verdict(path, isFolder: isFolder) { return verdict.isLeftOut ? verdict.origin : nil }
        return isFolder ? path.last.flatMap { Self.origin(of: $0.text, isFolder: true) } : nil
    }

    static func origin(of name: String, isFolder: Bool) -> ExclusionOrigin? {
        isFolder && SystemFolders.contain(name) ? .system : nil
    }

    func isSilent(_ files: IgnoreList?) -> Bool { said.isEmpty && files == nil }
}

struct FolderExclusions {
    private let rules: ExclusionRules
    private let files: IgnoreList?
    private let folder: [PatternName]
    private let isSilent: Bool

    init(_ rules: ExclusionRules, _ files: IgnoreList?, in folder: String) {
        (self.rules, self.files) = (rules, files)
        isSilent = rules.isSilent(files)
        self.folder = isSilent ? [] : PatternName.parts(folder)
    }

    func origin(of name: String, isFolder: Bool) -> ExclusionOrigin? {
        guard !isSilent else { return ExclusionRules.origin(of: name, isFolder: isFolder) }
        return rules.origin(of: folder + [PatternName(name)], isFolder: isFolder, files: files)
    }
}
