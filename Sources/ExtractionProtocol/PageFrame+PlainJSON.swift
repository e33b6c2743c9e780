import Foundation

/// For the two frames of which there is one for each page of text: the JSON that Foundation's coder would write, but
/// for the order of members.
extension StartingFrame {
    var plainJSON: [UInt8] {
        var json = PlainJSONWriter(textBytes: address.entry.utf8.count)
        json.write("{\"stage\":")
        json.write(text: stage.rawValue)
        json.write(",\"address\":{\"entry\":")
        json.write(text: address.entry)
        json.write(",\"page\":")
        json.write(address.page)
        json.write("}}")
        return json.bytes
    }

    /// Nil for JSON of another form.
    init?(plainJSON payload: Data) {
        let frame = payload.withUnsafeBytes { bytes -> StartingFrame? in
            var json = PlainJSONReader(bytes)
            guard json.take("{\"stage\":"), let stage = json.text().flatMap(ExtractionStage.init),
                json.take(",\"address\":{\"entry\":"), let entry = json.text(), json.take(",\"page\":"),
                let page = json.number(), json.take("}}"), json.isAtEnd
            else { return nil }
            return StartingFrame(stage: stage, address: PageAddress(entry: entry, page: page))
        }
        guard let frame else { return nil }
        self = frame
    }
}

extension PageFrame {
    /// Nil for recognised text, which has more to it.
    var plainJSON: [UInt8]? {
        guard words.isEmpty, confidence == nil, imageHash == nil else { return nil }
        var json = PlainJSONWriter(textBytes: text.utf8.count + entry.utf8.count)
        json.write("{\"entry\":")
        json.write(text: entry)
        json.write(",\"page\":")
        json.write(page)
        if let label {
            json.write(",\"label\":")
            json.write(text: label)
        }
        json.write(",\"width\":")
        guard json.write(width) else { return nil }
        json.write(",\"height\":")
        guard json.write(height) else { return nil }
        json.write(",\"text\":")
        json.write(text: text)
        json.write(",\"origin\":")
        json.write(text: origin.rawValue)
        json.write(",\"verdict\":")
        json.write(text: verdict.rawValue)
        if let layer {
            json.write(",\"layer\":")
            json.write(text: layer.rawValue)
        }
        json.write(",\"reasons\":[")
        for (index, reason) in reasons.enumerated() {
            if index > 0 { json.write(",") }
            json.write(text: reason)
        }
        json.write(isTruncated ? "],\"words\":[],\"isTruncated\":true}" : "],\"words\":[],\"isTruncated\":false}")
        return json.bytes
    }

    init?(plainJSON payload: Data) {
        let frame = payload.withUnsafeBytes { bytes -> PageFrame? in
            var json = PlainJSONReader(bytes)
            guard json.take("{\"entry\":"), let entry = json.text(), json.take(",\"page\":"), let page = json.number()
            else { return nil }
            var label: String?
            if json.take(",\"label\":") {
                guard let text = json.text() else { return nil }
                label = text
            }
            guard json.take(",\"width\":"), let width = json.fraction(), json.take(",\"height\":"),
                let height = json.fraction(), json.take(",\"text\":"), let text = json.text(),
                json.take(",\"origin\":"), let origin = json.text().flatMap(TextOrigin.init),
                json.take(",\"verdict\":"), let verdict = json.text().flatMap(TextLayerVerdict.init)
            else { return nil }
            var layer: TextLayerKind?
            if json.take(",\"layer\":") {
                guard let kind = json.text().flatMap(TextLayerKind.init) else { return nil }
                layer = kind
            }
            guard json.take(",\"reasons\":["), let reasons = Self.texts(&json), json.take("],\"words\":[]") else {
                return nil
            }
            let isTruncated = json.take(",\"isTruncated\":true}")
            guard isTruncated || json.take(",\"isTruncated\":false}"), json.isAtEnd else { return nil }
            return PageFrame(
                entry: entry, page: page, label: label, width: width, height: height, text: text, origin: origin,
                verdict: verdict, layer: layer, reasons: reasons, isTruncated: isTruncated)
        }
        guard let frame else { return nil }
        self = frame
    }

    private static func texts(_ json: inout PlainJSONReader) -> [String]? {
        guard let first = json.text() else { return [] }
        var texts = [first]
        while json.take(",") {
            guard let text = json.text() else { return nil }
            texts.append(text)
        }
        return texts
    }
}
