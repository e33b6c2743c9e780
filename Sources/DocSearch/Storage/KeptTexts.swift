import BundleConventions
import ExtractionProtocol
import GRDB

/// What the index has of a bundle that is read again: a damaged file takes no text along.
///
/// One rule for what has fewer words and for what is missing: it goes unless a problem is about it, or is new, or stands
/// since it was kept.
struct KeptTexts {
    private let stores: IndexStores
    /// Of what people asked for with `reread`.
    private let losses: TakenLosses
    /// SHA-256 of the bundle as it was read the last time.
    private let contentHash: String?
    /// By entry.
    private(set) var known: [String: Known]
    /// What was said before.
    private var standing: Set<StartingFrame>
    /// Documents that the bundle lacked before, or of which it had less.
    private(set) var kept: Set<String>
    /// Documents that were read with complaints, so that what the index has of them may not be theirs.
    private(set) var doubtful: Set<String>
    private var mails: KnownMails

    struct Known {
        var id: Int64
        var identifier: String?
        var pageCount: Int
        var identities: [String]
    }

    init(of bundle: BundleRow, _ stores: IndexStores, taking losses: TakenLosses) throws {
        (self.stores, self.losses, contentHash) = (stores, losses, bundle.contentHash)
        mails = KnownMails(isMailbox: bundle.format == BundleFormat.mailbox.rawValue)
        known = [:]
        let documents = try stores.index.fetchAll(
            """
            SELECT id, entry, identifier, page_count, content_hash, has_content, authors, date FROM document
            WHERE bundle_id = ? ORDER BY length(entry), entry
            """, [bundle.id]
        ) { row in
            let (identifier, hash): (String?, String?) = (try row.value("identifier"), try row.value("content_hash"))
            let hasContent: Bool = try row.value("has_content")
            let document = Known(
                id: try row.value("id"), identifier: identifier, pageCount: try row.value("page_count"),
                identities: Self.identities(identifier, hasContent ? hash : nil))
            let mark = KnownMails.mark(identifier, authors: try row.value("authors"), sent: try row.value("date"))
            return (entry: try row.value("entry") as String, document, mark: hasContent ? nil : mark)
        }
        for (entry, document, mark) in documents where known[entry] == nil {
            known[entry] = document
            mails.add(entry, mark)
        }
        let said = try stores.index.fetchAll(
            "SELECT entry, stage, code, settings FROM failure WHERE bundle_id = ? AND page = 0", [bundle.id]
        ) { row -> (entry: String, stage: String, code: String, settings: String) in
            (try row.value("entry"), try row.value("stage"), try row.value("code"), try row.value("settings"))
        }
        standing = Set(
            said.compactMap { entry, stage, _, _ -> StartingFrame? in
                ExtractionStage(rawValue: stage).map { .init(stage: $0, address: PageAddress(entry: entry, page: 0)) }
            })
        let isKept = said.filter { IndexStore.keptSettings.contains($0.settings) }
        kept = Set(isKept.map(\.entry))
        let damaged = said.filter { $0.code == ProblemFrame.Code.damaged.rawValue && $0.settings.isEmpty }
        doubtful = Set(damaged.map(\.entry)).subtracting(kept)
            .union(isKept.filter { $0.settings == IndexStore.keptInDoubt }.map(\.entry))
        for entry in Set(said.map(\.entry)).subtracting(known.keys) { mails.add(entry, nil) }
    }

    /// Whether there is nothing that may be kept.
    var isEmpty: Bool { known.values.allSatisfy { losses.include($0.id) } }

    /// What a document is known by wherever it is in its bundle.
    static func identities(_ identifier: String?, _ contentHash: String?) -> [String] {
        [identifier.map { "id \($0)" }, contentHash.map { "hash \($0)" }].compactMap { $0 }
    }

    // MARK: Mails that have moved up

    /// Finds what the index has of a mail under another number, and calls it as it is called now. Another mail that had the
    /// number gets a name of its own, `message-3#2`. Returns what is to be renamed in the index, in this order.
    mutating func settle(_ frame: DocumentFrame, problems: [ProblemFrame]) -> [EntryRenaming] {
        let isDamaged = problems.contains { $0.address.entry == frame.entry && $0.address.page == 0 }
        let renamings = mails.settle(frame, isDamaged: isDamaged)
        for renaming in renamings {
            for (entry, other) in renaming.entries {
                if let document = known.removeValue(forKey: entry) { known[other] = document }
                if kept.remove(entry) != nil { kept.insert(other) }
                if doubtful.remove(entry) != nil { doubtful.insert(other) }
                for stage in ExtractionStage.allCases {
                    let said = StartingFrame(stage: stage, address: PageAddress(entry: entry, page: 0))
                    guard standing.remove(said) != nil else { continue }
                    standing.insert(StartingFrame(stage: stage, address: PageAddress(entry: other, page: 0)))
                }
            }
        }
        return renamings
    }

    // MARK: What has fewer words

    /// Why the index keeps what it has of a document; nil when the new reading replaces it. That is so when nothing of it
    /// complained, or when no page has fewer words than before. `problems` are those of its bundle, a `format` whose bytes
    /// have this hash.
    func refusal(
        of frame: DocumentFrame, pages: [IndexedPage], _ format: BundleFormat?, hash: String?, problems: [ProblemFrame]
    ) throws -> ProblemFrame? {
        guard let known = known[frame.entry], !losses.include(known.id) else { return nil }
        // Bytes that were good enough before are not worse now, but something may keep them from being read.
        let isSame = contentHash != nil && contentHash == hash && !kept.contains(frame.entry)
        let problems = isSame ? problems.filter { $0.code != .damaged } : problems
        guard let loss = try loss(of: known, frame, pages) else { return nil }
        let damage = DamagedPages(pages)
        let complaint =
            cause(of: frame.entry, problems)
            ?? (isSame ? nil : self.complaint(about: frame, pages, damage, loss, format, known))
        guard let complaint else { return nil }
        let beginning = damage?.sentence ?? "it may be incomplete"
        return refusal(frame.entry, "\(beginning), and \(loss.sentence) (\(complaint))")
    }

    /// What speaks against a new reading but problems.
    private func complaint(
        about frame: DocumentFrame, _ pages: [IndexedPage], _ damage: DamagedPages?, _ loss: Loss,
        _ format: BundleFormat?, _ known: Known
    ) -> String? {
        let heard =
            damage?.words ?? pages.lazy.flatMap(\.reasons).compactMap(DamageReason.complaint).first ?? frame.warning
        // Mails have rules of their own below.
        let isMail = mails.isMail(frame.entry)
        if !isMail, format != .mail, loss.isOfBundlesText, let words = frame.textWarning { return words }
        if !isMail, format != .mail, loss.isCut, frame.textHasOpenEnd == true {
            return "the text beside it ends within a line that went on before"
        }
        // A page that waits for recognition may come to have more. That pages are missing is for good.
        if loss.isOfWaitingPages { return loss.isOfPages ? heard : nil }
        if let heard { return heard }
        let isSameMail =
            isMail
            ? mails.wereRecognized.contains(frame.entry)
            : format == .mail && frame.entry.isEmpty && known.identifier == frame.metadata.identifier
        if isSameMail, !doubtful.contains(frame.entry) { return "a sent mail does not become shorter" }
        if isMail, kept.contains(frame.entry) { return "the mailbox was damaged" }
        return loss.isWhole && format != .mailbox ? "nothing of its text is left" : nil
    }

    private func refusal(_ entry: String, _ why: String) -> ProblemFrame {
        ProblemFrame(
            .damaged, at: .content, of: entry,
            "\(why); the text that was read before was kept. Use another copy of the file, or take it as it is with "
                + "docsearch reread")
    }

    private struct Loss {
        var sentence: String
        /// Whether pages are missing.
        var isOfPages = false
        /// Whether all that have fewer words wait for recognition.
        var isOfWaitingPages = false
        var isWhole = false
        /// Whether the bundle brought the text of a page that has none any more.
        var isOfBundlesText = false
        /// Whether of the bundle's text, or of that of a page, there is nothing but the beginning.
        var isCut = false
    }

    /// What a document has less of than before.
    private func loss(of known: Known, _ frame: DocumentFrame, _ pages: [IndexedPage]) throws -> Loss? {
        let writer = DocumentWriter(pages: stores.pages, fullText: stores.index.fullText)
        let earlier = try stores.index.read { db in try writer.indexedPages(db, document: known.id).0 }
        let (old, new) = (try texts(of: earlier), try texts(of: pages))
        let (before, after) = (old.mapValues(WordCount.of), new.mapValues(WordCount.of))
        let isWhole = before.contains { $0.value > 0 } && !after.contains { $0.value > 0 }
        let isShorter = known.pageCount > frame.pageCount
        let fewer = before.filter { $0.value > after[$0.key] ?? 0 }.keys
        guard isShorter || !fewer.isEmpty else { return nil }
        let waiting = Set(pages.filter { $0.needsRecognition && DamagedPages([$0]) == nil }.map(\.number))
        let count = known.pageCount.counted("page")
        let sentence =
            isShorter
            ? "it has \(frame.pageCount.counted("page")), and had \(known.pageCount)"
            : "\(fewer.count) of \(count) \(fewer.count == 1 ? "has" : "have") fewer words than before"
        return Loss(
            sentence: sentence, isOfPages: isShorter,
            isOfWaitingPages: !waiting.isEmpty && waiting.isSuperset(of: fewer.filter { $0 <= frame.pageCount }),
            isWhole: isWhole,
            isOfBundlesText: earlier.contains {
                $0.origin == .sidecar && fewer.contains($0.number) && after[$0.number] ?? 0 == 0
            },
            // Without its last pages it belongs to none of them.
            isCut: Self.isCut(lines(old, of: earlier), lines(new, of: pages))
                || fewer.contains { Self.isCut(Self.lines(old[$0]), Self.lines(new[$0])) })
    }

    private func texts(of pages: [IndexedPage]) throws -> [Int: String] {
        let texts = try stores.pages.texts(pages.compactMap(\.textID))
        let found = pages.map { page in (page.number, page.textID.flatMap { texts[$0] } ?? "") }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    /// The lines of what the bundle brings, whatever pages they are on.
    private func lines(_ texts: [Int: String], of pages: [IndexedPage]) -> [Substring] {
        pages.filter { $0.origin == .sidecar }.map(\.number).sorted().flatMap { Self.lines(texts[$0]) }
    }

    private static func lines(_ text: String?) -> [Substring] { text?.split(whereSeparator: \.isNewline) ?? [] }

    /// Whether lines are others, cut off within one.
    private static func isCut(_ lines: [Substring], _ cut: [Substring]) -> Bool {
        guard let last = cut.last, cut.count <= lines.count, case let whole = lines[cut.count - 1], last != whole
        else { return false }
        return whole.hasPrefix(last) && lines.starts(with: cut.dropLast())
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

    /// Documents that were not found and stay.
    struct Missing {
        var entries: Set<String> = []
        /// What is said of those that nothing else names.
        var said: [ProblemFrame] = []
        /// What of that a run tells at once: nothing else that it tells says why they are missing.
        var told: [ProblemFrame] = []
    }

    /// With a problem that was not there before, what is missing may be what it is about, whatever its name.
    func missing(
        from bundle: CollectedBundle, _ problems: [ProblemFrame], hash: String?, pruneLimit: Double
    ) -> Missing {
        let opening = problems.filter {
            $0.address.page == 0 && ($0.stage == .bundle || $0.stage == .document || $0.stage == .content)
        }
        let reach = ProblemReach(opening)
        var complaints = ProblemReach([])
        for (entry, words) in bundle.complaints { complaints.add(words, about: entry, isOfAll: entry.isEmpty) }
        let new = opening.first(where: isNew)?.reason
        let isSame = contentHash != nil && contentHash == hash
        let isLacking = standing.contains(Self.loss) && known[""] == nil
        let old = opening.first?.reason ?? (isSame || isLacking ? "as it was the last time" : nil)
        var hidden: [String: String] = [:]
        var untold: Set<String> = []
        var others: [String] = []
        for (entry, document) in known where !bundle.entries.contains(entry) && !losses.include(document.id) {
            if let reason = reach.reason(for: entry) {
                hidden[entry] = reason
            } else if let reason = complaints.reason(for: entry) {
                hidden[entry] = reason
                untold.insert(entry)
            } else if mails.isOfMail(outside: bundle.entries, entry)
                || bundle.identities.isDisjoint(with: document.identities)
            {
                hidden[entry] = new ?? (kept.contains(entry) ? old : nil)
                if hidden[entry] == nil { others.append(entry) }
            }
        }
        let isMany = !isSame && others.count > 10 && Double(others.count) / Double(known.count) > pruneLimit
        if isMany { for entry in others { hidden[entry] = "as many others" } }
        let named = Set(opening.map(\.address.entry))
        var missing = Missing(entries: Set(hidden.keys))
        missing.said = hidden.filter { !named.contains($0.key) }.sorted { $0.key < $1.key }
            .map { refusal($0.key, "it was not found this time (\($0.value))") }
        missing.told = missing.said.filter { untold.contains($0.address.entry) }
        if isMany || isLacking && !hidden.isEmpty {
            let which = "\(hidden.count) of the \(known.count.counted("document"))"
            let all = refusal("", "\(which) that it had are not in it any more")
            missing.said.append(all)
            missing.told.append(all)
        }
        return missing
    }

    /// Under which it is said that many documents are missing.
    private static let loss = StartingFrame(stage: .content, address: PageAddress(entry: "", page: 0))

    /// The same of what could not be opened at all: what was missing before is known from then on, too.
    func stillMissing(_ problems: [ProblemFrame]) -> Missing {
        let entries = kept.filter { known[$0] != nil }
        let reason = problems.first?.reason ?? "damaged"
        return Missing(
            entries: entries,
            said: entries.sorted().map { refusal($0, "it was not found the last time, either (\(reason))") })
    }
}
