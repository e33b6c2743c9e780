import DocSearch

struct ProgressLine {
    private var rebuilt: (documents: Int, of: Int)?
    private var bundles = 0
    private var pages = 0
    private var recognized = 0
    private var waiting: Int?
    private var meaning: (done: Int, of: Int)?
    private var failed = 0
    private var inHand = ""
    private var lastShown = ContinuousClock.now - .seconds(1)
    /// Over the last half minute, for the speed.
    private var marks: [(time: ContinuousClock.Instant, pages: Int)] = [(.now, 0)]

    /// Nil when the line was written a moment ago. The rest of the old line is erased after the new one is written:
    /// erasing first would flicker.
    mutating func text(after event: IndexingEvent, width: Int, now: ContinuousClock.Instant = .now) -> String? {
        count(event, now: now)
        guard now - lastShown >= .milliseconds(100) else { return nil }
        lastShown = now
        // A line that fills the last column makes some terminals begin another.
        return "\r" + Self.cut(TerminalText.safe(line(now)), to: max(1, width - 1)) + "\u{1B}[K"
    }

    /// For output where each line stays.
    func text(now: ContinuousClock.Instant = .now) -> String? {
        bundles > 0 || rebuilt != nil || waiting != nil ? line(now) : nil
    }

    mutating func count(_ event: IndexingEvent, now: ContinuousClock.Instant = .now) {
        switch event {
        case .rebuilding(let documents, let count): rebuilt = (documents, count)
        case .started(let bundle):
            rebuilt = nil
            bundles += 1
            inHand = bundle
        case .indexed(_, let read, _): pages += read
        case .recognizing(let count):
            waiting = count
            marks = [(now, 0)]
        case .recognized(let document, let page):
            recognized += 1
            inHand = "\(document), page \(page)"
        case .embedding(let count):
            meaning = (0, count)
            marks = [(now, 0)]
        case .embedded(let pages): meaning?.done += pages
        case .failed: failed += 1
        case .removed, .readAsBundle, .unsettled, .skipped, .warning, .finished: break
        }
        let done = meaning?.done ?? (waiting == nil ? pages : recognized)
        if let last = marks.last, now - last.time >= .seconds(1) { marks.append((now, done)) }
        while marks.count > 2, now - marks[0].time > .seconds(30) { marks.removeFirst() }
    }

    private func line(_ now: ContinuousClock.Instant) -> String {
        if let rebuilt { return "making the full-text tables again: document \(rebuilt.documents) of \(rebuilt.of)" }
        let problems = failed > 0 ? ", \(failed) failed" : ""
        if let meaning {
            return "computing vectors: page \(meaning.done) of \(meaning.of)\(speed(meaning.done, now))"
                + "\(timeLeft(meaning.of - meaning.done, after: meaning.done, now))\(problems)"
        }
        guard let waiting else {
            return
                "reading: \(bundles.counted("bundle")), \(pages.counted("page"))\(speed(pages, now))\(problems)  \(inHand)"
        }
        let total = max(waiting, recognized)
        return "recognising: page \(recognized) of \(total)\(speed(recognized, now))"
            + "\(timeLeft(total - recognized, after: recognized, now))\(problems)  \(inHand)"
    }

    private func rate(_ done: Int, _ now: ContinuousClock.Instant) -> Double? {
        guard let first = marks.first, now - first.time >= .seconds(2), done > first.pages else { return nil }
        return Double(done - first.pages) / ((now - first.time) / .seconds(1))
    }

    private func speed(_ done: Int, _ now: ContinuousClock.Instant) -> String {
        guard let rate = rate(done, now) else { return "" }
        return rate < 10 ? ", \((rate * 10).rounded() / 10)/s" : ", \(Int(rate))/s"
    }

    private func timeLeft(_ left: Int, after done: Int, _ now: ContinuousClock.Instant) -> String {
        guard let rate = rate(done, now), left > 0 else { return "" }
        return ", \(MeaningText.time(Int(Double(left) / rate))) left"
    }

    private static func cut(_ text: String, to columns: Int) -> String {
        var left = columns
        var result = ""
        for character in text {
            left -= TerminalText.columns(of: character)
            if left < 0 { break }
            result.append(character)
        }
        return result
    }
}
