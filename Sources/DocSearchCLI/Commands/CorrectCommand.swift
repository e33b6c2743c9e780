import AnswerForms
import ArgumentParser
import DocSearch
import Foundation

struct CorrectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct", abstract: "Correct the recognised text of a page.",
        discussion: """
            With --page alone, your editor is started with the page's text; --from takes the text from a file, or from \
            standard input (-). Words that differ are corrected, and found at once. Line breaks and \
            blanks do not count. What was read is kept, and the corrections are found again when the page is recognised \
            anew. With only DOC, its corrections are listed, and where else the same words are.

            Exit codes: 0 done, 2 not done, 64 wrong usage.

            Examples:
              docsearch correct minutes.pdf --page 3
              docsearch correct minutes.pdf --page 3 --from page3.txt
              docsearch correct minutes.pdf --page 3 --word "Boarcl=Board"
              docsearch correct minutes.pdf --word "Boarcl=Board" --everywhere
              docsearch correct minutes.pdf
              docsearch correct --remove 5f0c
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: .init("The document.", valueName: "doc")) var document: String?
    @Option(help: "The page, counted from 1.") var page: Int?
    @Option(help: .init("A file with the page's right text; - is standard input.", valueName: "file")) var from: String?
    @Option(help: .init("Correct a word, or a row of words.", valueName: "wrong=right")) var word: String?
    @Flag(help: "With --word: on all pages.") var everywhere = false
    @Flag(help: "List the corrections of the document, or of the page.") var list = false
    @Flag(help: "List the corrections of all documents whose words are no longer found.") var adrift = false
    @Option(help: .init("Remove a correction.", valueName: "id")) var remove: String?
    @Flag(help: "When listing, print one JSON object.") var json = false

    func validate() throws {
        let actions = [from != nil, word != nil, list, adrift, remove != nil].count(where: \.self)
        try refuse(if: actions > 1, "Choose one of --from, --word, --list, --adrift and --remove.")
        let isOfAll = adrift || remove != nil
        try refuse(if: !isOfAll && document == nil, "Name a document.")
        try refuse(if: isOfAll && document != nil, "Do not name a document with --adrift or --remove.")
        try refuse(if: from != nil && page == nil, "Give the page: --page N.")
        try refuse(if: everywhere && word == nil, "--everywhere goes with --word.")
        try refuse(if: page != nil && (everywhere || isOfAll), "--page cannot be used here.")
        try refuse(if: json && !isListing, "--json goes with lists.")
        if let word { _ = try Self.parts(word) }
    }

    private var isListing: Bool { list || adrift || remove == nil && word == nil && page == nil }

    func run() throws {
        let index = try global.archiveIndex(.load())
        if let remove {
            try index.removeCorrection(remove, by: Person.name)
            return tell("Removed.", in: index)
        }
        if adrift { return try writeAdrift(index.adriftCorrections()) }
        let found = try index.document(DocumentReference(document ?? ""))
        if isListing { return try write(index.corrections(of: found, page: page), of: found, in: index) }
        if let word { return try correct(Self.parts(word), in: found, index) }
        let shown = try index.pageToCorrect(page ?? 0, of: found)
        func keep(_ text: String) throws {
            let count = try index.correct(shown, of: found, to: text, by: Person.name)
            let places = "\(count.counted("place")) of page \(shown.page)"
            tell(count == 0 ? "Nothing was changed." : "Corrected \(places).", in: index, isChanged: count > 0)
        }
        if let from { return try keep(Self.text(from)) }
        // What a script happens to have on standard input would take the place of the page.
        try refuse(
            if: isatty(0) != 1 || !Terminal.isUsed, "Without a terminal, give the text with --from FILE, or --from -.")
        try Editor.write(beginningWith: shown.text + "\n", keep)
    }

    // MARK: - Words

    private static func parts(_ text: String) throws -> (wrong: String, right: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
            $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw ValidationError("--word needs the wrong and the right word, such as \"Boarcl=Board\".")
        }
        guard !text.unicodeScalars.contains("\u{FFFD}") else {
            throw ValidationError("The words of --word are not UTF-8.")
        }
        guard parts[0] != parts[1] else {
            throw ValidationError("The wrong and the right word of --word are the same.")
        }
        return (parts[0], parts[1])
    }

    private func correct(
        _ word: (wrong: String, right: String), in document: ArchiveDocument, _ index: ArchiveIndex
    ) throws {
        // A page that is not there is named.
        if let page { _ = try index.pageToCorrect(page, of: document) }
        guard page != nil || everywhere else { return try offer(word, in: document, index) }
        let pages = page.map { [$0] as Set }
        let found = try index.correct(
            word: word.wrong, to: word.right, in: document, pages: pages, by: Person.name)
        guard !found.isEmpty else {
            let place = page.map { "on page \($0)" } ?? "on any page"
            throw DocSearchError(
                .notFound, "\"\(word.wrong)\" is not \(place) of \"\(document.path)\". Nothing was changed.",
                item: document.path, page: page)
        }
        tell("Corrected \(Self.counted(found)).", in: index)
        // Words that get others beside them would get them once more.
        if page != nil, !" \(word.right) ".contains(" \(word.wrong) ") { try offer(word, in: document, index) }
    }

    private func offer(
        _ word: (wrong: String, right: String), in document: ArchiveDocument, _ index: ArchiveIndex
    ) throws {
        let places = try index.places(ofWord: word.wrong, in: document)
        let offer = CorrectionOffer(word: word.wrong, text: word.right, pages: places)
        if !places.isEmpty { try StandardOutput.write(Self.line(offer, in: document)) }
        if places.isEmpty, page == nil {
            global.say("\"\(TerminalText.safe(word.wrong))\" is on no page of \"\(TerminalText.safe(document.path))\".")
        }
    }

    private static func counted(_ pages: [Int: Int]) -> String {
        let numbers = pages.keys.sorted()
        let shown = numbers.prefix(10).map { String($0) }.joined(separator: ", ") + (numbers.count > 10 ? ", …" : "")
        let places = pages.values.reduce(0, +).counted("place")
        return "\(places) on \(numbers.count == 1 ? "page" : "pages") \(shown)"
    }

    private static func line(_ offer: CorrectionOffer, in document: ArchiveDocument) -> String {
        // The first = divides them.
        let pair = offer.word.contains("=") ? nil : ShellText.quoted("\(offer.word)=\(offer.text)")
        let command = pair.map {
            ": docsearch correct \(document.id) --word \($0) --everywhere"
        }
        let words = TerminalText.safe("“\(offer.word.onOneLine)” → “\(offer.text.onOneLine)”")
        return "\(words) is also in \(counted(offer.pages))\(command ?? "")\n"
    }

    // MARK: - Texts

    /// One that is too long is refused, so the rest of it need not be read.
    private static func text(_ path: String) throws -> String {
        let file = try InputFile.open(path)
        var bytes = Data()
        do {
            while bytes.count <= AnnotationLimits.pageText,
                let part = try file.read(upToCount: AnnotationLimits.pageText), !part.isEmpty
            {
                bytes += part
            }
        } catch {
            throw DocSearchError(
                .failed, "The file \"\(path)\" cannot be read: \(error.localizedDescription)", item: path)
        }
        // A part of a character may be at the end of what was read.
        guard bytes.count <= AnnotationLimits.pageText else {
            throw DocSearchError(
                .usage,
                "The corrected text has more than \(AnnotationLimits.pageText) bytes. Nothing was changed.", item: path)
        }
        let mark = Data([0xEF, 0xBB, 0xBF])
        if bytes.starts(with: mark) { bytes.removeFirst(mark.count) }
        // "export --as text" has one behind each page.
        if bytes.last == 0x0C { bytes.removeLast() }
        return try NoteCommand.text(bytes)
    }

    private func tell(_ what: String, in index: ArchiveIndex, isChanged: Bool = true) {
        // What was corrected is kept, whatever is wrong with the index.
        let waiting = (try? index.waitingCorrections()) ?? 0
        guard isChanged, waiting > 0 else { return global.say(what) }
        global.say(
            "\(what) That is kept, and not searched yet: the next run of docsearch index makes it so."
        )
    }

    // MARK: - Lists

    private func write(_ found: [TextCorrection], of document: ArchiveDocument, in index: ArchiveIndex) throws {
        let offers = try index.correctionOffers(of: document)
        if json {
            return try StandardOutput.write([
                "corrections": found.map(CorrectionJSON.object), "offers": offers.map(CorrectionJSON.object),
            ])
        }
        let lines =
            found.map { "page \($0.page), " + Self.line($0) + "\n" } + offers.map { Self.line($0, in: document) }
        try StandardOutput.write(lines.joined())
    }

    private func writeAdrift(_ found: [(document: ArchiveDocument, correction: TextCorrection)]) throws {
        if json {
            let list = found.map { CorrectionJSON.object($1) + ["document": $0.id, "path": $0.path] }
            return try StandardOutput.write(["corrections": list])
        }
        if found.isEmpty { global.say("No correction is adrift.") }
        try StandardOutput.write(
            found.map {
                "\(TerminalText.safe($0.document.path)), page \($0.correction.page), \(Self.line($0.correction))\n"
            }.joined())
    }

    static func line(_ correction: TextCorrection) -> String {
        var about = ["correction \(correction.id.prefix(8))"]
        if !correction.author.isEmpty { about.append(correction.author) }
        about.append("\(DocumentDate(seconds: correction.modified / 1000))")
        switch correction.state {
        case .applied: break
        case .read: about.append("reads so by itself now")
        case .replaced: about.append("replaced by a later one")
        case .adrift: about.append("adrift")
        }
        if correction.isContested { about.append("contested") }
        if !correction.isSearched { about.append("not searched yet") }
        let words = "“\(correction.quote.exact.onOneLine)” → “\(correction.text.onOneLine)”"
        return TerminalText.safe("\(about.joined(separator: ", ")): \(words)")
    }
}
