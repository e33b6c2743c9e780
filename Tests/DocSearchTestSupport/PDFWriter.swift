import Foundation

/// Writes small PDFs for tests, wrong ones too.
///
/// Text is set in Helvetica, which every reader has and PDFs need not bring along. Nothing is compressed, so that a test
/// can look into the bytes.
public struct PDFWriter: Sendable {
    /// What is wrong with the file.
    public enum Damage: Sendable {
        case none
        /// `startxref` and the offsets of the cross-reference table lead nowhere; readers have to search the objects.
        case brokenCrossReferences
        /// The file ends behind the given number of bytes.
        case truncated(bytes: Int)
        /// The object of a page, counted from 1, is a number instead of a dictionary.
        case brokenPage(Int)
    }

    public var pages: [Page]
    /// Entries of the Info dictionary, such as `Title` and `CreationDate`. Texts beyond ASCII are written as UTF-16.
    public var information: [String: String]
    /// Entries of the Info dictionary byte by byte.
    public var rawInformation: [String: [UInt8]] = [:]
    /// The labels of the first and all following pages: `1.`, `2.` when nil.
    public var labels: [Label] = []
    /// An XMP packet.
    public var metadata: String?
    /// The names of attached files, which hold nothing but the XMP packet.
    public var attachments: [String] = []
    /// Files within the PDF.
    public var files: [File] = []
    /// Objects of an outline, of which the first is its root. `{0}` stands for a reference to the first of them, `{1}` to the
    /// second and so on, and `{p1}` for the first page.
    public var outline: [String] = []
    public var damage = Damage.none

    public init(_ pages: [Page] = [], information: [String: String] = [:]) {
        self.pages = pages
        self.information = information
    }

    /// One page for each text, its lines from the top of an A4 page downwards in 12 points.
    public init(texts: [String], information: [String: String] = [:]) {
        self.init(texts.map { Page(text: $0) }, information: information)
    }

    /// A file within the PDF: in its list of files, as the parts of a portfolio are, or attached to a page from 1.
    public struct File: Sendable {
        public var name: String
        public var bytes: [UInt8]
        public var page: Int?

        public init(_ name: String, _ bytes: [UInt8], page: Int? = nil) {
            (self.name, self.bytes, self.page) = (name, bytes, page)
        }
    }

    /// How pages from an index (from 0) on are labelled, as in ISO 32000-1, 12.4.2.
    public struct Label: Sendable {
        public var firstIndex: Int
        /// `D` for 1, 2, 3; `r` for i, ii, iii; `A` for A, B, C; nil for the prefix alone.
        public var style: String?
        public var prefix: String
        public var start: Int

        public init(firstIndex: Int, style: String?, prefix: String = "", start: Int = 1) {
            self.firstIndex = firstIndex
            self.style = style
            self.prefix = prefix
            self.start = start
        }
    }

    /// The PDF.
    public var bytes: [UInt8] {
        // Objects 1 to 3 are catalog, page tree and font, 4 is the Info dictionary, 5 the XMP packet; each page takes
        // three from 6 on: page, content and image.
        var catalog = "<< /Type /Catalog /Pages 2 0 R"
        if !labels.isEmpty {
            catalog += " /PageLabels << /Nums [\(labels.map(number).joined(separator: " "))] >>"
        }
        if metadata != nil { catalog += " /Metadata 5 0 R" }
        if !attachments.isEmpty {
            let names = attachments.map { "\(string($0)) << /Type /Filespec /F \(string($0)) /EF << /F 5 0 R >> >>" }
            catalog += " /Names << /EmbeddedFiles << /Names [\(names.joined(separator: " "))] >> >>"
        }
        let firstOfOutline = 6 + 3 * pages.count
        let firstOfFiles = firstOfOutline + outline.count
        let specification = { (index: Int) in
            let name = string(files[index].name)
            return "<< /Type /Filespec /F \(name) /UF \(name) /EF << /F \(firstOfFiles + index) 0 R >> >>"
        }
        let listed = files.indices.filter { files[$0].page == nil }
        if !listed.isEmpty {
            let names = listed.map { "\(string(files[$0].name)) \(specification($0))" }
            catalog += " /Names << /EmbeddedFiles << /Names [\(names.joined(separator: " "))] >> >>"
        }
        if !outline.isEmpty { catalog += " /Outlines \(firstOfOutline) 0 R" }
        let kids = pages.indices.map { "\(6 + 3 * $0) 0 R" }.joined(separator: " ")
        let raw = rawInformation.sorted { $0.key < $1.key }.map { key, bytes in
            "/\(key) <\(bytes.map { String(format: "%02X", $0) }.joined())>"
        }
        let entries = information.sorted { $0.key < $1.key }.map { "/\($0.key) \(string($0.value))" } + raw
        var objects: [[UInt8]] = [
            Array("\(catalog) >>".utf8),
            Array("<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>".utf8),
            Array("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".utf8),
            Array("<< \(entries.joined(separator: " ")) >>".utf8),
            PDFWriter.stream("/Type /Metadata /Subtype /XML", Array((metadata ?? "").utf8)),
        ]
        for (index, page) in pages.enumerated() {
            let isBroken = if case .brokenPage(index + 1) = damage { true } else { false }
            let notes = files.indices.filter { files[$0].page == index + 1 }.map {
                "<< /Type /Annot /Subtype /FileAttachment /Rect [10 10 30 30] /FS \(specification($0)) >>"
            }
            let annotations = notes.isEmpty ? "" : " /Annots [\(notes.joined(separator: " "))]"
            let dictionary = page.dictionary(content: 7 + 3 * index, more: annotations)
            objects.append(isBroken ? Array("42".utf8) : Array(dictionary.utf8))
            objects.append(PDFWriter.stream("", page.content))
            objects.append(page.image?.object ?? Array("null".utf8))
        }
        for object in outline { objects.append(Array(referring(object, firstOfOutline).utf8)) }
        for file in files { objects.append(PDFWriter.stream("/Type /EmbeddedFile", file.bytes)) }
        return file(of: objects)
    }

    private func referring(_ object: String, _ first: Int) -> String {
        var result = ""
        var rest = object[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let name = rest[rest.index(after: start)..<end]
            let page = name.hasPrefix("p") ? Int(name.dropFirst()) : nil
            result += rest[..<start] + "\(page.map { 3 + 3 * $0 } ?? first + (Int(name) ?? 0)) 0 R"
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// Objects for ``outline``: headings with their depths, in their order. A page may be one that there is not.
    public static func outline(_ headings: [(title: String, page: Int?, depth: Int)]) -> [String] {
        /// The last heading of each depth, from the root's on.
        var path = [0]
        var (first, last, previous, next, parent) = (
            [Int: Int](), [Int: Int](), [Int: Int](), [Int: Int](), [Int: Int]()
        )
        for (index, heading) in headings.enumerated() {
            let number = index + 1
            path = Array(path.prefix(heading.depth + 1))
            let above = path[path.count - 1]
            parent[number] = above
            if let before = last[above] { (previous[number], next[before]) = (before, number) }
            first[above] = first[above] ?? number
            last[above] = number
            path.append(number)
        }
        func links(_ number: Int) -> String {
            [("First", first), ("Last", last), ("Prev", previous), ("Next", next), ("Parent", parent)]
                .compactMap { name, links in links[number].map { "/\(name) {\($0)}" } }.joined(separator: " ")
        }
        let items = headings.enumerated().map { index, heading in
            let destination = heading.page.map { " /Dest [\($0 > 0 ? "{p\($0)}" : "\($0)") /Fit]" } ?? ""
            return "<< /Title (\(escaped(heading.title))) \(links(index + 1))\(destination) >>"
        }
        return ["<< /Type /Outlines \(links(0)) >>"] + items
    }

    private func file(of objects: [[UInt8]]) -> [UInt8] {
        var result = Array("%PDF-1.4\n".utf8)
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(result.count)
            result += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
        }
        let isLost = if case .brokenCrossReferences = damage { true } else { false }
        let start = isLost ? 7 : result.count
        let rows = offsets.map { String(format: "%010d 00000 n \n", isLost ? $0 + 3 : $0) }
        result += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n\(rows.joined())".utf8)
        result += Array("trailer\n<< /Size \(objects.count + 1) /Root 1 0 R /Info 4 0 R >>\n".utf8)
        result += Array("startxref\n\(start)\n%%EOF\n".utf8)
        if case .truncated(let count) = damage { result = Array(result.prefix(count)) }
        return result
    }

    static func stream(_ entries: String, _ data: [UInt8]) -> [UInt8] {
        Array("<< \(entries) /Length \(data.count) >>\nstream\n".utf8) + data + Array("\nendstream".utf8)
    }

    private func number(_ label: Label) -> String {
        let style = label.style.map { "/S /\($0) " } ?? ""
        return "\(label.firstIndex) << \(style)/P \(string(label.prefix)) /St \(label.start) >>"
    }

    private func string(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return "(\(PDFWriter.escaped(text)))" }
        let units = Array(text.utf16)
        return "<FEFF\(units.map { String(format: "%04X", $0) }.joined())>"
    }

    static func escaped(_ text: String) -> String {
        text.map { "\\()".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
