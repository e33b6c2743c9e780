/// A reader's side: frames out of bounds are cut, and the cuts reported.
extension FrameBounds {
    /// `left` is the number of metadata bytes left for the documents of the bundle.
    package func trimmed(_ document: DocumentFrame, left: inout Int) -> (document: DocumentFrame, omissions: [String]) {
        var result = document
        var omissions: [String] = []
        result.entry = clean(document.entry, to: entryBytes)
        result.byteCount = min(max(0, document.byteCount), Self.documentBytes.upperBound)
        trim(&result.metadata, &omissions)
        func lines(_ text: String) -> String { ControlCharacters.replaced(in: text, allowingLines: true) }
        result.unpagedText = document.unpagedText.map { cut(lines($0), to: textBytes) }
        result.rawMetadata = document.rawMetadata.map(lines)
        result.warning = document.warning.map { clean($0, to: Self.verdictReasons.bytes) }
        result.textWarning = document.textWarning.map { clean($0, to: Self.verdictReasons.bytes) }
        trimRecord(&result, &omissions, left: &left)
        return (result, omissions)
    }

    package func trimmed(_ page: PageFrame) -> (page: PageFrame, omissions: [String]) {
        var result = page
        var omissions: [String] = []
        result.entry = clean(page.entry, to: entryBytes)
        result.label = page.label.map { clean($0, to: Self.labelBytes) }
        result.width = Self.nearest(page.width, 0...Self.pagePoints)
        result.height = Self.nearest(page.height, 0...Self.pagePoints)
        result.text = cut(page.text, to: textBytes)
        let (most, bytes) = Self.verdictReasons
        result.reasons = page.reasons.prefix(most).map { clean($0, to: bytes) }
        result.confidence = page.confidence.map { Self.nearest($0, 0...1) }
        if page.words.count > limits.pageWords {
            omissions.append(
                "it has \(page.words.count) words with boxes; the limit is \(limits.pageWords) (pageWords); the boxes "
                    + "of the rest were left out")
        }
        result.words = page.words.prefix(limits.pageWords).compactMap(word)
        return (result, omissions)
    }

    package func trimmed(_ problem: ProblemFrame) -> ProblemFrame {
        var result = problem
        result.address = trimmed(problem.address)
        result.reason = clean(problem.reason, to: reasonBytes)
        return result
    }

    package func trimmed(_ address: PageAddress) -> PageAddress {
        PageAddress(entry: clean(address.entry, to: entryBytes), page: address.page)
    }

    /// For frames whose only long text is a name.
    package func trimmed(_ frame: ExtractionFrame) -> ExtractionFrame {
        switch frame {
        case .bundle(var value):
            let names = value.absence?.awaitedNames.prefix(Self.awaitedNames).map { clean($0, to: entryBytes) }
            value.absence?.awaitedNames = names ?? []
            if let passedOver = value.passedOver {
                // Cleaned names are never longer.
                value.passedOver?.names = passedOver.names.prefix(BundleFrame.PassedOver.mostNames)
                    .map { clean($0, to: entryBytes) }
            }
            return .bundle(value)
        case .starting(var value):
            value.address = trimmed(value.address)
            return .starting(value)
        case .problem(let value): return .problem(trimmed(value))
        case .fixity(var value):
            value.entry = clean(value.entry, to: entryBytes)
            value.problem = value.problem.map { trimmed($0) }
            return .fixity(value)
        case .contents(let value): return .contents(trimmed(value))
        case .finished(var value):
            value.reason = value.reason.map { clean($0, to: reasonBytes) }
            return .finished(value)
        default: return frame
        }
    }

    private func trimmed(_ contents: ContentsFrame) -> ContentsFrame {
        var deepest = 0
        let outline = contents.outline.prefix(ContentsFrame.mostHeadings).map { heading in
            let depth = min(max(0, heading.depth), deepest, ContentsFrame.deepest)
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

    private func word(_ word: PageWord) -> PageWord? {
        guard word.box.count == 4 else { return nil }
        var result = word
        result.text = clean(word.text, to: Self.wordBytes)
        result.box = word.box.map { Self.nearest($0, -Self.pagePoints...Self.pagePoints) }
        result.confidence = Self.nearest(word.confidence, 0...1)
        return result
    }

    private func clean(_ text: String, to most: Int) -> String { cut(ControlCharacters.replaced(in: text), to: most) }

    private func cut(_ text: String, to most: Int) -> String {
        guard text.utf8.count > most else { return text }
        // An end inside a character moves to before it.
        return String(text.unicodeScalars[..<text.utf8.index(text.startIndex, offsetBy: max(0, most))])
    }

    /// NaN becomes the lower bound.
    private static func nearest(_ number: Double, _ range: ClosedRange<Double>) -> Double {
        number.isNaN ? range.lowerBound : min(max(number, range.lowerBound), range.upperBound)
    }
}
