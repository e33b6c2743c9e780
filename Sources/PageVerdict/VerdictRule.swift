import ExtractionProtocol

/// The thresholds were set on one half of the labelled pages and tested on the other; docs/benchmarks.md has the
/// figures.
package enum VerdictRule {
    /// Share of a page covered by an image of the page, as opposed to a picture on it, and the share for one that may
    /// be the source of the text.
    package static let pageImage = 0.8
    package static let largeImage = 0.3
    /// Below this a page has no print: nothing line-like, or so little of the ink that it is a picture's texture.
    /// Photographs and drawings stay below 0.08, a circle around one line of text has 0.10, maps 0.15.
    static let leastLineShare = 0.085
    /// Up to this many line-like characters may be a caption, whatever else is on the page.
    static let caption = 15
    static let fewMarks = 12
    /// Fewer line-like characters are only dust and smudges.
    static let leastVisible = 2
    /// Share of characters without a meaning: close to 0 in trustworthy layers, half and more in broken maps.
    static let mostUntrusted = 0.1
    /// Share of odd words. Trustworthy pages reach 0.16 (formulas); letter soup begins at 0.5.
    static let mostOdd = 0.35
    /// Single letters as a share of words and letters. Mathematics reaches 0.45.
    static let mostSingles = 0.6
    /// Share of letters in overlong words. Trustworthy pages have at most 0.04.
    static let mostOverlong = 0.25
    /// Share of usual letter pairs. Trustworthy pages have 0.89 and more, broken maps at most 0.68.
    static let leastUsualPairs = 0.8
    /// Over an image of the page, where an earlier recognition is the likely source: share of odd words, and of words
    /// missing in the lexicon of their language. Good layers have 0.03 odd and 0.84 known; names are not known.
    static let mostOddOverScan = 0.07
    static let leastKnownOverScan = 0.82
    /// Share of words in the lexicon only when they are divided, over an image of the page. An earlier recognition that
    /// joins one word in ten and is good enough has 0.06.
    static let mostJoinedOverScan = 0.05
    /// Share of words in the lexicon only when read backwards: 0.66 in layers of mirrored print, elsewhere 0.05.
    static let mostReversed = 0.4
    /// Words in a list of little words only when read backwards: how many that differ, in one language, as `Nov` and `Red`
    /// are “von” and “der”, and their share of all words. Good pages have at most 0.1, layers of letters in reverse order at
    /// least 0.12.
    static let fewestReversed = 4
    static let mostReversedLittleWords = 0.11
    /// Lines: how many can be judged, and the share of those that look like no language. Pages of formulas have up to 0.24.
    static let fewestLines = 6
    static let mostOddLines = 0.3
    /// Mean letters in a word below which words have been split. English, the shortest, has 4.4, with formulas 3.6.
    static let leastWordLength = 3.3
    /// Share of function words among Cyrillic and Greek words. Prose has 0.1 and more.
    static let leastForeignFunctionWords = 0.04
    /// Width that the layer's characters need, Chinese ones 1.8 times a letter's, divided by the width of the print.
    /// Chinese has 1.27.
    static let mostCrowded = 1.4
    /// The layer's characters for each one seen within its boxes; fonts with holes in their maps lose the rest.
    /// Trustworthy pages have 0.53 and more, apart from Chinese ones.
    static let leastKept = 0.45
    /// Share of words in the lexicon of their language, on any page. Trustworthy pages have 0.73 and more.
    static let leastKnown = 0.7
    /// Mean letters in a word beyond which words run together. An index of German compounds has 10.8.
    static let mostWordLength = 12.0
    /// Characters seen outside the layer's boxes: their number, and their share of all seen.
    static let leastUnexplained = 45
    static let mostUnexplained = 0.12
    /// The layer's characters for each one seen, beyond which the boxes are misplaced and the text is complete: layers
    /// of earlier recognition are sometimes off by whole lines.
    static let completeLayer = 0.86
    /// The same for right-to-left scripts, which have no vowels and whose boxes poppler loses.
    static let completeRightToLeft = 0.4
    /// With fewer words their shapes are no evidence.
    static let fewWords = 12

    package static func judge(_ evidence: PageEvidence) -> LayerJudgement {
        let shape = evidence.shape
        let kind = kind(evidence)
        guard shape.visible > 0 else { return withoutLayer(evidence, of: kind) }
        if let reason = garbling(evidence) { return LayerJudgement(verdict: .garbled, kind: kind, reasons: [reason]) }
        if isStray(evidence, kind) { return withoutLayer(evidence, of: kind) }
        if let reason = incompleteness(evidence) {
            return LayerJudgement(verdict: .partial, kind: kind, reasons: [reason])
        }
        return LayerJudgement(verdict: .good, kind: kind, reasons: evidence.isByWordsOnly ? ["words-only"] : [])
    }

    /// Invisible text over an image of the page was put there by an earlier recognition.
    private static func kind(_ evidence: PageEvidence) -> TextLayerKind? {
        guard evidence.shape.visible > 0 else { return nil }
        guard let visible = evidence.isLayerVisible, let images = evidence.imageCoverage else { return .bornDigital }
        return !visible && images >= largeImage ? .earlierOCR : .bornDigital
    }

    /// A few characters of text beside many more only seen, such as a page number, or text recognised in dust and
    /// pictures.
    private static func isStray(_ evidence: PageEvidence, _ kind: TextLayerKind?) -> Bool {
        guard let ink = evidence.ink else { return false }
        let characters = evidence.shape.characters
        if characters < 8, ink.unexplainedCharacters > 10 * characters { return true }
        return kind == .earlierOCR && evidence.shape.words < fewWords
            && (ink.seenCharacters < leastVisible || isPicture(ink))
    }

    private static func withoutLayer(_ evidence: PageEvidence, of kind: TextLayerKind?) -> LayerJudgement {
        let missing = LayerJudgement(verdict: .missing, kind: kind, reasons: ["no-text"])
        guard let ink = evidence.ink else { return missing }
        let seen = ink.seenCharacters
        // A picture much smaller than the page loses small print.
        if evidence.isReduced, (evidence.imageCoverage ?? 0) > 0 || ink.inkShare > 0 { return missing }
        if seen < leastVisible {
            // A single figure may be a page number. More than a few marks belong to a drawing.
            if (1...fewMarks).contains(ink.marks) { return missing }
            return LayerJudgement(verdict: .blank, kind: kind, reasons: [ink.inkShare > 0 ? "no-print" : "no-ink"])
        }
        if isPicture(ink), seen < caption { return LayerJudgement(verdict: .blank, kind: kind, reasons: ["picture"]) }
        return LayerJudgement(
            verdict: .missing, kind: kind, reasons: ["no-text: about \(seen) characters are only in the image"])
    }

    /// Before recognition.
    package static func judge(imageOnly ink: InkEvidence) -> LayerJudgement {
        var evidence = PageEvidence()
        evidence.ink = ink
        return withoutLayer(evidence, of: nil)
    }

    /// A photograph, a drawing, a map.
    package static func isPicture(_ ink: InkEvidence) -> Bool { ink.lineShare < leastLineShare }

    /// After recognition found no word: blank, unless much looks like print.
    package static func isBlankWithoutWords(_ ink: InkEvidence) -> Bool {
        ink.lineShare < 0.2 || ink.seenCharacters < caption
    }

    private static func garbling(_ evidence: PageEvidence) -> String? {
        garbledCharacters(evidence) ?? garbledSpacing(evidence.shape) ?? garbledWords(evidence)
    }

    private static func garbledCharacters(_ evidence: PageEvidence) -> String? {
        let shape = evidence.shape
        if share(shape.untrusted, of: shape.visible) > mostUntrusted {
            return
                "untrusted-characters: \(percent(shape.untrusted, of: shape.visible)) of the characters have no meaning"
        }
        if shape.symbols > 20, share(shape.symbols, of: shape.visible) > 0.4 {
            return "symbols: \(percent(shape.symbols, of: shape.visible)) of the characters are symbols"
        }
        if shape.foreignScript >= fewWords,
            2 * shape.lookAlike > shape.foreignScript
                || evidence.isInUnlistedLanguage != true && hasFewForeignFunctionWords(shape)
        {
            return "look-alike-letters: \(shape.foreignScript) words look Cyrillic or Greek and are not"
        }
        guard let ink = evidence.ink, !evidence.hasFields else { return nil }
        let seen = ink.seenCharacters
        let needed = Double(shape.characters) + 0.8 * Double(shape.ideographs)
        if shape.ideographs >= 30, seen > 0, needed > mostCrowded * Double(seen) {
            return "ideographs: \(shape.ideographs) Chinese characters stand where there is no room for them"
        }
        // Letters without an entry are missing in the words. Where these are sound, the rest is no letters but lines of the
        // paper.
        if ink.explainedCharacters >= 150, !shape.isTrustworthy(words: fewWords),
            shape.ideographs + shape.rightToLeft == 0,
            share(shape.visible, of: ink.explainedCharacters) < leastKept
        {
            return
                "lost-characters: \(shape.visible) of about \(ink.explainedCharacters) characters are in the layer"
        }
        return nil
    }

    /// Words that look Cyrillic or Greek have hardly any of the little words of prose.
    package static func hasFewForeignFunctionWords(_ shape: TextShape) -> Bool {
        share(shape.foreignFunctionWords, of: shape.foreignScript) < leastForeignFunctionWords
            && shape.foreignScript >= 3 * fewWords
    }

    private static func garbledSpacing(_ shape: TextShape) -> String? {
        let tokens = shape.words + shape.singles
        if shape.singles >= 20, share(shape.singles, of: tokens) > mostSingles {
            return "letter-spaced: \(percent(shape.singles, of: tokens)) of the words are single letters"
        }
        if shape.overlong > 60 && share(shape.overlong, of: shape.characters) > mostOverlong
            || shape.words >= fewWords && share(shape.letters, of: tokens) > mostWordLength
        {
            return "run-together: the words have \(shape.letters / max(1, tokens)) letters on average"
        }
        return nil
    }

    private static func garbledWords(_ evidence: PageEvidence) -> String? {
        let shape = evidence.shape
        let isOverScan = (evidence.imageCoverage ?? 0) >= pageImage
        // A few words in a page of another script are quotations and names.
        if 3 * shape.rightToLeft > shape.characters, shape.rightToLeftOrder.isReversed {
            return "reversed-words: words of a right-to-left script are written backwards"
        }
        if shape.words >= fewWords, shape.reversedKinds >= fewestReversed,
            shape.reversedFunctionWords > 2 * shape.longFunctionWords,
            share(shape.reversedFunctionWords, of: shape.words) > mostReversedLittleWords
        {
            return "reversed-words: \(shape.reversedFunctionWords) little words are written backwards"
        }
        // A list of codes has few words, and those may be codes, too.
        guard isOverScan || shape.words >= shape.codes else { return nil }
        if shape.judgedLines >= fewestLines, share(shape.oddLines, of: shape.judgedLines) > mostOddLines {
            return "odd-letters: \(shape.oddLines) of \(shape.judgedLines) lines look like no language"
        }
        guard shape.words >= fewWords else { return nil }
        if share(shape.odd, of: shape.words) > (isOverScan && shape.words >= 40 ? mostOddOverScan : mostOdd) {
            return "odd-words: \(percent(shape.odd, of: shape.words)) of the words look like none"
        }
        if shape.letterPairs >= 80, share(shape.usualLetterPairs, of: shape.letterPairs) < leastUsualPairs {
            let unusual = shape.letterPairs - shape.usualLetterPairs
            return
                "odd-letters: \(percent(unusual, of: shape.letterPairs)) of the neighbouring letters do not belong together"
        }
        guard shape.words >= 40 else { return nil }
        if let lexicon = evidence.lexicon {
            if let known = lexicon.known, known < (isOverScan ? leastKnownOverScan : leastKnown) {
                return "unknown-words: \(Int((100 - 100 * known).rounded())) % of the words are not in the lexicon"
            }
            if lexicon.reversed > mostReversed {
                return "reversed-words: \(percent(lexicon.reversed)) of the words are written backwards"
            }
            if isOverScan, lexicon.joined > mostJoinedOverScan {
                return "run-together: \(percent(lexicon.joined)) of the words are several without spaces"
            }
        }
        if isOverScan, share(shape.letters, of: shape.words + shape.singles) < leastWordLength {
            return "split-words: the words have \(shape.letters) letters for \(shape.words + shape.singles) words"
        }
        return nil
    }

    private static func incompleteness(_ evidence: PageEvidence) -> String? {
        guard let ink = evidence.ink, ink.unexplainedCharacters >= leastUnexplained else { return nil }
        let seen = ink.seenCharacters
        let isRightToLeft = 3 * evidence.shape.rightToLeft > evidence.shape.characters
        guard share(ink.unexplainedCharacters, of: seen) > mostUnexplained,
            share(evidence.shape.characters, of: seen) < (isRightToLeft ? completeRightToLeft : completeLayer)
        else { return nil }
        return "unexplained-print: about \(ink.unexplainedCharacters) of \(seen) characters are only in the image"
    }

    private static func share(_ part: Int, of whole: Int) -> Double { Double(part) / Double(max(1, whole)) }
    private static func percent(_ part: Int, of whole: Int) -> String { percent(share(part, of: whole)) }
    private static func percent(_ share: Double) -> String { "\(Int((100 * share).rounded())) %" }
}

package struct LayerJudgement: Sendable, Equatable {
    package var verdict: TextLayerVerdict
    package var kind: TextLayerKind?
    /// A word that names the reason (docs/index-format.md lists them), then a colon and the figures. Empty for `good`,
    /// or `words-only` where the page was not rendered.
    package var reasons: [String]
}
