/// Notes, highlights and corrections of texts as W3C Web Annotations, for other programs.
extension AnnotationRecord {
    var webAnnotation: [UInt8] {
        guard let subject else { return [] }
        switch annotation.kind {
        case .note:
            let page = annotation.page > 0 ? "#page=\(annotation.page)" : ""
            return webAnnotation(
                "commenting", [Self.body(annotation.value)], source: Self.reference(subject.path) + page)
        case .highlight:
            // An unreadable value is in the line all the same.
            guard let highlight = try? StoredHighlight(annotation) else { return [] }
            let comment = highlight.comment.map { Self.body($0, purpose: "commenting") }
            let label = highlight.label.map { Self.body($0, purpose: "tagging") }
            return webAnnotation(
                comment == nil ? "highlighting" : "commenting", [comment, label].compactMap { $0 },
                source: Self.reference(subject.path),
                selector: selector(highlight.quote, regions: Self.regions(highlight)), color: highlight.color)
        case .correction:
            // An unreadable value is in the line all the same.
            guard let correction = try? StoredCorrection(annotation) else { return [] }
            return webAnnotation(
                "editing", [Self.body(correction.text)], source: Self.reference(subject.path),
                selector: selector(correction.quote))
        default: return []
        }
    }

    private func webAnnotation(
        _ motivation: String, _ bodies: [[UInt8]], source: String, selector: [UInt8]? = nil, color: String? = nil
    ) -> [UInt8] {
        var line = Self.members([
            (",\"annotation\":{\"@context\":", "http://www.w3.org/ns/anno.jsonld"),
            (",\"id\":", "urn:uuid:\(annotation.id)"), (",\"type\":", "Annotation"), (",\"motivation\":", motivation),
            (",\"created\":", Self.date(annotation.created)), (",\"modified\":", Self.date(annotation.modified)),
            (",\"creator\":{\"type\":", "Person"), (",\"name\":", annotation.author),
        ])
        line += "}".utf8
        if !bodies.isEmpty { line += ",\"body\":".utf8 + (bodies.count == 1 ? bodies[0] : Self.list(bodies)) }
        if let color {
            let style = ".highlight { background: \(color) }"
            line += Self.members([(",\"stylesheet\":{\"type\":", "CssStylesheet"), (",\"value\":", style)]) + "}".utf8
        }
        line += Self.members([(",\"target\":{\"source\":", source)])
        if color != nil { line += Self.members([(",\"styleClass\":", "highlight")]) }
        if let selector { line += ",\"selector\":".utf8 + selector }
        return line + "}}".utf8
    }

    private static func body(_ text: String, purpose: String? = nil) -> [UInt8] {
        var body = members([("{\"type\":", "TextualBody"), (",\"value\":", text), (",\"format\":", "text/plain")])
        if let purpose { body += members([(",\"purpose\":", purpose)]) }
        return body + "}".utf8
    }

    private static func list(_ parts: [[UInt8]]) -> [UInt8] {
        Array("[".utf8) + parts.joined(separator: ",".utf8) + "]".utf8
    }

    // MARK: - Selectors

    /// The page (RFC 3778, as in the model's 4.2.1), and in it the words, their position, and their boxes.
    private func selector(_ quote: TextQuote, regions: [[UInt8]] = []) -> [UInt8] {
        let words = Self.members([
            ("{\"type\":", "TextQuoteSelector"), (",\"exact\":", quote.exact), (",\"prefix\":", quote.prefix),
            (",\"suffix\":", quote.suffix),
        ])
        let position = "{\"type\":\"TextPositionSelector\",\"start\":\(quote.start),\"end\":\(quote.end)}"
        let parts = [words + "}".utf8, Array(position.utf8)] + regions
        return Self.fragment("http://tools.ietf.org/rfc/rfc3778", "page=\(annotation.page)")
            + ",\"refinedBy\":".utf8 + Self.list(parts) + "}".utf8
    }

    /// In hundredths of the page (Media Fragments URI 1.0, 4.2.2).
    private static func regions(_ highlight: StoredHighlight) -> [[UInt8]] {
        guard let width = highlight.size.first, let height = highlight.size.last, width > 0, height > 0 else {
            return []
        }
        return highlight.boxes.map { box in
            let parts = zip(box, [width, height, width, height]).map { part, whole in
                "\((part / whole * 10_000).rounded() / 100)"
            }
            let value = "xywh=percent:" + parts.joined(separator: ",")
            return fragment("http://www.w3.org/TR/media-frags/", value) + "}".utf8
        }
    }

    private static func fragment(_ standard: String, _ value: String) -> [UInt8] {
        members([("{\"type\":", "FragmentSelector"), (",\"conformsTo\":", standard), (",\"value\":", value)])
    }

    // MARK: - Values

    private static func date(_ milliseconds: Int64) -> String {
        DocumentDate(secondsSinceEpoch: milliseconds / 1000, precision: .instant).description
    }

    /// As a relative reference; other characters are percent-encoded (RFC 3987).
    private static func reference(_ path: String) -> String {
        var reference = ""
        for scalar in path.unicodeScalars {
            switch scalar {
            case "\u{0}"..."\u{20}", "\u{7F}"..."\u{A0}", "%", "#", "?", "\"", "<", ">", "\\", "^", "`", "{", "|", "}",
                "[", "]", ":":
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
