extension PageText {
    /// `isSound` says whether the page's row could be read; `text` is nil when the page has none, or has lost it.
    init(_ page: IndexedPage, isSound: Bool, text: String?, layout: PageLayout?) {
        self.init(
            page: page.number, label: page.label, text: text ?? "",
            origin: page.origin.flatMap { Origin(rawValue: $0.rawValue) },
            verdict: isSound ? Verdict(rawValue: page.verdict.rawValue) : nil,
            layer: page.layer.flatMap { Layer(rawValue: $0.rawValue) }, reasons: page.reasons,
            confidence: page.confidence,
            size: layout.flatMap { $0.width > 0 ? Size(width: $0.width, height: $0.height) : nil },
            words: layout?.words.map {
                Word(text: $0.text, box: $0.box, confidence: $0.confidence, isIndexed: $0.isIndexed)
            } ?? [])
        let what: String? =
            if !isSound {
                "What the index knows of this page"
            } else if page.textID != nil, text == nil {
                "The stored text of this page"
            } else if layout?.hasDamagedWords == true {
                "What is stored of the places of its words"
            } else {
                nil
            }
        damage = what.map { "\($0) is damaged." }
    }
}
