/// One walk over the parts of a frame for both programs: a reader cuts what is out of bounds and reports the cuts, and
/// the coordinator refuses a frame of which anything would be cut.
extension FrameBounds {
    package func check(_ frame: ExtractionFrame) throws {
        var left = recordBytes
        guard trimmed(frame, left: &left).frame == frame else {
            throw FrameError.outOfBounds(
                "a frame with a part that is longer or larger than allowed, or with control characters")
        }
    }

    /// The omissions are sentences about a document or page. `left` is the number of metadata bytes left for the
    /// documents of the bundle.
    package func trimmed(_ frame: ExtractionFrame, left: inout Int) -> (frame: ExtractionFrame, omissions: [String]) {
        var omissions: [String] = []
        switch frame {
        case .greeting(let value): return (.greeting(trimmed(value)), [])
        case .bundle(var value):
            value.absence = value.absence.map(trimmed)
            value.passedOver = value.passedOver.map(trimmed)
            return (.bundle(value), [])
        case .starting(var value):
            value.address = trimmed(value.address)
            return (.starting(value), [])
        case .document(let value):
            let document = trimmed(value, &omissions, left: &left)
            return (.document(document), omissions)
        case .page(let value):
            let page = trimmed(value, &omissions)
            return (.page(page), omissions)
        case .image(var value):
            value.address = trimmed(value.address)
            value.imageHash = clean(value.imageHash, to: Self.hashBytes)
            return (.image(value), [])
        case .problem(let value): return (.problem(trimmed(value)), [])
        case .fixity(var value):
            value.entry = clean(value.entry, to: entryBytes)
            value.problem = value.problem.map(trimmed)
            return (.fixity(value), [])
        case .drawn(var value):
            value.byteCount = Self.nearest(value.byteCount, 1...Self.imageBytes)
            return (.drawn(value), [])
        case .contents(let value): return (.contents(trimmed(value)), [])
        case .languages(let value):
            let codes = value.codes.prefix(LanguagesFrame.most).map { IdentifiedLanguage.known($0) ?? "" }
            return (.languages(LanguagesFrame(codes: codes)), [])
        case .finished(var value):
            value.reason = value.reason.map { clean($0, to: reasonBytes) }
            return (.finished(value), [])
        case .file, .need: return (frame, [])
        }
    }

    private func trimmed(_ greeting: GreetingFrame) -> GreetingFrame {
        var result = greeting
        result.recognitionEngine = clean(greeting.recognitionEngine, to: Self.nameBytes)
        result.pdfEngine = clean(greeting.pdfEngine, to: Self.nameBytes)
        result.languages = greeting.languages.map { clean($0, to: Self.nameBytes) }
        result.confinement?.missing = (greeting.confinement?.missing ?? []).map { gap in
            ConfinementReport.Gap(measure: gap.measure, reason: clean(gap.reason, to: reasonBytes))
        }
        return result
    }

    private func trimmed(_ absence: BundleFrame.Absence) -> BundleFrame.Absence {
        BundleFrame.Absence(
            missing: Self.nearest(absence.missing, Self.counts), stated: Self.nearest(absence.stated, Self.counts),
            awaited: Self.nearest(absence.awaited, Self.counts),
            awaitedNames: absence.awaitedNames.prefix(Self.awaitedNames).map { clean($0, to: entryBytes) })
    }

    private func trimmed(_ passedOver: BundleFrame.PassedOver) -> BundleFrame.PassedOver {
        var result = passedOver
        result.count = Self.nearest(passedOver.count, Self.counts)
        result.names = BundleFrame.PassedOver.kept(passedOver.names.map { clean($0, to: entryBytes) })
        return result
    }

    private func trimmed(_ problem: ProblemFrame) -> ProblemFrame {
        var result = problem
        result.address = trimmed(problem.address)
        result.reason = clean(problem.reason, to: reasonBytes)
        return result
    }

    private func trimmed(_ address: PageAddress) -> PageAddress {
        PageAddress(entry: clean(address.entry, to: entryBytes), page: Self.nearest(address.page, Self.counts))
    }

    private func trimmed(
        _ document: DocumentFrame, _ omissions: inout [String], left: inout Int
    ) -> DocumentFrame {
        var result = document
        result.entry = clean(document.entry, to: entryBytes)
        result.contentHash = document.contentHash.map { clean($0, to: Self.hashBytes) }
        result.byteCount = Self.nearest(document.byteCount, Self.documentBytes)
        result.pageCount = Self.nearest(document.pageCount, 0...max(0, limits.pages))
        trim(&result.metadata, &omissions)
        func lines(_ text: String) -> String { ControlCharacters.replaced(in: text, allowingLines: true) }
        result.unpagedText = document.unpagedText.map { cut(lines($0), to: textBytes) }
        result.unpagedLanguage = document.unpagedLanguage.flatMap(IdentifiedLanguage.known)
        result.rawMetadata = document.rawMetadata.map(lines)
        result.warning = document.warning.map { clean($0, to: Self.verdictReasons.bytes) }
        result.textWarning = document.textWarning.map { clean($0, to: Self.verdictReasons.bytes) }
        trimRecord(&result, &omissions, left: &left)
        return result
    }

    private func trimmed(_ page: PageFrame, _ omissions: inout [String]) -> PageFrame {
        var result = page
        result.entry = clean(page.entry, to: entryBytes)
        result.page = Self.nearest(page.page, Self.counts)
        result.label = page.label.map { clean($0, to: Self.labelBytes) }
        result.width = Self.nearest(page.width, 0...Self.pagePoints)
        result.height = Self.nearest(page.height, 0...Self.pagePoints)
        result.text = cut(ControlCharacters.replaced(in: page.text, allowingLines: true), to: textBytes)
        result.language = page.language.flatMap(IdentifiedLanguage.known)
        let (most, bytes) = Self.verdictReasons
        result.reasons = page.reasons.prefix(most).map { clean($0, to: bytes) }
        result.confidence = page.confidence.map { Self.nearest($0, 0...1) }
        result.imageHash = page.imageHash.map { clean($0, to: Self.hashBytes) }
        if page.words.count > limits.pageWords {
            omissions.append(
                "it has \(page.words.count) words with boxes; the limit is \(limits.pageWords) (pageWords); the boxes "
                    + "of the rest were left out")
        }
        result.words = page.words.prefix(limits.pageWords).compactMap(word)
        return result
    }

    private func word(_ word: PageWord) -> PageWord? {
        guard word.box.count == 4 else { return nil }
        var result = word
        result.text = clean(word.text, to: Self.wordBytes)
        result.box = word.box.map { Self.nearest($0, -Self.pagePoints...Self.pagePoints) }
        result.confidence = Self.nearest(word.confidence, 0...1)
        return result
    }

    private func trimmed(_ contents: ContentsFrame) -> ContentsFrame {
        // A heading is at most one level below the one before it.
        var deepest = 0
        let outline = contents.outline.prefix(ContentsFrame.mostHeadings).map { heading in
            let depth = Self.nearest(heading.depth, 0...min(deepest, ContentsFrame.deepest))
            deepest = depth + 1
            return ContentsFrame.Heading(
                title: clean(heading.title, to: ContentsFrame.titleBytes),
                page: heading.page.flatMap { pages.contains($0) ? $0 : nil }, depth: depth)
        }
        let files = contents.files.filter { ContentsFrame.fileNumbers.contains($0.number) }
            .prefix(ContentsFrame.mostFiles)
            .map { ContentsFrame.File(number: $0.number, name: clean($0.name, to: ContentsFrame.nameBytes)) }
        return ContentsFrame(outline: outline, files: files)
    }

    private func trim(_ metadata: inout DocumentMetadata, _ omissions: inout [String]) {
        func value(_ text: String?, _ name: String, lines: Bool = false) -> String? {
            guard let text else { return nil }
            let clean = ControlCharacters.replaced(in: text, allowingLines: lines)
            guard clean.utf8.count > limits.valueBytes else { return clean }
            omissions.append(
                "\(name) has \(clean.utf8.count) bytes; the limit is \(limits.valueBytes) (valueBytes); the rest was "
                    + "left out")
            return cut(clean, to: limits.valueBytes)
        }
        func list<Item>(_ items: [Item], called name: String, _ each: (Item) -> Item?) -> [Item] {
            if items.count > limits.values {
                omissions.append(
                    "it has \(items.count) \(name); the limit is \(limits.values) (values); the rest was left out")
            }
            return items.prefix(limits.values).compactMap(each)
        }
        metadata.identifier = value(metadata.identifier, "its identifier")
        metadata.title = value(metadata.title, "its title")
        metadata.authors = list(metadata.authors, called: "authors") { value($0, "an author") }
        metadata.authorAddresses = list(metadata.authorAddresses, called: "addresses") { value($0, "an address") }
        metadata.date = value(metadata.date, "its date")
        metadata.tags = list(metadata.tags, called: "tags") { value($0, "a tag") }
        metadata.language = value(metadata.language, "its language")
        metadata.description = value(metadata.description, "its description", lines: true)
        metadata.details = list(metadata.details, called: "details") { detail in
            value(detail.value, "a detail").map {
                MetadataDetail(detail.kind, called: clean(detail.label, to: Self.nameBytes), $0)
            }
        }
        metadata.claimedPageCount = metadata.claimedPageCount.flatMap { Self.counts.contains($0) ? $0 : nil }
    }

    /// Drops the least valuable parts first.
    private func trimRecord(_ document: inout DocumentFrame, _ omissions: inout [String], left: inout Int) {
        let most = min(recordBytes, max(0, left))
        let found = document.recordBytes
        let parts: [(name: String, leaveOut: (inout DocumentFrame) -> Void)] = [
            ("the metadata as it was found", { $0.rawMetadata = nil }),
            ("its details", { $0.metadata.details = [] }),
            ("its description", { $0.metadata.description = nil }),
            ("its tags", { $0.metadata.tags = [] }),
            ("the addresses of its authors", { $0.metadata.authorAddresses = [] }),
            ("its authors", { $0.metadata.authors = [] }),
            ("its identifier", { $0.metadata.identifier = nil }),
            ("its title", { $0.metadata.title = nil }),
            ("its language", { $0.metadata.language = nil }),
            ("its date", { $0.metadata.date = nil }),
        ]
        var names: [String] = []
        for part in parts where document.recordBytes > most {
            let before = document.recordBytes
            part.leaveOut(&document)
            if document.recordBytes < before { names.append(part.name) }
        }
        left -= document.recordBytes
        guard !names.isEmpty else { return }
        omissions.append(
            "it has \(found) bytes of metadata; the limit is \(limits.recordBytes) for a document and "
                + "\(ExtractionLimits.recordsOfBundle) times that for a bundle (recordBytes); "
                + names.joined(separator: ", ") + " left out")
    }

    private func clean(_ text: String, to most: Int) -> String { cut(ControlCharacters.replaced(in: text), to: most) }

    private func cut(_ text: String, to most: Int) -> String {
        guard text.utf8.count > most else { return text }
        // An end inside a character moves to before it.
        return String(text.unicodeScalars[..<text.utf8.index(text.startIndex, offsetBy: max(0, most))])
    }

    /// NaN becomes the lower bound.
    private static func nearest<Number: Comparable>(_ number: Number, _ range: ClosedRange<Number>) -> Number {
        if range.contains(number) { return number }
        return number > range.upperBound ? range.upperBound : range.lowerBound
    }
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
