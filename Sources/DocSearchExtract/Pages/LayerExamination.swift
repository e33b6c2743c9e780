internal import CTextLayer
import ExtractionProtocol
import Foundation
import PageReading
import PageVerdict
import TextNormalization
import TextRecognition

/// Does as little work as each page needs. Most are settled by their words. Only where these leave the verdict open are
/// the page's images listed, and only then is the page rendered at low resolution.
final class LayerExamination {
    private let lexicon: Lexicon
    private let depth: LayerExaminationDepth
    /// Results for layers with the same fonts: their letters are drawn, or lie invisibly over an image.
    private var isVisible: [[String]: Bool] = [:]
    /// Fonts of pages whose layer matched the print: their maps have no holes.
    private var trusted: Set<String> = []
    private var hasDrawn = false
    private static let pagesThatTell = 3
    /// For each of the first pages, true if it is a scan.
    private var firstPages: [Bool] = []

    init(lexicon: Lexicon, depth: LayerExaminationDepth) { (self.lexicon, self.depth) = (lexicon, depth) }

    /// Text that covers this share of a page leaves no room for other content.
    private static let fullPage = 0.5
    /// With this share of images beside its text, a page has nothing to read in them.
    private static let smallImage = 0.03
    private static let manyWords = 40

    /// Also returns the layer's text, followed by that of form fields, notes and stamps, and by what lies outside the crop
    /// box, which is not judged; not normalised. With `drawing`
    /// the page is always rendered, so that libraries report problems of its images.
    func examine(
        _ page: PDFPage, drawing: Bool = false
    ) -> (judgement: LayerJudgement, text: String, shape: TextShape) {
        hasDrawn = false
        defer { if drawing, !hasDrawn { _ = overview(of: page) } }
        let layer = page.textLayer()
        let filledIn = page.fieldTexts()
        let drawnOn = drawn { try page.drawnAnnotationTexts() } ?? []
        let fields = filledIn + drawnOn
        var evidence = PageEvidence()
        let texts = page.unsaid(filledIn) + PDFPage.unsaid(drawnOn, besides: filledIn)
        let text = ([layer.text] + texts.map(\.text)).filter { !$0.isEmpty }.joined(separator: "\n")
        let whole = page.textOutsideCropBox(besides: layer.text).map { text.isEmpty ? $0 : text + "\n" + $0 } ?? text
        evidence.shape = Self.shape(of: text)
        evidence.isInUnlistedLanguage = Self.isInUnlistedLanguage(text, evidence.shape)
        evidence.hasFields = !fields.isEmpty
        let boxes = layer.boxes + fields.map(\.area)
        var grid = PageGrid()
        for box in boxes { grid.add(.text, box, of: page) }
        evidence.textCoverage = grid.textCoverage
        switch depth {
        case .words:
            evidence.isByWordsOnly = !isFull(evidence)
            var judgement = VerdictRule.judge(evidence)
            if judgement.kind != nil, isOverScan(page) { judgement.kind = .earlierOCR }
            if judgement.verdict != .good { judgement = Self.judgement(ofExportWith: page.fontNames(), judgement) }
            return (judgement, whole, evidence.shape)
        case .image:
            let fonts = layer.boxes.isEmpty ? [] : page.fontNames()
            look(at: page, textIn: boxes, fonts: fonts, grid: &grid, evidence: &evidence)
            askLexicon(about: text, &evidence)
            return (Self.judgement(ofExportWith: fonts, VerdictRule.judge(evidence)), whole, evidence.shape)
        }
    }

    /// Recognition would find no more on a page of a searchable PDF that docsearch has exported. Print of its own that makes no
    /// sense is still there.
    private static func judgement(ofExportWith fonts: [String], _ judgement: LayerJudgement) -> LayerJudgement {
        let isExported = { (font: String) in font.hasSuffix(DOCSEARCH_LAYER_FONT) }
        guard
            judgement.verdict == .garbled
                ? !fonts.isEmpty && fonts.allSatisfy(isExported) : fonts.contains(where: isExported)
        else { return judgement }
        var judgement = judgement
        (judgement.verdict, judgement.reasons) = (.good, [])
        return judgement
    }

    /// For text that another program has read from a page. Omissions are detected where its words have boxes.
    func judge(_ text: String, words: [PageWord], of page: PDFPage) -> LayerJudgement {
        var evidence = PageEvidence()
        evidence.shape = Self.shape(of: text)
        evidence.isInUnlistedLanguage = Self.isInUnlistedLanguage(text, evidence.shape)
        evidence.imageCoverage = 1
        evidence.isLayerVisible = false
        if depth == .image, !words.isEmpty, let overview = overview(of: page) {
            evidence.isReduced = overview.isReduced
            evidence.ink = InkAnalysis.evidence(overview.image, boxes: words.compactMap { PageRectangle(box: $0.box) })
        }
        // A page that cannot be rendered cannot be recognised either.
        evidence.isByWordsOnly = evidence.ink == nil
        askLexicon(about: text, &evidence)
        return VerdictRule.judge(evidence)
    }

    /// Letters of right-to-left scripts that have the shapes of their places in a word are counted as plain ones.
    private static func shape(of text: String) -> TextShape {
        let isShaped = text.unicodeScalars.contains {
            (0xFB1D...0xFDFF).contains($0.value) || (0xFE70...0xFEFC).contains($0.value)
        }
        return TextShape(of: isShaped ? text.precomposedStringWithCompatibilityMapping : text)
    }

    /// Nil where little words tell, or nothing looks Cyrillic or Greek.
    static func isInUnlistedLanguage(_ text: String, _ shape: TextShape) -> Bool? {
        guard VerdictRule.hasFewForeignFunctionWords(shape) else { return nil }
        return TextLanguage.identify(text).map(unlistedLanguages.contains)
    }

    private static let unlistedLanguages: Set<String> = [
        "az", "ba", "be", "kk", "ky", "mk", "mn", "tg", "tk", "tt", "uz",
    ]

    private func isFull(_ evidence: PageEvidence) -> Bool {
        evidence.textCoverage >= Self.fullPage && evidence.shape.isTrustworthy(words: Self.manyWords)
    }

    private func look(
        at page: PDFPage, textIn boxes: [PageRectangle], fonts: [String], grid: inout PageGrid,
        evidence: inout PageEvidence
    ) {
        let isFull = isFull(evidence)
        if isFull, isVisible[fonts] == true { return }
        let images = page.images()
        for image in images { grid.add(.image, image.area, of: page) }
        evidence.imageCoverage = grid.imageCoverage
        let hasScan = grid.imageCoverage >= VerdictRule.pageImage
        if evidence.shape.visible == 0, grid.imageCoverage >= VerdictRule.largeImage {
            // A scan without a layer is rendered for recognition anyway, which then finds out whether it is blank.
            return
        }
        if isFull, hasScan, let known = isVisible[fonts] {
            evidence.isLayerVisible = known
            return
        }
        if isFull || evidence.textCoverage >= Self.fullPage / 2 && evidence.shape.isTrustworthy(words: Self.manyWords),
            grid.bareImageCoverage < Self.smallImage, !images.contains(where: { $0.isOutside(page) })
        {
            isVisible[fonts] = true
            return
        }
        if images.isEmpty, evidence.shape.words >= Self.manyWords, !fonts.isEmpty, trusted.isSuperset(of: fonts) {
            return
        }
        guard let overview = overview(of: page) else { return }
        evidence.isLayerVisible = overview.glyphRuns > 0
        if !fonts.isEmpty, hasScan { isVisible[fonts] = overview.glyphRuns > 0 }
        evidence.isReduced = overview.isReduced
        let ink = InkAnalysis.evidence(overview.image, boxes: boxes)
        evidence.ink = ink
        if images.isEmpty, ink.explainsLayer(of: evidence.shape) { trusted.formUnion(fonts) }
    }

    /// Whether the page's letters have no shapes, as those that programs for recognition put over an image. To list its
    /// images and to draw them would cost more than to read all of the text, so the first pages tell for all.
    private func isOverScan(_ page: PDFPage) -> Bool {
        guard firstPages.count < Self.pagesThatTell else { return firstPages.count { $0 } * 2 > firstPages.count }
        let isScan = page.fontNames().contains { font in Self.fontsWithoutShapes.contains { font.contains($0) } }
        firstPages.append(isScan)
        return isScan
    }

    /// Used by tesseract, Acrobat and others.
    private static let fontsWithoutShapes = ["GlyphLess", "Glyphless", "HiddenHorz", "HiddenVert", "Invisible"]

    private func overview(of page: PDFPage) -> PageOverview? {
        hasDrawn = true
        return drawn { try page.overview() }
    }

    /// Nil for a page that cannot be rendered; recognition reports it.
    private func drawn<Value>(_ work: () throws -> Value) -> Value? {
        do { return try work() } catch {
            CompromisedProcess.leaveIfCompromised(by: error)
            return nil
        }
    }

    private func askLexicon(about text: String, _ evidence: inout PageEvidence) {
        let shape = evidence.shape
        guard shape.words >= Self.manyWords,
            (evidence.imageCoverage ?? 0) >= VerdictRule.pageImage || !shape.isTrustworthy(words: Self.manyWords)
        else { return }
        evidence.lexicon = lexicon.evidence(of: text, language: shape.language, others: shape.languages)
    }
}

extension InkAnalysis {
    static func evidence(_ image: GrayPage, boxes: [PageRectangle]) -> InkEvidence {
        let scale = image.resolution / 72
        func pixels(_ points: Double) -> Int { Int(max(-1e6, min(1e6, points * scale))) }
        let bounds = boxes.map {
            InkBounds(
                left: pixels($0.left), top: pixels($0.top), right: pixels($0.right) + 1, bottom: pixels($0.bottom) + 1)
        }
        return evidence(pixels: image.pixels, width: image.width, height: image.height, boxes: bounds)
    }
}

extension PageGrid {
    fileprivate mutating func add(_ content: Content, _ area: PageRectangle, of page: PDFPage) {
        add(
            content, left: area.left / page.width, top: area.top / page.height, right: area.right / page.width,
            bottom: area.bottom / page.height)
    }
}
