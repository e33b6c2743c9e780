import Foundation

extension ArchiveIndex {
    /// The state of the index.
    public func status() throws -> IndexStatus {
        let index = try indexStore()
        let counts = try index.counts()
        let lastRun = try index.lastReport()
        let user = try UserStore(reading: folder)
        let roots = try user.roots()
        let otherLanguages = try index.otherLanguages()
        let unread = ExclusionRules(try user.exclusions()).unread
        return IndexStatus(
            documents: counts.documents, pages: counts.states.values.reduce(0, +),
            pagesWithoutText: (counts.states["to-recognize"] ?? 0) + (counts.states["no-text"] ?? 0),
            bundles: counts.bundles, failures: try index.failures(in: roots), states: counts.states,
            verdicts: try index.verdictCounts(), reasons: try index.reasonCounts(),
            otherLanguages: otherLanguages, languagePackages: OtherLanguages.packages(for: otherLanguages),
            bytes: folder.byteCounts(), lastRun: lastRun,
            lastLook: folder.lastLook.flatMap { $0 >= lastRun?.started ?? 0 ? $0 : nil },
            roots: roots.map(\.path), singleRoots: roots.filter(\.isFile).map(\.path),
            leftOut: try index.count(.leftOut, roots: roots.map(\.id)),
            passedOver: try index.count(.passedOver, roots: roots.map(\.id)),
            passedOverInBundles: try index.passedOverInBundles(roots: roots.map(\.id)),
            exclusionProblems: try unread.map(\.sentence) + index.exclusionProblems(roots: roots.map(\.id)),
            sandbox: try index.lastSandbox())
    }

    package func daysWithoutRun(now: Date = Date()) throws -> Int? {
        let rhythm = RunRhythm(days: try indexStore().daysOfRuns())
        return rhythm.daysWithoutRun(until: Int64(now.timeIntervalSince1970), lastLook: folder.lastLook)
    }

    /// The last component of the path, or the whole path if another path ends alike. Empty for a single folder.
    package func folderNames() throws -> [Int64: String] {
        let roots = try UserStore(reading: folder).roots()
        return roots.count > 1 ? roots.shortNames() : [:]
    }

    /// Pages that have no text and are not blank, by document path.
    public func pagesWithoutText() throws -> [(path: String, pages: [Int])] { try indexStore().documentsWithoutText() }

    /// Recognised pages that look like a language or script other than those used for recognition, by document path, with
    /// tesseract's code of that language or name of that script, such as `Cyrillic`. When tesseract has data for it, the next
    /// run reads them once more.
    public func pagesInOtherLanguages() throws -> [(path: String, language: String, pages: [Int])] {
        try indexStore().pagesInOtherLanguages()
    }

    /// Bytes on disk of each file of the index, by file name.
    public var bytes: [String: Int64] { folder.byteCounts() }
}
