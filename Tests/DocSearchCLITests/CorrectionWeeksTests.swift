import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("Corrections over weeks")
struct CorrectionWeeksTests {
    /// 20 weeks, or as many as ``Torture`` says.
    @Test(.timeLimit(.minutes(60))) func everyCorrectionIsWhereItBelongsOrAdrift() throws {
        var weeks = try WeeksOfCorrecting()
        for week in 1...(Torture.rounds ?? 20) {
            for _ in 1...3 { try weeks.correct() }
            try weeks.check("seed \(Torture.seed), week \(week), corrected")
            let event = try weeks.letHappen(week)
            try weeks.run()
            try weeks.check("seed \(Torture.seed), week \(week), \(event)")
        }
        #expect(try weeks.program.run(["verify"]).exitCode == 0)
    }
}

/// An archive whose papers are changed, moved, scanned again, lost and found while two people correct them.
private struct WeeksOfCorrecting {
    private struct Page {
        /// The same in all scans of it.
        let id: Int
        var words: [String]
    }

    private struct Paper {
        let name: String
        /// Below the root: a PDF, or a zip with one in it.
        var file: String
        var pages: [Page]
        var title = "paper"
        var isAway = false

        var path: String { file.hasSuffix(".zip") ? "\(file)!/\(name).pdf" : file }

        var bytes: [UInt8] {
            let texts = pages.map(\.words).map { words in
                stride(from: 0, to: words.count, by: 8)
                    .map { words[$0..<min($0 + 8, words.count)].joined(separator: " ") }.joined(separator: "\n")
            }
            let pdf = PDFWriter(texts: texts).bytes
            guard file.hasSuffix(".zip") else { return pdf }
            return ZipWriter([
                ZipWriter.Entry("\(name).pdf", pdf), ZipWriter.Entry("\(name).json", #"{"title":"\#(title)"}"#),
            ]).bytes
        }
    }

    /// A word that somebody has put on some pages of a paper, and that is nowhere else.
    private struct Correction {
        let word: String
        let paper: Int
        let author: String
        /// These pages as they were read then, without those where the same person has corrected it since.
        var read: [Int: Page]
        /// Whether the other person has corrected it since.
        var isAnswered = false
    }

    private struct Place: Hashable {
        let path: String
        let page: Int
    }

    let program: Program
    private var generator = SeededGenerator(seed: Torture.seed)
    private var papers: [Paper] = []
    private var corrections: [Correction] = []
    private var pageCount = 0

    private static let misread = ["tbe", "Boarcl", "sluicc", "tbe"]
    private static let vocabulary =
        """
        water council meeting harbour keeper bridge river repair letter minutes ledger stone market carpenter village \
        garden winter summer morning evening money pounds shilling receipt promise answer question family daughter \
        brother school church tower window door roof timber horse wagon road field meadow forest barley wheat flour \
        baker butcher doctor lawyer judge office clerk signed sealed delivered yesterday tomorrow Monday Friday April \
        October north south eastern western great little broken mended ancient modern upper lower first second third
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    private var root: String { program.folder.path + "/archive" }
    /// A connection of its own: files are exchanged under it.
    private var index: ArchiveIndex { ArchiveIndex(at: program.index) }

    init() throws {
        program = try Program()
        for number in 0..<6 {
            let name = "paper\(number)"
            let pages = (1...3).map { _ in page() }
            papers.append(Paper(name: name, file: number < 2 ? "\(name).zip" : "\(name).pdf", pages: pages))
            try write(number)
        }
        let first = try program.run(["index", "--ocr", "never", root])
        guard first.exitCode == 0 else { throw ProgramError(message: first.errors) }
    }

    // MARK: - Texts

    private mutating func page() -> Page {
        var words = (1...40).map { _ in random(Self.vocabulary) }
        for word in Self.misread { words.insert(word, at: number(below: words.count)) }
        pageCount += 1
        return Page(id: pageCount, words: words)
    }

    private mutating func random(_ words: [String]) -> String { words[number(below: words.count)] }

    private mutating func number(below count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    /// Like no other word, and like nothing that recognition could make of one.
    private mutating func newWord() -> String { String((1...9).map { _ in Array("bdgkpqxz")[number(below: 8)] }) }

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// As they are searched: recognition has capitals and signs of its own.
    private static func searched(_ text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
    }

    private static func read(_ page: PageText) -> [String] { words(page.originalText ?? page.text) }

    // MARK: - Correcting

    /// One word, much of a page, a word wherever it is, or what the other person has put there.
    mutating func correct() throws {
        let present = papers.indices.filter { !papers[$0].isAway }
        let paper = present[number(below: present.count)]
        let author = random(["ada", "ben"])
        let index = index
        guard let document = try documents()[papers[paper].path] else { return }
        let shown = try index.pageToCorrect(1 + number(below: document.pageCount), of: document)
        let before = try index.corrections(of: document)
        var words = Self.words(shown.text)
        let wrong = words.indices.filter { Self.misread.contains(words[$0]) }
        var made: [String] = []
        func note(_ word: String, _ pages: [PageText]) {
            let read = Dictionary(
                pages.map { ($0.page, Page(id: papers[paper].pages[$0.page - 1].id, words: Self.read($0))) }
            ) { first, _ in first }
            corrections.append(Correction(word: word, paper: paper, author: author, read: read))
        }
        switch number(below: 4) {
        case 0:
            guard let place = wrong.first else { return }
            made = [newWord()]
            words[place] = made[0]
        case 1:
            for place in wrong {
                made.append(newWord())
                words[place] = made[made.count - 1]
            }
            made.append(newWord())
            words.insert(made[made.count - 1], at: number(below: words.count))
        case 2:
            let word = newWord()
            let counts = try index.correct(word: random(Self.misread), to: word, in: document, by: author)
            guard !counts.isEmpty else { return }
            note(word, try counts.keys.map { try index.pages(of: document, page: $0)[0] })
            return try expectOnlyOwnReplaced(before, in: document, paper, by: author)
        default:
            guard
                let place = words.indices.first(where: { place in
                    corrections.contains { $0.word == words[place] && $0.author != author && !$0.isAnswered }
                }), let answered = corrections.firstIndex(where: { $0.word == words[place] })
            else { return }
            corrections[answered].isAnswered = true
            made = [newWord()]
            words[place] = made[0]
        }
        try index.correct(shown, of: document, to: words.joined(separator: " "), by: author)
        for word in made { note(word, [shown]) }
        try expectOnlyOwnReplaced(before, in: document, paper, by: author)
    }

    /// A correction goes only when the same person has corrected the same words again.
    private mutating func expectOnlyOwnReplaced(
        _ before: [TextCorrection], in document: ArchiveDocument, _ paper: Int, by author: String
    ) throws {
        let now = try index.corrections(of: document)
        let known = Set(before.map(\.id))
        let made = now.filter { !known.contains($0.id) }
        for gone in before where !now.contains(where: { $0.id == gone.id }) {
            let isReplaced = made.contains { $0.page == gone.page && Self.haveSamePlace($0.quote, gone.quote) }
            #expect(gone.author == author && isReplaced, "seed \(Torture.seed): \(gone) was removed for \(made)")
            for number in corrections.indices
            where corrections[number].paper == paper && corrections[number].author == author
                && Self.words(gone.text).contains(corrections[number].word)
                && !now.contains(where: {
                    $0.page == gone.page && Self.words($0.text).contains(corrections[number].word)
                })
            {
                corrections[number].read[gone.page] = nil
            }
        }
    }

    private static func haveSamePlace(_ one: TextQuote, _ other: TextQuote) -> Bool {
        func around(_ quote: TextQuote) -> Set<String> { searched(quote.prefix + quote.exact + quote.suffix) }
        return around(one).intersection(around(other)).count * 2 > min(around(one).count, around(other).count)
    }

    // MARK: - What happens

    /// Returns its name.
    mutating func letHappen(_ week: Int) throws -> String {
        let present = papers.indices.filter { !papers[$0].isAway }
        let away = papers.indices.filter { papers[$0].isAway }
        let paper = present[number(below: present.count)]
        switch number(below: 11) {
        case 0:
            try move(paper, to: "week\(week)/\((papers[paper].file as NSString).lastPathComponent)")
            return "moved"
        case 1:
            try move(paper, to: "renamed\(week).\((papers[paper].file as NSString).pathExtension)")
            return "renamed"
        case 2:
            papers[paper].pages = papers[paper].pages.map { page in
                Page(id: page.id, words: page.words.map { number(below: 8) == 0 ? misreading(of: $0) : $0 })
            }
            try write(paper)
            return "scanned with other text"
        case 3:
            let lines = random(["Page of the record office", "Copy 7", "Received in the year of the great flood"])
            papers[paper].pages = papers[paper].pages.map { page in
                Page(id: page.id, words: Self.words(lines) + page.words)
            }
            try write(paper)
            return "scanned with a line above"
        case 4:
            papers[paper].pages = papers[paper].pages.map { _ in page() }
            try write(paper)
            return "replaced by another paper"
        case 5:
            papers[paper].pages.insert(page(), at: 0)
            try write(paper)
            return "with a page before the others"
        case 6:
            papers[number(below: 2)].title = "title \(week)"
            for paper in 0..<2 where !papers[paper].isAway { try write(paper) }
            return "with other metadata"
        case 7 where present.count > 4:
            try FileManager.default.moveItem(atPath: root + "/" + papers[paper].file, toPath: asidePath(paper))
            papers[paper].isAway = true
            return "deleted"
        case 7, 8:
            guard let paper = away.first else { return "nothing" }
            papers[paper].file = "back\(week).\((papers[paper].file as NSString).pathExtension)"
            try FileManager.default.moveItem(atPath: asidePath(paper), toPath: root + "/" + papers[paper].file)
            papers[paper].isAway = false
            return "come back"
        case 9:
            if number(below: 3) == 0 {
                try index.reset()
                return "all texts read again"
            }
            for suffix in ["", "-wal", "-shm"] { unlink(program.index + "/index.sqlite" + suffix) }
            return "index.sqlite made again"
        default:
            let again = try program.run(["reread", papers[paper].path, "--page", "1"])
            guard again.exitCode == 0 else { throw ProgramError(message: again.errors) }
            return "recognised again"
        }
    }

    private func asidePath(_ paper: Int) -> String { program.folder.path + "/" + papers[paper].name }

    private func write(_ paper: Int) throws {
        try program.folder.write(papers[paper].bytes, to: "archive/" + papers[paper].file)
    }

    private mutating func move(_ paper: Int, to file: String) throws {
        let target = URL(fileURLWithPath: root + "/" + file)
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: root + "/" + papers[paper].file, toPath: target.path)
        papers[paper].file = file
    }

    private mutating func misreading(of word: String) -> String {
        var letters = Array(word)
        letters[number(below: letters.count)] = Array("aeiclmnrt")[number(below: 9)]
        return String(letters)
    }

    /// Runs that are killed come first in each other week.
    mutating func run() throws {
        for _ in 0..<number(below: 3) {
            let run = try program.start(["index", "--ocr", "never"])
            usleep(UInt32.random(in: 0...400_000, using: &generator))
            run.send(SIGKILL)
            _ = try run.wait(.seconds(60))
        }
        let run = try program.run(["index", "--ocr", "never"])
        #expect(run.exitCode == 0, "\(run.errors)")
    }

    // MARK: - Checking

    private func documents() throws -> [String: ArchiveDocument] {
        var found: [String: ArchiveDocument] = [:]
        try index.forEachDocument { document, _ in found[document.path] = document }
        return found
    }

    func check(_ comment: Comment) throws {
        let index = index
        let documents = try documents()
        var pages: [Place: PageText] = [:]
        var listed: [String: [TextCorrection]] = [:]
        for (path, document) in documents {
            for page in try index.pages(of: document, withLayouts: false) {
                pages[Place(path: path, page: page.page)] = page
            }
            listed[path] = try index.corrections(of: document)
        }
        var places: [String: Set<Place>] = [:]
        for (place, page) in pages { for word in Self.searched(page.text) { places[word, default: []].insert(place) } }
        var kept = ""
        try index.exportAnnotations { kept += $0 }
        let adrift = try Set(index.adriftCorrections().map(\.correction.id))
        for correction in corrections {
            let path = papers[correction.paper].path
            let found = places[correction.word] ?? []
            let isKept = correction.read.isEmpty || kept.contains(correction.word)
            #expect(isKept, "\(correction.word) is lost: \(comment)")
            for place in found {
                #expect(place.path == path, "\(correction.word) is in another document: \(comment)")
                let pages = papers[correction.paper].pages
                let isSamePage = correction.read[place.page]?.id == pages[place.page - 1].id
                #expect(isSamePage, "\(correction.word) is on another page: \(comment)")
            }
            try expectFound(correction.word, in: found, index, comment)
            guard let listed = listed[path] else {
                #expect(papers[correction.paper].isAway, "\(path) is gone: \(comment)")
                continue
            }
            for (number, read) in correction.read {
                let here = listed.filter { $0.page == number && Self.words($0.text).contains(correction.word) }
                let page = pages[Place(path: path, page: number)]
                let isApplied = here.contains { $0.state == .applied }
                #expect(!here.isEmpty, "\(correction.word) is not listed: \(comment)")
                let isThere = found.contains { $0.page == number }
                #expect(isApplied == isThere, "\(correction.word): \(comment)")
                let unlisted = here.filter { $0.state == .adrift && !adrift.contains($0.id) }
                #expect(unlisted.isEmpty, "\(comment)")
                let waiting = here.filter { !$0.isSearched }
                #expect(waiting.isEmpty, "\(correction.word) is not searched: \(comment)")
                let isExpected = page.map(Self.read) == read.words && !correction.isAnswered
                #expect(isApplied || !isExpected, "\(correction.word) is not applied: \(comment)")
            }
        }
        for word in Set(Self.misread) { try expectFound(word, in: places[word.lowercased()] ?? [], index, comment) }
    }

    private func expectFound(
        _ word: String, in places: Set<Place>, _ index: ArchiveIndex, _ comment: Comment
    ) throws {
        guard !places.isEmpty else { return }
        var request = SearchRequest(word)
        (request.limit, request.pagesPerDocument, request.isLiteral, request.makesSnippets) = (100, 100, true, false)
        request.showsCopies = true
        let hits = try index.search(request).hits
        let found = Set(hits.flatMap { hit in hit.pages.map { Place(path: hit.document.path, page: $0.page) } })
        #expect(found == places, "find \(word): \(comment)")
    }
}
