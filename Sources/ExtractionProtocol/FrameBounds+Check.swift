/// The coordinator's side: frames out of bounds are refused.
extension FrameBounds {
    package func check(_ header: FrameHeader) throws {
        let most = payloadBytes(kind: header.kind)
        guard header.payloadLength <= most else { throw FrameError.tooLong(header.payloadLength, most: most) }
    }

    package func check(_ frame: ExtractionFrame) throws {
        switch frame {
        case .greeting(let value): try check(value)
        case .bundle(let value):
            if let absence = value.absence { try check(absence) }
            if let passedOver = value.passedOver { try check(passedOver) }
        case .starting(let value): try check(value.address)
        case .document(let value): try check(value)
        case .page(let value): try check(value)
        case .image(let value):
            try check(value.address)
            try check(value.imageHash, "an image's hash", most: Self.hashBytes)
        case .fixity(let value):
            try check(value.entry, "the name of an entry", most: entryBytes)
            if let problem = value.problem { try check(problem) }
        case .problem(let value): try check(value)
        case .drawn(let value): try check(value.byteCount, "an image's size", in: 1...Self.imageBytes)
        case .contents(let value): try check(value)
        case .finished(let value): try check(value.reason, "a reason", most: reasonBytes)
        default: break
        }
    }

    private func check(_ greeting: GreetingFrame) throws {
        for name in [greeting.recognitionEngine, greeting.pdfEngine] + greeting.languages {
            try check(name, "a name", most: Self.nameBytes)
        }
        for gap in greeting.confinement?.missing ?? [] { try check(gap.reason, "a reason", most: reasonBytes) }
    }

    private func check(_ absence: BundleFrame.Absence) throws {
        for count in [absence.missing, absence.stated, absence.awaited] {
            try check(count, "a number of files", in: Self.counts)
        }
        try check(absence.awaitedNames.count, "names of awaited files", most: Self.awaitedNames)
        for name in absence.awaitedNames { try check(name, "the name of an entry", most: entryBytes) }
    }

    private func check(_ passedOver: BundleFrame.PassedOver) throws {
        try check(passedOver.count, "a number of files", in: Self.counts)
        try check(passedOver.names.count, "names of files", most: BundleFrame.PassedOver.mostNames)
        let bytes = passedOver.names.reduce(0) { $0 + $1.utf8.count }
        try check(bytes, "bytes of names", most: BundleFrame.PassedOver.nameBytes)
        for name in passedOver.names { try check(name, "the name of an entry", most: entryBytes) }
    }

    private func check(_ problem: ProblemFrame) throws {
        try check(problem.address)
        try check(problem.reason, "a reason", most: reasonBytes)
    }

    private func check(_ address: PageAddress) throws {
        try check(address.entry, "the name of an entry", most: entryBytes)
        try check(address.page, "a page's number", in: Self.counts)
    }

    private func check(_ document: DocumentFrame) throws {
        try check(document.entry, "the name of a document", most: entryBytes)
        try check(document.contentHash, "a hash", most: Self.hashBytes)
        try check(document.byteCount, "a size", in: Self.documentBytes)
        try check(document.pageCount, "a number of pages", in: 0...max(0, limits.pages))
        let metadata = document.metadata
        for text in [metadata.identifier, metadata.title, metadata.date, metadata.language] {
            try check(text, "a value of the metadata", most: limits.valueBytes)
        }
        try check(metadata.description, "a description", most: limits.valueBytes, allowingLines: true)
        for list in [metadata.authors, metadata.authorAddresses, metadata.tags] {
            try check(list.count, "authors or tags", most: limits.values)
            for text in list { try check(text, "an author or tag", most: limits.valueBytes) }
        }
        try check(metadata.details.count, "details", most: limits.values)
        for detail in metadata.details {
            try check(detail.label, "what a detail is called", most: Self.nameBytes)
            try check(detail.value, "a detail", most: limits.valueBytes)
        }
        if let count = metadata.claimedPageCount { try check(count, "a number of pages", in: Self.counts) }
        try check(document.rawMetadata, "the metadata as found", most: recordBytes, allowingLines: true)
        try check(document.recordBytes, "bytes of metadata", most: recordBytes)
        for warning in [document.warning, document.textWarning] {
            try check(warning, "a warning", most: Self.verdictReasons.bytes)
        }
        try check(document.unpagedText, "a document's text", most: textBytes, allowingLines: true)
    }

    private func check(_ page: PageFrame) throws {
        try check(page.entry, "the name of a document", most: entryBytes)
        try check(page.page, "a page's number", in: Self.counts)
        try check(page.label, "a page's label", most: Self.labelBytes)
        for length in [page.width, page.height] { try check(length, "a page's size", in: 0...Self.pagePoints) }
        try check(page.text, "the text of page \(page.page)", most: textBytes, allowingLines: true)
        try check(page.reasons.count, "reasons", most: Self.verdictReasons.count)
        for reason in page.reasons { try check(reason, "a verdict's reason", most: Self.verdictReasons.bytes) }
        if let confidence = page.confidence { try check(confidence, "a confidence", in: 0...1) }
        try check(page.imageHash, "an image's hash", most: Self.hashBytes)
        try check(page.words.count, "words with boxes", most: limits.pageWords)
        for word in page.words {
            try check(word.text, "a word", most: Self.wordBytes)
            try check(word.confidence, "a word's confidence", in: 0...1)
            guard word.box.count == 4 else { throw tooMany("\(word.box.count) numbers for a word's place") }
            for number in word.box { try check(number, "a word's place", in: -Self.pagePoints...Self.pagePoints) }
        }
    }

    private func check(_ contents: ContentsFrame) throws {
        try check(contents.outline.count, "headings", most: ContentsFrame.mostHeadings)
        // A heading is at most one level below the one before it.
        var deepest = 0
        for heading in contents.outline {
            try check(heading.title, "a heading", most: ContentsFrame.titleBytes)
            try check(heading.depth, "a heading's depth", in: 0...min(deepest, ContentsFrame.deepest))
            deepest = heading.depth + 1
            if let page = heading.page { try check(page, "a heading's page", in: pages) }
        }
        try check(contents.files.count, "files", most: ContentsFrame.mostFiles)
        for file in contents.files {
            try check(file.name, "the name of a file", most: ContentsFrame.nameBytes)
            try check(file.number, "a file's number", in: ContentsFrame.fileNumbers)
        }
    }

    private func check(_ count: Int, _ name: String, most: Int) throws {
        guard count <= most else { throw tooMany("\(count) \(name)") }
    }

    private func check(_ text: String?, _ name: String, most: Int, allowingLines: Bool = false) throws {
        guard let text else { return }
        guard text.utf8.count <= most else { throw tooMany("\(name) of \(text.utf8.count) bytes") }
        guard !ControlCharacters.are(in: text, allowingLines: allowingLines) else {
            throw FrameError.outOfBounds("\(name) with control characters")
        }
    }

    /// NaN is in no range.
    private func check<Number: Comparable>(_ number: Number, _ name: String, in range: ClosedRange<Number>) throws {
        guard range.contains(number) else { throw FrameError.outOfBounds("\(number) for \(name)") }
    }

    private func tooMany(_ what: String) -> FrameError { .outOfBounds(what + ", more than allowed") }
}

extension DocumentFrame {
    /// UTF-8 bytes of all its metadata.
    package var recordBytes: Int {
        let lists = [metadata.authors, metadata.authorAddresses, metadata.tags].joined()
            .reduce(metadata.details.reduce(0) { $0 + $1.byteCount }) { $0 + $1.utf8.count }
        return [
            metadata.identifier, metadata.title, metadata.date, metadata.language, metadata.description, rawMetadata,
        ]
        .reduce(lists) { $0 + ($1?.utf8.count ?? 0) }
    }
}
