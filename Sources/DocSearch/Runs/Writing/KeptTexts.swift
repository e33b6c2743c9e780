import BundleConventions
import ExtractionProtocol
import GRDB

/// The index's texts of a bundle that is read again: a damaged file takes none along.
///
/// Lost words and missing documents go unless a problem is about them, or is new, or has stood since they were kept.
struct KeptTexts {
    let stores: IndexStores
    /// Documents whose earlier text is not kept.
    var losses: TakenLosses
    let contentHash: String?
    let format: BundleFormat?
    let hasSameSize: Bool
    private let recognizes: Bool
    private(set) var known: [String: KnownDocument] = [:]
    private var said: [String: Said] = [:]
    private var mails: KnownMails

    /// Facts from the failures of a document as a whole, or of another part of the bundle.
    private struct Said {
        var stages: Set<ExtractionStage> = []
        var isDamaged = false
        /// The bundle lacked the document before, or had less of it.
        var isKept = false
        var isInDoubt = false
        /// It was kept because of its bytes alone, and stays as long as it has these.
        var isForBytes = false
    }

    /// `byteCount` is that of the bundle now, nil when it was not read.
    init(of bundle: BundleRow, byteCount: Int64?, _ stores: IndexStores, _ options: IndexingOptions) throws {
        (self.stores, losses, contentHash) = (stores, options.losses, bundle.contentHash)
        format = bundle.format.flatMap { BundleFormat(rawValue: $0) }
        hasSameSize = bundle.byteCount > 0 && bundle.byteCount == byteCount
        recognizes = options.ocr != .never
        mails = KnownMails(isMailbox: bundle.format == BundleFormat.mailbox.rawValue)
        let documents = try stores.index.fetchAll(
            "SELECT \(KnownDocument.columns) FROM document WHERE bundle_id = ? ORDER BY length(entry), entry",
            [bundle.id]
        ) { row in
            let document = try KnownDocument(row)
            let mark = KnownMails.mark(
                document.identifier, authors: try row.value("authors"), sent: try row.value("date"))
            let hasContent: Bool = try row.value("has_content")
            return (entry: try row.value("entry") as String, document, mark: hasContent ? nil : mark)
        }
        for (entry, document, mark) in documents where known[entry] == nil {
            known[entry] = document
            mails.add(entry, mark)
        }
        let failures = try stores.index.fetchAll(
            "SELECT entry, stage, code, settings FROM failure WHERE bundle_id = ? AND page = 0", [bundle.id]
        ) { row -> (entry: String, stage: String, code: String, settings: String) in
            (try row.value("entry"), try row.value("stage"), try row.value("code"), try row.value("settings"))
        }
        for (entry, stage, code, settings) in failures {
            var now = said[entry] ?? Said()
            if let stage = ExtractionStage(rawValue: stage) { now.stages.insert(stage) }
            switch settings {
            case "" where code == ProblemFrame.Code.damaged.rawValue: now.isDamaged = true
            case IndexStore.kept: now.isKept = true
            case IndexStore.keptInDoubt: (now.isKept, now.isInDoubt) = (true, true)
            case IndexStore.keptForBytes: (now.isKept, now.isForBytes) = (true, true)
            default: break
            }
            said[entry] = now
        }
        for entry in said.keys where known[entry] == nil { mails.add(entry, nil) }
    }

    func isKept(_ entry: String) -> Bool { said[entry]?.isKept ?? false }

    /// It was read with complaints, so that the text in the index may not be its own.
    func isDoubtful(_ entry: String) -> Bool { said[entry].map { $0.isInDoubt || $0.isDamaged && !$0.isKept } ?? false }

    func isForBytes(_ entry: String) -> Bool { said[entry]?.isForBytes ?? false }

    mutating func keepForBytes(_ entry: String) { said[entry, default: Said()].isForBytes = true }

    func isGivenUp(_ entry: String) -> Bool { known[entry].map { losses.include($0.id) } ?? false }

    var isEmpty: Bool { known.values.allSatisfy { losses.include($0.id) } }

    // MARK: Mails that have moved up

    /// A mail keeps its text in the index under its new number. Another mail that had the number gets a name of its
    /// own, `message-3#2`. The order of renamings counts.
    mutating func settle(_ frame: DocumentFrame, problems: [ProblemFrame]) -> [EntryRenaming] {
        let isDamaged = problems.contains { $0.address.entry == frame.entry && $0.address.page == 0 }
        let renamings = mails.settle(frame, isDamaged: isDamaged)
        for renaming in renamings {
            for (entry, other) in renaming.entries {
                if let document = known.removeValue(forKey: entry) { known[other] = document }
                if let before = said.removeValue(forKey: entry) { said[other] = before }
            }
        }
        return renamings
    }

    // MARK: Texts with fewer words

    /// Nil when the new reading replaces the old one: without complaints, or when no page has fewer words than before.
    /// `problems` are those of the bundle, a `format` whose bytes have this hash.
    mutating func refusal(
        of frame: DocumentFrame, pages: [IndexedPage], _ format: BundleFormat?, hash: String?, problems: [ProblemFrame]
    ) throws -> ProblemFrame? {
        guard let known = known[frame.entry], !losses.include(known.id) else { return nil }
        let earlier = try earlierPages(of: known)
        // Bytes that were good enough before are not worse now, but something may keep them from being read.
        let isSame = contentHash != nil && contentHash == hash && !isKept(frame.entry)
        let isInPlace = !isSame && wasChangedInPlace(frame, known, hash)
        let problems = isSame ? problems.filter { $0.code != .damaged } : problems
        let lostFormat = isSame ? nil : self.lostFormat(of: known, format)
        var fields = known.lostFields(in: frame.metadata)
        // To be of this format is something that is known of it.
        if fields.isEmpty, lostFormat != nil, known.hasSameBytes(as: frame) { fields = [KnownDocument.description] }
        let loss = WordLoss(
            from: try words(of: earlier), count: known.pageCount, to: try words(of: pages), count: frame.pageCount,
            fields: fields, isInPlace: isInPlace, recognizes: recognizes)
        guard let loss else { return nil }
        let damage = DamagedPages(pages)
        var complaint = cause(of: frame.entry, problems)
        if !isSame {
            if !loss.isOfMetadata {
                complaint = complaint ?? self.complaint(about: frame, pages, damage, loss, format, known)
            }
            let isForBytes = isInPlace || complaint == nil
            if !fields.isEmpty { complaint = complaint ?? lostFormat }
            // A long description may have been cut.
            if !problems.contains(where: { $0.code == .limit && $0.address.entry == frame.entry }) {
                complaint = complaint ?? lostDescription(of: known, frame, lost: fields)
            }
            if isInPlace, loss.isOfPages || !loss.isOfWaitingPages {
                complaint = complaint ?? (contentHash == hash ? Self.unchanged : Self.inPlace)
            }
            if isForBytes, complaint != nil { keepForBytes(frame.entry) }
        }
        guard let complaint else { return nil }
        let beginning = damage?.sentence ?? "it may be incomplete"
        return Self.refusal(frame.entry, "\(beginning), and \(loss.sentence) (\(complaint))")
    }

    /// Now, or at the last reading. Damage on a disk leaves the size of a file as it is, and a new version hardly ever
    /// has the same.
    func wasChangedInPlace(_ frame: DocumentFrame, _ known: KnownDocument, _ hash: String?) -> Bool {
        if contentHash != nil, contentHash == hash { return isForBytes(frame.entry) }
        return hasSameSize || known.wasChangedInPlace(frame)
    }

    static let inPlace = "other bytes, and exactly as many as before"
    static let unchanged = "as it was the last time"

    private func complaint(
        about frame: DocumentFrame, _ pages: [IndexedPage], _ damage: DamagedPages?, _ loss: WordLoss,
        _ format: BundleFormat?, _ known: KnownDocument
    ) -> String? {
        let heard =
            damage?.words ?? pages.lazy.flatMap(\.reasons).compactMap(DamageReason.complaint).first ?? frame.warning
        // Mails have rules of their own below.
        let isMail = mails.isMail(frame.entry)
        if !isMail, format != .mail {
            let hasSameBytes = known.hasSameBytes(as: frame)
            if loss.isOfBundlesText, let words = frame.textWarning { return words }
            if loss.isOfTextBeside, hasSameBytes { return "the text beside it is gone" }
            if loss.isCut, frame.textHasOpenEnd == true {
                return "the text beside it ends within a line that went on before"
            }
            if loss.isReplaced, hasSameBytes { return "the text beside it is another, or lacks its beginning" }
        }
        // A page that waits for recognition may come to have more. That pages are missing is for good.
        if loss.isOfWaitingPages { return loss.isOfPages ? heard : nil }
        if let heard { return heard }
        let isSameMail =
            isMail
            ? mails.wereRecognized.contains(frame.entry)
            : format == .mail && frame.entry.isEmpty && known.identifier == frame.metadata.identifier
        if isSameMail, !isDoubtful(frame.entry) { return "a sent mail does not become shorter" }
        if isMail, isKept(frame.entry) { return "the mailbox was damaged" }
        // A page that may be a new scan asks for recognition in another run.
        return loss.isWhole && format != .mailbox && !loss.isOfScans ? "nothing of its text is left" : nil
    }

    static func refusal(_ entry: String, _ why: String) -> ProblemFrame {
        ProblemFrame(
            .damaged, at: .content, of: entry,
            "\(why); the text that was read before was kept. Use another copy of the file, or take it as it is with "
                + "docsearch reread")
    }

    /// A document's pages in the index, as they were read.
    func earlierPages(of known: KnownDocument) throws -> [IndexedPage] {
        let writer = DocumentWriter(stores.index, pages: stores.pages)
        return try stores.index.read { db in try writer.indexedPages(db, document: known.id).0.map(\.asRead) }
    }

    private func words(of pages: [IndexedPage]) throws -> PageWords {
        let texts = try stores.pages.texts(pages.compactMap(\.textID))
        let found = pages.map { page in (page.number, page.textID.flatMap { texts[$0] } ?? "") }
        return PageWords(pages: pages, texts: Dictionary(found, uniquingKeysWith: { first, _ in first }))
    }

    /// A document's text may come from any file of its bundle but from other documents.
    private func cause(of entry: String, _ problems: [ProblemFrame]) -> String? {
        let reading = problems.filter { $0.stage != .render && $0.stage != .recognition && $0.code != .limit }
        return ProblemReach(reading).reason(for: entry)
            ?? reading.first { isNew($0) && known[$0.address.entry] == nil }?.reason
            ?? (isKept(entry) ? reading.first?.reason : nil)
    }

    private func isNew(_ problem: ProblemFrame) -> Bool {
        problem.address.page == 0 && said[problem.address.entry]?.stages.contains(problem.stage) != true
    }

    // MARK: Missing texts

    struct Missing {
        var entries: Set<String> = []
        var said: [ProblemFrame] = []
        var told: [ProblemFrame] = []
    }

    /// A new problem may be about missing documents, whatever its name.
    func missing(
        from bundle: CollectedBundle, _ problems: [ProblemFrame], hash: String?, pruneLimit: Double
    ) -> Missing {
        let opening = problems.filter {
            $0.address.page == 0 && ($0.stage == .bundle || $0.stage == .document || $0.stage == .content)
        }
        let reach = ProblemReach(opening)
        var complaints = ProblemReach([])
        for (entry, words) in bundle.complaints { complaints.add(words, about: entry, isOfAll: entry.isEmpty) }
        let isSame = contentHash != nil && contentHash == hash
        // Others than these have checksums, or are folders.
        let isInPlace = hasSameSize && !isSame && [.mailbox, .mail, .pdf].contains(format)
        let new = opening.first(where: isNew)?.reason ?? (isInPlace ? Self.inPlace : nil)
        let isLacking = said[""]?.stages.contains(.content) == true && known[""] == nil
        let old = opening.first?.reason ?? (isSame || isLacking ? Self.unchanged : nil)
        let ofDescription = opening.first { isNew($0) && isAboutDescription($0, of: bundle) }?.reason
        // A mail and what is attached to it have one identifier, so that it tells none of them apart.
        let identifiers = Dictionary(known.values.compactMap(\.identifier).map { ($0, 1) }, uniquingKeysWith: +)
        var hidden: [String: String] = [:]
        var untold: Set<String> = []
        var others: [String] = []
        for (entry, document) in known where !bundle.entries.contains(entry) && !losses.include(document.id) {
            if let reason = reach.reason(for: entry) {
                hidden[entry] = reason
            } else if let reason = complaints.reason(for: entry) {
                hidden[entry] = reason
                untold.insert(entry)
            } else if let lost = lostFormat(of: document, bundle.frame?.format) {
                hidden[entry] = new ?? lost
                if new == nil { untold.insert(entry) }
            } else if mails.isOfMail(outside: bundle.entries, entry)
                || bundle.identities.isDisjoint(
                    with: document.identities(isAlone: document.identifier.map { identifiers[$0] == 1 } ?? true))
            {
                hidden[entry] = new ?? (isKept(entry) ? old : nil)
                if hidden[entry] == nil { others.append(entry) }
            } else {
                // Its bytes are there as a file that nothing describes.
                hidden[entry] = ofDescription ?? (isDescribed && isKept(entry) ? old : nil)
            }
        }
        let isMany = !isSame && others.count > 10 && Double(others.count) / Double(known.count) > pruneLimit
        if isMany { for entry in others { hidden[entry] = "as many others" } }
        let named = Set(opening.map(\.address.entry))
        var missing = Missing(entries: Set(hidden.keys))
        missing.said = hidden.filter { !named.contains($0.key) }.sorted { $0.key < $1.key }
            .map { Self.refusal($0.key, "it was not found this time (\($0.value))") }
        missing.told = missing.said.filter { untold.contains($0.address.entry) }
        if isMany || isLacking && !hidden.isEmpty {
            let which = "\(hidden.count) of the \(known.count.counted("document"))"
            let all = Self.refusal("", "\(which) that it had are not in it any more")
            missing.said.append(all)
            missing.told.append(all)
        }
        return missing
    }

    /// For a bundle that could not be opened at all: documents missing before are known from then on, too.
    func stillMissing(_ problems: [ProblemFrame]) -> Missing {
        let entries = Set(known.keys.filter(isKept))
        let reason = problems.first?.reason ?? "damaged"
        return Missing(
            entries: entries,
            said: entries.sorted().map { Self.refusal($0, "it was not found the last time, either (\(reason))") })
    }
}
