import CivilCalendar
import ContentHashing

/// Makes the JSON object of a page, and tells without reading the page's text whether the object has changed.
struct FeedDocument {
    let id: Int64
    /// The members that all of its pages have in common.
    private let members: [UInt8]
    private let address: String?
    private let digest: [UInt8]

    /// Goes up when the same page gets another object.
    private static let version = 2

    /// `store` names the file that the numbers of texts belong to.
    init(_ document: ArchiveDocument, publicURL: String?, store: String) {
        id = document.id
        address = publicURL.map { "\($0)/documents/\(document.id)" }
        var object = FeedObject()
        object.add(.document, document.id)
        object.add(.count, Int64(document.pageCount))
        // An engine gives titles weight, and a guessed one has its words on the page already.
        object.add(
            .title,
            document.hasGuessedTitle
                ? DocumentName(entry: document.entry, bundlePath: document.bundlePath).stem : document.title)
        object.add(.author, document.authors)
        object.add(.tags, document.tags)
        object.add(.identifier, document.identifier)
        object.add(.language, document.language.map(LanguageName.facet))
        object.add(.path, document.path)
        object.add(.rights, document.details.filter { $0.kind == .other && $0.label == "Rights" }.map(\.value))
        if let date = document.date {
            object.add(.date, date.description)
            object.add(.precision, date.precision.rawValue)
            let period = date.period
            object.add(.first, CivilInstant(secondsSinceEpoch: period.lowerBound).description)
            object.add(.last, CivilInstant(secondsSinceEpoch: period.upperBound).description)
        }
        members = object.bytes
        var hash = SHA256()
        hash.update(members)
        hash.update(Array("\n\(Self.version)\n\(store)\n\(address ?? "")\n\(document.contentHash)".utf8))
        digest = hash.digestBytes()
    }

    static func id(_ document: Int64, page: Int) -> String { "\(document)-\(page)" }

    /// Different for pages whose objects differ. A text is never changed, and its number is given once; but a restored
    /// copy of the index gives numbers again.
    func hash(_ page: IndexedPage) -> UInt64 {
        var hash = SHA256()
        hash.update(digest)
        hash.update(pageMembers(page))
        hash.update(Array("\n\(page.textID ?? 0)".utf8))
        return FeedState.hash(hash.digestBytes())
    }

    /// `feed` is the version of the feed that has the object.
    func append(_ page: IndexedPage, text: String, feed: Int64, to bytes: inout [UInt8]) {
        var object = FeedObject(bytes: bytes)
        // The array must not have two owners while it grows.
        bytes = []
        object.begin(id: Self.id(id, page: page.number))
        object.bytes += members
        object.bytes += pageMembers(page)
        if !text.isEmpty { object.add(.text, long: text) }
        object.add(.url, address.map { page.number == 0 ? $0 : "\($0)/pages/\(page.number)" })
        object.add(.feed, feed)
        object.end()
        bytes = object.bytes
    }

    private func pageMembers(_ page: IndexedPage) -> [UInt8] {
        var object = FeedObject()
        if page.number > 0 { object.add(.page, Int64(page.number)) }
        object.add(.label, page.label)
        object.add(.origin, page.origin?.rawValue)
        if let confidence = page.confidence { object.add(.confidence, share: confidence) }
        return object.bytes
    }
}

/// A JSON object that is being written. An unknown value has no member.
private struct FeedObject {
    var bytes: [UInt8] = []

    mutating func begin(id: String) {
        bytes += #"{"id":""#.utf8
        bytes += id.utf8
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func end() { bytes.append(UInt8(ascii: "}")) }

    mutating func add(_ field: FeedField, _ number: Int64) {
        name(field)
        bytes += String(number).utf8
    }

    /// From 0 to 1.
    mutating func add(_ field: FeedField, share: Double) {
        name(field)
        bytes += "\((share * 10_000).rounded() / 10_000)".utf8
    }

    mutating func add(_ field: FeedField, _ text: String?) {
        guard let text else { return }
        add(field, long: Self.cut(text))
    }

    mutating func add(_ field: FeedField, long text: String) {
        name(field)
        JSONString.append(text, to: &bytes)
    }

    mutating func add(_ field: FeedField, _ list: [String]) {
        guard !list.isEmpty else { return }
        name(field)
        for (number, text) in list.enumerated() {
            bytes.append(UInt8(ascii: number == 0 ? "[" : ","))
            JSONString.append(Self.cut(text), to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func name(_ field: FeedField) {
        bytes.append(UInt8(ascii: ","))
        bytes.append(UInt8(ascii: "\""))
        bytes += field.rawValue.utf8
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > FeedField.exactLimit else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(FeedField.exactLimit)))
    }
}

extension DocumentDate {
    /// The first and the last second.
    fileprivate var period: ClosedRange<Int> {
        let first = Int(secondsSinceEpoch)
        let day = CivilInstant(secondsSinceEpoch: first).day
        let date: CivilDate? =
            switch precision {
            case .year: CivilDate(year: day.year)
            case .month: CivilDate(year: day.year, month: day.month)
            case .day: CivilDate(year: day.year, month: day.month, day: day.day)
            case .instant: nil
            }
        return first...(date.map { max(first, $0.secondsSinceEpoch.upperBound - 1) } ?? first)
    }
}
