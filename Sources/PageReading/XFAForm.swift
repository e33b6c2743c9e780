internal import ExtractionProtocol
internal import Markup

/// A form in XML within a PDF (XFA 3.3; ISO 32000-1, 12.7.8): what its fields are called, and what was filled in.
package struct XFAForm: Sendable, Equatable {
    /// What is printed on the form apart from its fields.
    var labels: [String] = []
    /// The fields with a value, in the order of the data; `caption` is nil where the form gives none.
    var values: [Value] = []

    struct Value: Sendable, Equatable {
        var caption: String?
        var text: String
    }

    /// What a person would see.
    var text: String {
        (labels + values.map { [$0.caption, $0.text].compactMap { $0 }.joined(separator: ": ") }).joined(
            separator: "\n")
    }

    /// Whether the PDF says that its pages are not what people are to see.
    private(set) var needsRendering = false

    /// Why there is no form.
    enum Failure: Error, Equatable { case noForm, unreadable }

    /// Throws ``Failure``.
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
        // The packets are pieces of one document, but some programs leave its first and last line out.
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
        // What is not well-formed is said to be unreadable by the caller.
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
    /// What is to be read of a page of a form that only a viewer for XFA would show: the form instead of a notice to wait
    /// for it, or both where that is not certain; nil when there is no such form. `text` is what stands on the page.
    /// Throws ``PageReadingError`` (`unsupported`) when there is only the notice.
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
            // The words of a form that is printed on the page are those of its description.
            let isShown = own.isEmpty || 2 * words.intersection(own).count >= words.count
            return try isShown || page(1).hasFields ? nil : text + "\n" + form.text
        } catch is XFAForm.Failure {
            if isNotice { throw Self.unreadable }
            return nil
        }
    }

    /// Values of a form in XML that are in none of the form's fields.
    func formValues(besides fields: Set<String>) -> [String] {
        // What cannot be read is what the fields of the page say anyway.
        guard let form = try? withBytes({ try XFAForm($0) }) else { return [] }
        return form.values.filter { !fields.contains($0.text) }
            .map { [$0.caption, $0.text].compactMap { $0 }.joined(separator: ": ") }
    }

    /// The notice that Adobe's programs put there.
    private static func isNotice(_ text: String) -> Bool {
        let words = text.split { !$0.isLetter }.map { $0.lowercased() }.joined(separator: " ")
        return words.hasPrefix("please wait")
            && words.contains("not eventually replaced by the proper contents of the document")
    }

    private static let unreadable = PageReadingError(
        .unsupported,
        "the page only asks to wait for a form (XFA) that cannot be read here; open it in Adobe Reader and print it to a PDF"
    )
    /// Bytes.
    private static let longestNotice = 4000
}
