import BundleConventions
import ExtractionProtocol
import GRDB

/// What the index has of a bundle that is read again: a damaged file takes no text along.
///
/// One rule for what has fewer words and for what is missing: it goes unless a problem is about it, or is new, or stands
/// since it was kept.
struct KeptTexts {
    private let stores: IndexStores
    /// SHA-256 of the bundle as it was read the last time.
    private let contentHash: String?
    /// By entry.
    private let known: [String: Known]
    /// What was said before.
    private let standing: Set<StartingFrame>
    /// Documents that the bundle lacked before, or of which it had less.
    private let kept: Set<String>

    private struct Known {
        var id: Int64
        var identifier: String?
        var pageCount: Int
        var identities: [String]
    }

    init(of bundle: BundleRow, _ stores: IndexStores) throws {
        (self.stores, contentHash) = (stores, bundle.contentHash)
        let documents = try stores.index.fetchAll(
            "SELECT id, entry, identifier, page_count, content_hash, has_content FROM document WHERE bundle_id = ?",
            [bundle.id]
        ) { row in
            let (identifier, hash): (String?, String?) = (try row.value("identifier"), try row.value("content_hash"))
            let identities = Self.identities(identifier, try row.value("has_content") ? hash : nil)
            return (
                try row.value("entry") as String,
                Known(
                    id: try row.value("id"), identifier: identifier, pageCount: try row.value("page_count"),
                    identities: identities)
            )
        }
        known = Dictionary(documents) { first, _ in first }
        let said = try stores.index.fetchAll(
            "SELECT entry, stage, settings FROM failure WHERE bundle_id = ? AND page = 0", [bundle.id]
        ) { row -> (entry: String, stage: String, settings: String) in
            (try row.value("entry"), try row.value("stage"), try row.value("settings"))
        }
        standing = Set(
            said.compactMap { entry, stage, _ -> StartingFrame? in
                ExtractionStage(rawValue: stage).map { .init(stage: $0, address: PageAddress(entry: entry, page: 0)) }
            })
        kept = Set(said.filter { $0.settings == "kept" }.map(\.entry))
    }

    var isEmpty: Bool { known.isEmpty }

    /// What a document is known by wherever it is in its bundle.
    static func identities(_ identifier: String?, _ contentHash: String?) -> [String] {
        [identifier.map { "id \($0)" }, contentHash.map { "hash \($0)" }].compactMap { $0 }
    }

    // MARK: What has fewer words

    /// Why the index keeps what it has of a document; nil when the new reading replaces it. That is so when nothing of it
    /// complained, or when no page has fewer words than before. `problems` are those of its bundle, a `format`.
    func refusal(
        of frame: DocumentFrame, pages: [IndexedPage], _ format: BundleFormat?, problems: [ProblemFrame]
    ) throws -> ProblemFrame? {
        guard let known = known[frame.entry] else { return nil }
        let id = frame.metadata.identifier
        let isInPlace = format == .mailbox && kept.contains(frame.entry)
        if let id, let before = known.identifier, id != before {
            // Mails of a mailbox are called by their numbers, which others get.
            return isInPlace
                ? refusal(frame.entry, "another mail has the number that this one had when the mailbox was whole") : nil
        }
        let isSameMail = format == .mail || format == .mailbox && id != nil && id == known.identifier
        let damage = DamagedPages(pages)
        let repair = pages.lazy.flatMap(\.reasons).compactMap(DamageReason.complaint).first ?? frame.warning
        guard let loss = try loss(of: known, frame, pages) else { return nil }
        // A page that waits for recognition may come to have more.
        let other =
            damage?.words ?? repair ?? (isSameMail ? "a sent mail does not become shorter" : nil)
            ?? (isInPlace ? "the mailbox was damaged" : nil)
            ?? (loss.isWhole && format != .mailbox ? "nothing of its text is left" : nil)
        let complaint = cause(of: frame.entry, problems) ?? (loss.isOfWaitingPages ? nil : other)
        guard let complaint else { return nil }
        let beginning = damage?.sentence ?? "it may be incomplete"
        return refusal(frame.entry, "\(beginning), and \(loss.sentence) (\(complaint))")
    }

    private func refusal(_ entry: String, _ why: String) -> ProblemFrame {
        ProblemFrame(
            .damaged, at: .content, of: entry,
            "\(why); the text that was read before was kept. Use another copy of the file, or take it as it is with "
                + "docsearch reread")
    }

    private struct Loss {
        var sentence: String
        /// Of no others.
        var isOfWaitingPages = false
        var isWhole = false
    }

    /// What a document has less of than before.
    private func loss(of known: Known, _ frame: DocumentFrame, _ pages: [IndexedPage]) throws -> Loss? {
        let writer = DocumentWriter(pages: stores.pages, fullText: stores.index.fullText)
        let before = try words(of: stores.index.read { db in try writer.indexedPages(db, document: known.id).0 })
        let after = try words(of: pages)
        let isWhole = before.contains { $0.value > 0 } && !after.contains { $0.value > 0 }
        if known.pageCount > frame.pageCount {
            let sentence = "it has \(frame.pageCount.counted("page")), and had \(known.pageCount)"
            return Loss(sentence: sentence, isWhole: isWhole)
        }
        let fewer = before.filter { $0.value > after[$0.key] ?? 0 }.keys
        guard !fewer.isEmpty else { return nil }
        let waiting = Set(pages.filter { $0.needsRecognition && DamagedPages([$0]) == nil }.map(\.number))
        let count = known.pageCount.counted("page")
        return Loss(
            sentence: "\(fewer.count) of \(count) \(fewer.count == 1 ? "has" : "have") fewer words than before",
            isOfWaitingPages: waiting.isSuperset(of: fewer), isWhole: isWhole)
    }

    private func words(of pages: [IndexedPage]) throws -> [Int: Int] {
        let texts = try stores.pages.texts(pages.compactMap(\.textID))
        let counts = pages.map { page in (page.number, page.textID.flatMap { texts[$0] }.map(WordCount.of) ?? 0) }
        return Dictionary(counts, uniquingKeysWith: max)
    }

    /// The problem that may be why a document has less than before. Its text may come from any file of its bundle but from
    /// other documents.
    private func cause(of entry: String, _ problems: [ProblemFrame]) -> String? {
        let reading = problems.filter { $0.stage != .render && $0.stage != .recognition && $0.code != .limit }
        return ProblemReach(reading).reason(for: entry)
            ?? reading.first { isNew($0) && known[$0.address.entry] == nil }?.reason
            ?? (kept.contains(entry) ? reading.first?.reason : nil)
    }

    private func isNew(_ problem: ProblemFrame) -> Bool {
        problem.address.page == 0 && !standing.contains(StartingFrame(stage: problem.stage, address: problem.address))
    }

    // MARK: What is missing

    /// Documents that were not found and stay, and what is said of those that nothing else names. With a problem that was
    /// not there before, what is missing may be what it is about, whatever its name.
    func missing(
        from bundle: CollectedBundle, _ problems: [ProblemFrame], hash: String?, pruneLimit: Double
    ) -> (entries: Set<String>, said: [ProblemFrame]) {
        let opening = problems.filter {
            $0.address.page == 0 && ($0.stage == .bundle || $0.stage == .document || $0.stage == .content)
        }
        var reach = ProblemReach(opening)
        for (entry, words) in bundle.complaints { reach.add(words, about: entry, isOfAll: entry.isEmpty) }
        let new = opening.first(where: isNew)?.reason
        let isSame = contentHash != nil && contentHash == hash
        let isLacking = standing.contains(Self.loss) && known[""] == nil
        let old = opening.first?.reason ?? (isSame || isLacking ? "as it was the last time" : nil)
        var hidden: [String: String] = [:]
        var others: [String] = []
        for (entry, document) in known where !bundle.entries.contains(entry) {
            if let reason = reach.reason(for: entry) {
                hidden[entry] = reason
            } else if bundle.identities.isDisjoint(with: document.identities) {
                hidden[entry] = new ?? (kept.contains(entry) ? old : nil)
                if hidden[entry] == nil { others.append(entry) }
            }
        }
        let isMany = !isSame && others.count > 10 && Double(others.count) / Double(known.count) > pruneLimit
        if isMany { for entry in others { hidden[entry] = "as many others" } }
        let named = Set(opening.map(\.address.entry))
        var said = hidden.filter { !named.contains($0.key) }.sorted { $0.key < $1.key }
            .map { refusal($0.key, "it was not found this time (\($0.value))") }
        if isMany || isLacking && !hidden.isEmpty {
            let which = "\(hidden.count) of the \(known.count.counted("document"))"
            said.append(refusal("", "\(which) that it had are not in it any more"))
        }
        return (Set(hidden.keys), said)
    }

    /// Under which it is said that many documents are missing.
    private static let loss = StartingFrame(stage: .content, address: PageAddress(entry: "", page: 0))

    /// The same of what could not be opened at all: what was missing before is known from then on, too.
    func stillMissing(_ problems: [ProblemFrame]) -> (entries: Set<String>, said: [ProblemFrame]) {
        let entries = kept.filter { known[$0] != nil }
        let reason = problems.first?.reason ?? "damaged"
        return (entries, entries.sorted().map { refusal($0, "it was not found the last time, either (\(reason))") })
    }
}
