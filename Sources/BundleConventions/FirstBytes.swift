/// For files whose names do not tell: from a CD (`0002.PDF;1`), an old system (`0001`), a program without extensions
/// (`Inbox`), or a mail program that calls everything data (`note.dat`).
///
/// Compressed files do not count as archives, nor do zips that belong to an office program, an app store or an
/// e-reader.
package enum FirstBytes {
    /// Enough for the header fields of most mails, and for a PDF's header wherever it may be.
    package static let count = 4096

    /// Nil for files that docsearch does not read. A name with the extension of a format that only starts like another
    /// is believed.
    package static func type(of head: [UInt8], named name: some StringProtocol) -> FileType? {
        let ending = String(name.prefix(512)).fileEnding.dropFirst().lowercased()
        return likeOthers.contains(ending) ? nil : type(of: head)
    }

    package static func isUnfinished(named name: some StringProtocol) -> Bool {
        name.hasSuffix("~") || unfinished.contains(String(name.suffix(16)).fileEnding.dropFirst().lowercased())
    }

    private static let unfinished: Set<String> = [
        "part", "partial", "filepart", "crdownload", "download", "tmp", "bak", "swp",
    ]

    /// An HTML page may lack its first tags.
    package static func isOfHTML(_ name: String) -> Bool {
        ["html", "head", "body", "h1", "center", "title", "p"].contains(name.lowercased())
    }

    package static func mentionsHOCR(_ head: [UInt8]) -> Bool {
        ["ocr_page", "ocrx_page", "ocr-system"].contains { holds(Array($0.utf8), head[...]) }
    }

    /// The dump of a Django database, as Paperless-ngx has it.
    package static func isDatabaseDump(_ head: [UInt8]) -> Bool {
        head.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "[")
            && holds(Array("\"model\"".utf8), head[...]) && holds(Array("\"pk\"".utf8), head[...])
    }

    /// In an encoding that contains ASCII.
    package static func rootName(_ head: [UInt8]) -> String? {
        var rest = head[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            if rest.starts(with: "!--".utf8) {
                guard let end = rest.indices.first(where: { rest[$0...].starts(with: "-->".utf8) }) else { return nil }
                rest = rest[end...]
            } else if let first = rest.first, first != UInt8(ascii: "!"), first != UInt8(ascii: "?") {
                let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
                return name.split(separator: UInt8(ascii: ":")).last.map { String(decoding: $0, as: UTF8.self) }
            }
        }
        return nil
    }

    private static func type(of head: [UInt8]) -> FileType? {
        if let found = signatures.first(where: { head.starts(with: $0.bytes) }) { return found.type }
        if isZip(head) { return isProgramsOwn(head) ? nil : .zip }
        if isTar(head) { return .tar }
        // A mail may mention a PDF, or have one in it as it is.
        return mailType(of: head) ?? (isPDF(head) ? .pdf : nil)
    }

    /// At the start, or within the first 1024 bytes (ISO 32000, annex H) with an object behind it: a text may mention
    /// such a header.
    package static func isPDF(_ head: [UInt8]) -> Bool {
        let header = Array("%PDF-".utf8)
        guard let start = head.indices.prefix(1024).first(where: { head[$0...].starts(with: header) })
        else { return false }
        return head[..<start].allSatisfy { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) } || hasObject(head[start...])
    }

    private static func hasObject(_ bytes: ArraySlice<UInt8>) -> Bool {
        let word = Array(" obj".utf8)
        return bytes.indices.dropFirst().contains { index in
            guard bytes[index] == word[0], (0x30...0x39).contains(bytes[index - 1]), bytes[index...].starts(with: word)
            else { return false }
            // Not `10 objects`.
            return bytes.dropFirst(index + word.count - bytes.startIndex).first.map { !(0x61...0x7A).contains($0) }
                ?? true
        }
    }

    private static let signatures: [(type: FileType, bytes: [UInt8])] = [
        (.tif, [0x49, 0x49, 0x2A, 0x00]), (.tif, [0x4D, 0x4D, 0x00, 0x2A]), (.tif, [0x49, 0x49, 0x2B, 0x00]),
        (.tif, [0x4D, 0x4D, 0x00, 0x2B]), (.jpg, [0xFF, 0xD8, 0xFF]),
        (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        (.jp2, [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]), (.jp2, [0xFF, 0x4F, 0xFF, 0x51]),
        (.sevenZip, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]), (.tnef, [0x78, 0x9F, 0x3E, 0x22]),
    ]

    /// Formats that are zips or TIFFs inside, and patches, which begin like a mailbox.
    private static let likeOthers: Set<String> = [
        "docx", "docm", "dotx", "xlsx", "xlsm", "xltx", "xlsb", "pptx", "pptm", "ppsx", "potx", "vsdx", "odt", "ott",
        "ods", "odp", "odg", "odf", "odb", "epub", "jar", "war", "ear", "apk", "aab", "ipa", "xpi", "crx", "whl", "egg",
        "nupkg", "vsix", "kmz", "idml", "sketch", "pages", "numbers", "key", "3mf", "mmap", "xmind", "qgz", "npz",
        "cr2", "nef", "dng", "arw", "pef", "srw", "nrw", "3fr", "erf", "mrw", "patch", "diff",
    ]

    private static func isZip(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x50, 0x4B, 0x03, 0x04])
    }

    private static func isProgramsOwn(_ head: [UInt8]) -> Bool {
        guard head.count > 30 else { return true }
        let count = Int(head[26]) | Int(head[27]) << 8
        let name = String(decoding: head[30...].prefix(count), as: UTF8.self)
        return ["[Content_Types].xml", "mimetype", "AndroidManifest.xml", "classes.dex"].contains(name)
            || ["_rels/", "docProps/", "word/", "xl/", "ppt/", "META-INF/"].contains { name.hasPrefix($0) }
    }

    /// POSIX.1-1988, ustar.
    private static func isTar(_ head: [UInt8]) -> Bool {
        let (block, field) = (512, 148..<156)
        guard head.count >= block, head[0] != 0, head[257..<262].elementsEqual("ustar".utf8) else { return false }
        let digits = head[field].drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
        guard !digits.isEmpty, let stated = Int(String(decoding: digits, as: UTF8.self), radix: 8) else { return false }
        return (0..<block).reduce(0) { $0 + (field.contains($1) ? 0x20 : Int(head[$1])) } == stated
    }

    private static func holds(_ pattern: [UInt8], _ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.indices.contains { bytes[$0] == pattern[0] && bytes[$0...].starts(with: pattern) }
    }

    private static func mailType(of head: [UInt8]) -> FileType? {
        let rest = head.drop { $0 == 0x0A || $0 == 0x0D }
        if MailLine.isSeparator(rest) {
            guard let end = rest.firstIndex(of: 0x0A), MailLine.hasTime(rest[..<end]),
                MailShape(of: rest[(end + 1)...]).isMessageInMailbox
            else { return nil }
            return .mbox
        }
        return MailShape(of: head[...]).isMessage ? .eml : nil
    }
}
