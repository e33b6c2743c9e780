/// Notes and highlights in the form of the W3C Web Annotation Data Model, for other programs.
extension DecisionRecord {
    /// The member of an export's line, with its comma; nothing for other kinds.
    var annotation: [UInt8] {
        guard let subject else { return [] }
        switch decision.kind {
        case .note:
            return annotation(
                "commenting", [Self.body(decision.value)], source: Self.reference(subject.path) + page, selector: nil)
        case .highlight:
            // What cannot be read is in the line all the same.
            guard let highlight = try? StoredHighlight(decision) else { return [] }
            let bodies =
                [
                    highlight.comment.map { Self.body($0, purpose: "commenting") },
                    highlight.label.map { Self.body($0, purpose: "tagging") },
                ].compactMap { $0 }
            return annotation(
                highlight.comment == nil ? "highlighting" : "commenting", bodies,
                source: Self.reference(subject.path), selector: selector(highlight), color: highlight.color)
        default: return []
        }
    }

    private var page: String { decision.page > 0 ? "#page=\(decision.page)" : "" }

    private func annotation(
        _ motivation: String, _ bodies: [[UInt8]], source: String, selector: [UInt8]?, color: String? = nil
    ) -> [UInt8] {
        var line: [UInt8] = []
        Self.add(
            [
                (",\"annotation\":{\"@context\":", "http://www.w3.org/ns/anno.jsonld"),
                (",\"id\":", "urn:uuid:\(decision.id)"), (",\"type\":", "Annotation"),
                (",\"motivation\":", motivation),
                (",\"created\":", Self.date(decision.created)), (",\"modified\":", Self.date(decision.modified)),
                (",\"creator\":{\"type\":", "Person"), (",\"name\":", decision.author),
            ], to: &line)
        line += "}".utf8
        if !bodies.isEmpty {
            line += ",\"body\":".utf8 + (bodies.count == 1 ? bodies[0] : Self.list(bodies))
        }
        if let color {
            Self.add(
                [
                    (",\"stylesheet\":{\"type\":", "CssStylesheet"),
                    (",\"value\":", ".highlight { background: \(color) }"),
                ], to: &line)
            line += "}".utf8
        }
        Self.add([(",\"target\":{\"source\":", source)], to: &line)
        if color != nil { Self.add([(",\"styleClass\":", "highlight")], to: &line) }
        if let selector { line += ",\"selector\":".utf8 + selector }
        return line + "}}".utf8
    }

    private static func body(_ text: String, purpose: String? = nil) -> [UInt8] {
        var body: [UInt8] = []
        add([("{\"type\":", "TextualBody"), (",\"value\":", text), (",\"format\":", "text/plain")], to: &body)
        if let purpose { add([(",\"purpose\":", purpose)], to: &body) }
        return body + "}".utf8
    }

    private static func list(_ parts: [[UInt8]]) -> [UInt8] {
        Array("[".utf8) + parts.joined(separator: ",".utf8) + "]".utf8
    }

    // MARK: - Selectors

    /// The page (RFC 3778, as the model's 4.2.1 has it), and in it the words, their position, and their boxes.
    private func selector(_ highlight: StoredHighlight) -> [UInt8] {
        let quote = highlight.quote
        var words: [UInt8] = []
        Self.add(
            [
                ("{\"type\":", "TextQuoteSelector"), (",\"exact\":", quote.exact), (",\"prefix\":", quote.prefix),
                (",\"suffix\":", quote.suffix),
            ], to: &words)
        let position = "{\"type\":\"TextPositionSelector\",\"start\":\(quote.start),\"end\":\(quote.end)}"
        let parts = [words + "}".utf8, Array(position.utf8)] + Self.regions(highlight)
        var selector: [UInt8] = []
        Self.add(
            [
                ("{\"type\":", "FragmentSelector"), (",\"conformsTo\":", "http://tools.ietf.org/rfc/rfc3778"),
                (",\"value\":", "page=\(decision.page)"),
            ], to: &selector)
        return selector + ",\"refinedBy\":".utf8 + Self.list(parts) + "}".utf8
    }

    /// A box for each line, in hundredths of the page (Media Fragments URI 1.0, 4.2.2).
    private static func regions(_ highlight: StoredHighlight) -> [[UInt8]] {
        guard let width = highlight.size.first, let height = highlight.size.last, width > 0, height > 0 else {
            return []
        }
        return highlight.boxes.map { box in
            let parts = zip(box, [width, height, width, height]).map { part, whole in
                "\((part / whole * 10_000).rounded() / 100)"
            }
            var selector: [UInt8] = []
            add(
                [
                    ("{\"type\":", "FragmentSelector"), (",\"conformsTo\":", "http://www.w3.org/TR/media-frags/"),
                    (",\"value\":", "xywh=percent:" + parts.joined(separator: ",")),
                ], to: &selector)
            return selector + "}".utf8
        }
    }

    // MARK: - Values

    private static func date(_ milliseconds: Int64) -> String {
        DocumentDate(secondsSinceEpoch: milliseconds / 1000, precision: .instant).description
    }

    /// A path form as a relative reference: what no such reference may have is written in percent (RFC 3987).
    private static func reference(_ path: String) -> String {
        var reference = ""
        for scalar in path.unicodeScalars {
            switch scalar {
            case "\u{0}"..."\u{20}", "\u{7F}"..."\u{A0}", "%", "#", "?", "\"", "<", ">", "\\", "^", "`", "{", "|", "}",
                "[",
                "]", ":":
                for byte in String(scalar).utf8 {
                    let digits = String(byte, radix: 16, uppercase: true)
                    reference += "%" + (digits.count < 2 ? "0" : "") + digits
                }
            default: reference.unicodeScalars.append(scalar)
            }
        }
        return reference
    }
}
