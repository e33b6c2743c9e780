/// hOCR properties in an element's `title`: `bbox 10 20 110 60; x_wconf 93; image "a.png"`.
struct HOCRProperties {
    /// By name; the first of several counts.
    private(set) var texts: [String: String] = [:]

    init(_ title: String?) {
        var name = ""
        var text = ""
        var isName = true
        // Kept up to date, because scanning the text at every quotation mark would take long.
        var isBlank = true
        var quote: Character?
        for character in title ?? "" {
            if let open = quote {
                if character == open {
                    quote = nil
                } else {
                    text.append(character)
                    isBlank = isBlank && character.isWhitespace
                }
            } else if character == ";" {
                add(name, text)
                (name, text, isName, isBlank) = ("", "", true, true)
            } else if isName {
                if !character.isWhitespace {
                    name.append(character)
                } else if !name.isEmpty {
                    isName = false
                }
            } else if (character == "\"" || character == "'") && isBlank {
                quote = character
            } else {
                text.append(character)
                isBlank = isBlank && character.isWhitespace
            }
        }
        add(name, text)
    }

    private mutating func add(_ name: String, _ text: String) {
        guard !name.isEmpty, texts[name] == nil else { return }
        texts[name] = text.trimmingBlanks()
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
