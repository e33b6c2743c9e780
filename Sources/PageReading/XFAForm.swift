internal import ExtractionProtocol
internal import Markup

/// An XML form within a PDF (XFA 3.3; ISO 32000-1, 12.7.8): its labels and the values of its fields.
package struct XFAForm: Sendable, Equatable {
    /// The form's text outside its fields.
    var labels: [String] = []
    /// Fields with a value, in data order; `caption` is nil where the form has none.
    var values: [Value] = []

    struct Value: Sendable, Equatable {
        var caption: String?
        var text: String

        var line: String { [caption, text].compactMap { $0 }.joined(separator: ": ") }
    }

    /// The form as a person would read it.
    var text: String {
        (labels + values.map(\.line)).joined(separator: "\n")
    }

    /// The PDF says that its pages are not for display.
    private(set) var needsRendering = false

    /// An `encrypted` PDF may have a form.
    enum Failure: Error, Equatable { case noForm, encrypted, unreadable }

    /// Throws ``Failure``.
    init(_ pdf: UnsafeRawBufferPointer) throws {
        let objects = ObjectBytes(pdf)
        guard
            let entry = objects.lastValue(
                of: "/XFA", where: { $0.first.map { !$0.isLetter && !$0.isNumber || $0 == " " } ?? false })
        else { throw objects.lastValue(of: "/Encrypt") == nil ? Failure.noForm : .encrypted }
        let packets = Self.packets(entry, objects)
        guard !packets.isEmpty else { throw Failure.unreadable }
        var contents: [(name: String, bytes: [UInt8])] = []
        var left = Self.mostBytes
        for packet in packets.prefix(Self.mostPackets) {
            guard let bytes = objects.contents(packet.number, left: &left) else {
                if Self.isNeeded(packet.name) { throw Failure.unreadable }
                continue
            }
            contents.append((packet.name, bytes))
        }
        // The packets are parts of one document, but some programs omit its first and last line.
        let roots: [MarkupElement]
        if let whole = Self.parse(contents.flatMap(\.bytes)) {
            roots = [whole]
        } else {
            roots = contents.filter { Self.isNeeded($0.name) }.compactMap { Self.parse($0.bytes) }
        }
        guard !roots.isEmpty else { throw Failure.unreadable }
        read(roots)
        needsRendering = objects.lastValue(of: "/NeedsRendering")?.drop { $0 == " " }.hasPrefix("true") ?? false
    }

    private static let mostPackets = 100
    private static let mostBytes = 32 << 20
    private static let mostValues = 10_000

    private static func isNeeded(_ packet: String) -> Bool { ["", "template", "datasets"].contains(packet) }

    private static func parse(_ bytes: [UInt8]) -> MarkupElement? {
        var limits = ExtractionLimits()
        limits.markupBytes = mostBytes
        // The caller reports XML that is not well-formed as unreadable.
        return try? MarkupTree.parse(bytes, as: .xml, limits: limits, maximumElements: 500_000)
    }

    /// One stream, or a list of names and streams, which may be an object of its own.
    private static func packets(_ entry: String, _ objects: ObjectBytes) -> [(name: String, number: Int)] {
        let entry = entry.drop { $0.isWhitespace }
        if entry.first == "[" { return ObjectBytes.references(in: entry.dropFirst()) }
        guard let reference = ObjectBytes.references(in: entry).first else { return [] }
        if let list = objects.object(reference.number)?.drop(while: \.isWhitespace), list.first == "[" {
            return ObjectBytes.references(in: list.dropFirst())
        }
        return [("", reference.number)]
    }

    private mutating func read(_ roots: [MarkupElement]) {
        func parts(_ name: String) -> [MarkupElement] {
            roots.flatMap { ($0.name == name ? [$0] : []) + $0.descendants(name) }
        }
        var captions: [String: String] = [:]
        var order: [String] = []
        for field in parts("template").flatMap({ $0.descendants { ["field", "exclGroup"].contains($0.name) } }) {
            guard let name = field["name"], let caption = field.first("caption")?.text, !caption.isEmpty else {
                continue
            }
            if captions.updateValue(caption, forKey: name) == nil { order.append(name) }
        }
        labels = parts("template").flatMap { $0.descendants("draw") }.compactMap { $0.first("value")?.text }
            .filter { !$0.isEmpty }
        var used: Set<String> = []
        for (name, text) in parts("datasets").flatMap({ $0.all("data") }).flatMap(Self.data) {
            guard values.count < Self.mostValues else { break }
            values.append(Value(caption: captions[name], text: text))
            used.insert(name)
        }
        labels += order.filter { !used.contains($0) }.compactMap { captions[$0] }
    }

    /// The values of the form's data (XFA 3.3, 4.2): in elements without others, in XHTML, or in attributes.
    private static func data(_ root: MarkupElement) -> [(name: String, text: String)] {
        var found: [(name: String, text: String)] = []
        // Without recursion: data may be nested without end.
        var left = [root]
        while let element = left.popLast() {
            for (name, text) in element.attributes.sorted(by: { $0.key < $1.key })
            where !notData.contains(name) && text.contains(where: { !$0.isWhitespace }) { found.append((name, text)) }
            if element.children.isEmpty || element.first("body") != nil {
                if !element.text.isEmpty { found.append((element.name, element.text)) }
            } else {
                left += element.children.reversed()
            }
        }
        return found
    }

    /// Attributes of XFA itself and of XML.
    private static let notData: Set<String> = [
        "dataNode", "contentType", "transferEncoding", "href", "maxLength", "xmlns", "nil", "type", "lang", "space",
        "schemaLocation", "noNamespaceSchemaLocation", "dataDescription",
    ]
}

extension PDFDocument {
    /// The text of a page whose form only an XFA viewer would show: the form in place of a notice to wait for it, or of a
    /// blank page; its values behind a page that shows only its labels; or both where that is uncertain. Nil without such
    /// a form. `text` is the page's own. A notice on a second page becomes an empty text. Throws ``PageReadingError``
    /// (`unsupported`) when there is only the notice.
    package func formText(on number: Int = 1, with text: String, isBlank: Bool = false) throws -> String? {
        guard number <= 2, pageCount <= 2, isBlank ? pageCount == 1 : !text.isEmpty,
            text.utf8.count <= Self.longestNotice
        else { return nil }
        let isNotice = Self.isNotice(text)
        do {
            let form = try withBytes { try XFAForm($0) }
            let words = Self.words(text)
            let own = Self.words(form.text)
            // A form printed on the page has the words of its description.
            let printed = words.filter { $0.contains(where: \.isLetter) }
            let isShown = !isBlank && (own.isEmpty || 2 * printed.intersection(own).count >= printed.count)
            if try isNotice || number == 1 && form.needsRendering
                || Self.namesViewer(text) && (own.isEmpty || !isShown) && !page(number).hasFields
            {
                guard !form.text.isEmpty else { throw Self.unreadable }
                return number == 1 ? form.text : ""
            }
            guard number == 1, try !page(1).hasFields else { return nil }
            if isBlank { return form.text.isEmpty ? nil : form.text }
            if !isShown { return text + "\n" + form.text }
            let lost = form.values.filter { !Self.words($0.text).isSubset(of: words) }
            return lost.isEmpty ? nil : text + "\n" + lost.map(\.line).joined(separator: "\n")
        } catch let failure as XFAForm.Failure {
            // Without its objects an encrypted PDF does not say whether there is a form.
            let isForm = failure == .unreadable && (isBlank || Self.namesViewer(text))
            if try isNotice || failure == .encrypted && Self.leadsToViewer(text) || isForm && !page(number).hasFields {
                throw Self.unreadable
            }
            return nil
        }
    }

    func formValues(besides fields: Set<String>) -> [String] {
        // Without the XML form, the fields of the page still have their values.
        guard let form = try? withBytes({ try XFAForm($0) }) else { return [] }
        return form.values.filter { !fields.contains($0.text) }.map(\.line)
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() })
    }

    /// Detects the notice that Adobe's programs write in English.
    private static func isNotice(_ text: String) -> Bool {
        let words = text.split { !$0.isLetter }.map { $0.lowercased() }.joined(separator: " ")
        return words.hasPrefix("please wait")
            && words.contains("not eventually replaced by the proper contents of the document")
    }

    /// True of notices in all languages: they say with which program the form opens.
    private static func namesViewer(_ text: String) -> Bool {
        let small = text.lowercased()
        return small.contains("adobe") && (small.contains("reader") || small.contains("acrobat"))
    }

    /// The same, with the address that Adobe's own notices give.
    private static func leadsToViewer(_ text: String) -> Bool {
        let small = text.lowercased()
        return small.contains("adobe.com/")
            && ["go/reader", "go/acrreader", "readstep", "get.adobe.com/reader"].contains { small.contains($0) }
    }

    private static let unreadable = PageReadingError(
        .unsupported,
        "the page has nothing but a form (XFA) that cannot be read here; open it in Adobe Reader and print it to a PDF"
    )
    /// In bytes.
    private static let longestNotice = 4000
}
