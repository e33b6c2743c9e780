import BundleConventions
import ExtractionProtocol

struct EntryRenaming: Sendable {
    var from: String
    var to: String
    var entries: [(from: String, to: String)]
}

/// The mails of a mailbox in the index. They are called by their numbers, which change when earlier ones are deleted: a
/// mail is known again by its own mark.
struct KnownMails {
    /// Else mails are in mailboxes within the bundle.
    private let isMailbox: Bool
    private var members: [String: [String]] = [:]
    /// Mails not met yet, by mark, in the order of their numbers.
    private var waiting: [String: [String]] = [:]
    private var marks: [String: String] = [:]
    private var met: Set<String> = []
    private(set) var wereRecognized: Set<String> = []

    init(isMailbox: Bool) { self.isMailbox = isMailbox }

    /// `Message-ID`, or else sender and time. `authors` are as the index has them.
    static func mark(_ identifier: String?, authors: String, sent: Int64?) -> String? {
        identifier.map { "id \($0)" } ?? sent.map { "sent \($0) \(authors)" }
    }

    /// Only a text without a file has a mark.
    mutating func add(_ entry: String, _ mark: String?) {
        guard let mail = mail(of: entry) else { return }
        members[mail, default: []].append(entry)
        guard mail == entry, let mark else { return }
        waiting[mark, default: []].append(entry)
        marks[entry] = mark
    }

    func isMail(_ entry: String) -> Bool { mail(of: entry) == entry }

    func isOfMail(outside entries: Set<String>, _ entry: String) -> Bool {
        mail(of: entry).map { !entries.contains($0) } ?? false
    }

    /// In this order, so that a mail that was met has its own name. `isDamaged`: the mark may have changed.
    mutating func settle(_ frame: DocumentFrame, isDamaged: Bool) -> [EntryRenaming] {
        let entry = frame.entry
        // After a reader's death mails come again.
        guard frame.contentHash == nil, isMail(entry), met.insert(entry).inserted else { return [] }
        let sent = frame.metadata.date.flatMap { DocumentDate($0) }?.storedSeconds
        let mark = Self.mark(
            frame.metadata.identifier, authors: LineList.encode(frame.metadata.authors), sent: sent)
        let known = mark.flatMap { take($0, preferring: entry) }
        if known != nil { wereRecognized.insert(entry) }
        if known == entry { return [] }
        var renamings: [EntryRenaming] = []
        if members[entry] != nil {
            // A mail without a mark is known by its number.
            if mark == nil, marks[entry] == nil || isDamaged {
                if let other = marks[entry] { _ = take(other, preferring: entry) }
                return []
            }
            renamings.append(rename(entry, to: freeName(like: entry)))
        }
        if let known { renamings.append(rename(known, to: entry)) }
        return renamings
    }

    private mutating func take(_ mark: String, preferring entry: String) -> String? {
        guard let place = waiting[mark].flatMap({ $0.isEmpty ? nil : $0.firstIndex(of: entry) ?? 0 }) else {
            return nil
        }
        // In its place: there may be very many with one mark.
        return waiting[mark]?.remove(at: place)
    }

    private mutating func rename(_ mail: String, to other: String) -> EntryRenaming {
        let start = mail.utf8.count
        let entries = (members.removeValue(forKey: mail) ?? []).map { entry in
            (from: entry, to: other + entry[entry.utf8.index(entry.startIndex, offsetBy: start)...])
        }
        members[other] = entries.map(\.to)
        if let mark = marks.removeValue(forKey: mail) {
            marks[other] = mark
            if let place = waiting[mark]?.firstIndex(of: mail) { waiting[mark]?[place] = other }
        }
        return EntryRenaming(from: mail, to: other, entries: entries)
    }

    private func freeName(like mail: String) -> String {
        var number = 2
        while members["\(mail)#\(number)"] != nil { number += 1 }
        return "\(mail)#\(number)"
    }

    private func mail(of entry: String) -> String? {
        guard entry.contains(BundleNames.message) else { return nil }
        let parts = entry.split(separator: "/", omittingEmptySubsequences: false)
        let last = parts.indices.first { index in
            Self.isMailName(parts[index]) && (index == 0 ? isMailbox : parts[index - 1].hasSuffix("!"))
        }
        return last.map { parts[...$0].joined(separator: "/") }
    }

    /// `message-3`; `message-3#2` for one whose number another has.
    private static func isMailName(_ name: Substring) -> Bool {
        guard name.hasPrefix(BundleNames.message) else { return false }
        let numbers = name.dropFirst(BundleNames.message.count).split(separator: "#", omittingEmptySubsequences: false)
        return (1...2).contains(numbers.count) && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
