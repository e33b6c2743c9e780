internal import ExtractionProtocol
internal import Markup

/// An XML form within a PDF (XFA 3.3; ISO 32000-1, 12.7.8): its labels and the values of its fields.
package struct XFAForm: Sendable, Equatable {
    var labels: [String] = []
    var values: [Value] = []

    struct Value: Sendable, Equatable {
        var caption: String?
        var text: String

        var line: String { [caption, text].compactMap { $0 }.joined(separator: ": ") }
    }

    var text: String { (labels + values.map(\.line)).joined(separator: "\n") }

    /// The PDF says that its pages are not for display.
    private(set) var needsRendering = false

    enum Failure: Error, Equatable { case noForm, unreadable }

    init(_ pdf: UnsafeRawBufferPointer) throws {
        let objects = ObjectBytes(pdf)
        guard
            let entry = objects.lastValue(
                of: "/XFA", where: { $0.first.map { !$0.isLetter && !$0.isNumber || $0 == " " } ?? false })
        else { throw Failure.noForm }
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
        for leaf in parts("datasets").flatMap({ $0.all("data") }).flatMap({ $0.descendants { $0.children.isEmpty } }) {
            guard values.count < Self.mostValues, !leaf.text.isEmpty else { continue }
            values.append(Value(caption: captions[leaf.name], text: leaf.text))
            used.insert(leaf.name)
        }
        labels += order.filter { !used.contains($0) }.compactMap { captions[$0] }
    }
}

extension PDFDocument {
    /// Replaces the notice to wait for a form that only an XFA viewer would show, or completes the page's text where
    /// that is uncertain. Nil without such a form. Throws (`unsupported`) when there is only the notice.
    package func formText(onPageWith text: String) throws -> String? {
        guard pageCount <= 2, !text.isEmpty, text.utf8.count <= Self.longestNotice else { return nil }
        let isNotice = Self.isNotice(text)
        do {
            let form = try withBytes { try XFAForm($0) }
            if isNotice || form.needsRendering {
                guard !form.text.isEmpty else { throw Self.unreadable }
                return form.text
            }
            let words = Set(text.split { !$0.isLetter }.map { $0.lowercased() })
            let own = Set(form.text.split { !$0.isLetter }.map { $0.lowercased() })
            // A form printed on the page has the words of its description.
            let isShown = own.isEmpty || 2 * words.intersection(own).count >= words.count
            return try isShown || page(1).hasFields ? nil : text + "\n" + form.text
        } catch is XFAForm.Failure {
            if isNotice { throw Self.unreadable }
            return nil
        }
    }

    func formValues(besides fields: Set<String>) -> [String] {
        // Without the XML form, the fields of the page still have their values.
        guard let form = try? withBytes({ try XFAForm($0) }) else { return [] }
        return form.values.filter { !fields.contains($0.text) }.map(\.line)
    }

    private static func isNotice(_ text: String) -> Bool {
        let words = text.split { !$0.isLetter }.map { $0.lowercased() }.joined(separator: " ")
        return words.hasPrefix("please wait")
            && words.contains("not eventually replaced by the proper contents of the document")
    }

    private static let unreadable = PageReadingError(
        .unsupported,
        "the page only asks to wait for a form (XFA) that cannot be read here; open it in Adobe Reader and print it to a PDF"
    )
    /// In bytes.
    private static let longestNotice = 4000
}
