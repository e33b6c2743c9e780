extension SearchEngine {
    func copies() throws -> ArchiveCopies {
        try validate()
        return try index.read { _ in
            let asked = try rankerWithoutWords().asked().map { Set($0) }
            let documents = try index.documentContents().filter { asked?.contains($0.id) != false }
            var (groups, unread) = (CopyGroups(), 0)
            for document in documents {
                if Task.isCancelled { throw CancellationError() }
                guard !clock.isOver(.details) else { throw SearchClock.timeIsUp }
                try groups.add(document.id, content: document.hash) { id in
                    try WordSet { add in
                        let missing = try forEachText(of: id, add)
                        if id == document.id { unread += missing }
                    }
                }
            }
            let originals = documents.map(\.id).filter { groups.members[$0] != nil }
            let shown = try originals.dropFirst(request.offset).prefix(request.limit).compactMap { original in
                try group(original, groups.members[original] ?? [])
            }
            return ArchiveCopies(
                groups: shown, groupCount: originals.count,
                copyCount: groups.members.values.reduce(0) { $0 + $1.count }, documents: documents.count,
                unreadPages: unread)
        }
    }

    private static let pagesAtOnce = 100
    private static let pagesShown = 300

    /// Returns how many texts cannot be read.
    private func forEachText(of document: Int64, limit: Int = .max, _ body: (String) -> Void) throws -> Int {
        let ids = try index.textIDs(ofDocument: document).prefix(limit)
        var missing = 0
        for start in stride(from: 0, to: ids.count, by: Self.pagesAtOnce) {
            let some = Array(ids[start..<min(ids.count, start + Self.pagesAtOnce)])
            let found = try self.texts(some)
            for id in some {
                if let text = found[id] { body(text) } else { missing += 1 }
            }
        }
        return missing
    }

    private func firstTexts(of document: Int64) throws -> [String] {
        var texts: [String] = []
        _ = try forEachText(of: document, limit: Self.pagesShown) { texts.append($0) }
        return texts
    }

    private func group(_ original: Int64, _ members: [CopyGroups.Member]) throws -> CopyGroup? {
        let known = try shownDocuments([original] + members.map(\.id))
        guard let first = known[original] else { return nil }
        var textsOfFirst: [String]?
        let copies = try members.compactMap { member -> CopyGroup.Copy? in
            guard let document = known[member.id] else { return nil }
            var copy = CopyGroup.Copy(
                document: document, hasSameContent: member.hasSameContent, likeness: member.likeness,
                differences: CopyGroup.Difference.between(first, document), wordsOfOriginal: [], wordsOfCopy: [])
            if !member.hasSameContent {
                let left = try textsOfFirst ?? firstTexts(of: original)
                textsOfFirst = left
                let right = try firstTexts(of: member.id)
                copy.wordsOfOriginal = Self.words(of: left, notIn: right)
                copy.wordsOfCopy = Self.words(of: right, notIn: left)
            }
            return copy
        }
        return CopyGroup(original: first, copies: copies)
    }

    private static let wordsShown = 6

    private static func words(of texts: [String], notIn others: [String]) -> [String] {
        func words(_ text: String) -> [String] {
            var words: [String] = []
            WordSet.forEachWord(in: text) { words.append(String(decoding: $0.map(WordSet.lowercase), as: UTF8.self)) }
            return words
        }
        var known = Set(others.flatMap(words))
        var result: [String] = []
        for text in texts {
            for word in words(text) where known.insert(word).inserted {
                result.append(word)
                if result.count == wordsShown { return result }
            }
        }
        return result
    }
}
