/// Tells by the names in a folder whether it is a candidate for a bundle of its own, which is not searched for others.
/// Nothing is opened: a reader finds out what it really is.
package struct MarkerFiles {
    /// As far as listing the folder tells.
    package enum Entry { case file, folder, symbolicLink, unknown }

    /// One name was enough.
    private var isMarked = false
    /// Names that count only together with others.
    private var parts: Set<String> = []
    private var describedItems: Set<[UInt8]> = []
    private var listedItems: Set<[UInt8]> = []
    private var folders: Set<String> = []
    private var hasHOCR = false
    /// Library packages call METS documents by numbers.
    private var hasNumberedXML = false
    private var hasBundles = false
    private var hasPDF = false
    /// A person filled a folder with other folders or bundles, and reading it as a `.yianazip` would lose them.
    private var hasOnlyYianas = true

    private static let partNames = [
        BundleNames.itemDescription, BundleNames.itemContents, BundleNames.exportManifest, BundleNames.exportMetadata,
        BundleNames.exportVersion, BundleNames.yianaFormat, BundleNames.bagInfo,
    ]
    private static let folderNames = BundleNames.packageFolders + [BundleNames.bagPayload, BundleNames.exportOriginals]
    /// There are many other manifests.
    private static let algorithms = ["md", "sha", "blake", "b2", "crc"]
    private static let yianaNames = [BundleNames.yianaMetadata, BundleNames.yianaContent, BundleNames.yianaFormat]

    package init() {}

    package mutating func add(_ name: ArraySlice<UInt8>, kind: NameKind, entry: Entry) {
        if hasOnlyYianas { hasOnlyYianas = Self.mayBeYianas(name, kind: kind, entry: entry) }
        if entry == .folder || entry == .unknown,
            let folder = Self.folderNames.first(where: { name.elementsEqual($0.utf8) })
        {
            folders.insert(folder)
        }
        guard !isMarked, entry != .folder else { return }
        if kind == .pdf { hasPDF = true }
        if kind.isBundle { hasBundles = true }
        guard kind == .companion || kind == .marker else { return }
        if let part = Self.partNames.first(where: { name.elementsEqual($0.utf8) }) { parts.insert(part) }
        if name.elementsEqual(BundleNames.bagDeclaration.utf8) || name.elementsEqual(BundleNames.objectInventory.utf8)
            || name.starts(with: BundleNames.objectDeclaration.utf8) || Self.isManifest(name)
        {
            isMarked = true
        }
        // The name's kind ensures a point before an extension of this length, and that HTML is marked as hOCR.
        let end = name.suffix(4).map { $0 | 0x20 }
        if ["hocr", "html", ".htm"].contains(where: { end.elementsEqual($0.utf8) }) { hasHOCR = true }
        guard end.dropFirst().elementsEqual("xml".utf8) else { return }
        let small = name.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
        if small.elementsEqual(BundleNames.comicInfo.lowercased().utf8) || Self.isMETS(small)
            || small.elementsEqual(BundleNames.metsManifest.utf8)
        {
            isMarked = true
        }
        if Self.isNumbered(small) { hasNumberedXML = true }
        if let item = Self.item(name, BundleNames.archiveDescription) { describedItems.insert(item) }
        if let item = Self.item(name, BundleNames.archiveFiles) { listedItems.insert(item) }
    }

    package var areOfABundle: Bool {
        isMarked || parts.isSuperset(of: [BundleNames.itemDescription, BundleNames.itemContents])
            || parts.isSuperset(of: [BundleNames.exportManifest, BundleNames.exportMetadata])
            || parts.contains(BundleNames.bagInfo) && folders.contains(BundleNames.bagPayload)
            || folders.isSuperset(of: BundleNames.packageFolders) || !describedItems.isDisjoint(with: listedItems)
            || (hasHOCR && !hasPDF) || (hasNumberedXML && !hasBundles)
            // The only PDF allowed here is the content.
            || hasOnlyYianas && parts.contains(BundleNames.yianaMetadata)
                && (hasPDF || parts.contains(BundleNames.yianaFormat))
    }

    /// An export of Paperless-ngx without the file that newer versions add. Its manifest has a name that many others have, so
    /// its beginning decides.
    package var mayBeExport: Bool {
        parts.contains(BundleNames.exportManifest)
            && (hasPDF || parts.contains(BundleNames.exportVersion) || folders.contains(BundleNames.exportOriginals))
    }

    private static func mayBeYianas(_ name: ArraySlice<UInt8>, kind: NameKind, entry: Entry) -> Bool {
        yianaNames.contains { name.elementsEqual($0.utf8) }
            ? entry != .folder && entry != .symbolicLink : entry == .file && !kind.isBundle
    }

    private static func isManifest(_ name: ArraySlice<UInt8>) -> Bool {
        let own = name.starts(with: "tag".utf8) ? name.dropFirst(3) : name
        let prefix = BundleNames.bagManifest.utf8
        guard own.starts(with: prefix), name.suffix(4).elementsEqual(".txt".utf8) else { return false }
        return algorithms.contains { own.dropFirst(prefix.count).starts(with: $0.utf8) }
    }

    private static func isMETS(_ name: [UInt8]) -> Bool {
        name.indices.contains { name[$0...].starts(with: BundleNames.mets.utf8) }
    }

    /// A number such as a PPN: digits, the last perhaps an X. Shorter numbers are page numbers.
    private static func isNumbered(_ name: [UInt8]) -> Bool {
        let stem = name.dropLast(".xml".utf8.count)
        let isDigit: (UInt8) -> Bool = { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return stem.count >= 8 && stem.dropLast().allSatisfy(isDigit)
            && stem.last.map { isDigit($0) || $0 == UInt8(ascii: "x") } ?? false
    }

    private static func item(_ name: ArraySlice<UInt8>, _ end: String) -> [UInt8]? {
        name.suffix(end.utf8.count).elementsEqual(end.utf8) ? Array(name.dropLast(end.utf8.count)) : nil
    }
}
