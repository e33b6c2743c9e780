/// hOCR properties in an element's `title`: `bbox 10 20 110 60; x_wconf 93; image "a.png"`.
struct HOCRProperties {
    /// By name; the first of several counts.
    private(set) var texts: [String: String] = [:]

    init(_ title: String?) {
        var rest = (title ?? "")[...]
        while !rest.isEmpty {
            let name = rest.drop(while: \.isWhitespace).prefix { !$0.isWhitespace && $0 != ";" }
            rest = rest[name.endIndex...].drop(while: \.isWhitespace)
            var quoted: Substring = ""
            if let quote = rest.first, quote == "\"" || quote == "'" {
                quoted = rest.dropFirst().prefix { $0 != quote }
                rest = rest[quoted.endIndex...].dropFirst()
            }
            let bare = rest.prefix { $0 != ";" }
            rest = rest[bare.endIndex...].dropFirst()
            if !name.isEmpty, texts[String(name)] == nil {
                texts[String(name)] = String(quoted + bare).trimmingBlanks()
            }
        }
    }

    func numbers(_ name: String) -> [Double?] {
        (texts[name] ?? "").split(maxSplits: 4, whereSeparator: \.isWhitespace).map { MarkupNumber.parse($0) }
    }

    func box(from origin: (left: Double, top: Double)) -> WordBox? {
        let sides = numbers("bbox")
        guard sides.count >= 4, let left = sides[0], let top = sides[1], let right = sides[2], let bottom = sides[3]
        else { return nil }
        return WordBox(
            left: left - origin.left, top: top - origin.top, right: right - origin.left, bottom: bottom - origin.top)
    }
}
