import ExtractionProtocol

/// How much a text layer and recognition, which know nothing of each other, agree on the words of a page.
struct LayerAgreement {
    /// Shares of the layer's words that recognition has, and of recognition's words that the layer has; 0 to 1.
    private let confirmed: Double
    private let complete: Double
    /// The same as ``complete``, with the words that recognition was too unsure of to index.
    private let completeWithUnsure: Double
    private let words: (layer: Int, recognized: Int)
    /// Most of the words stand beside the same neighbours.
    private let isInOrder: Bool

    /// Recognition makes about as many mistakes in clear print. A layer that it confirms to this degree is better than it.
    private static let enough = 0.97
    private static let fewestWords = 5
    /// A letterhead above handwriting has fewer.
    private static let fewestOfComplete = 20
    /// The layer's words for each recognised one. A layer with more has the text of other pages, too.
    private static let mostSurplus = 2.5

    /// `unsure` are the words that recognition read and that are not indexed.
    init(layer: [String], recognized: [String], unsure: [String] = []) {
        let (layer, recognized, unsure) = (Self.plain(layer), Self.plain(recognized), Self.plain(unsure))
        words = (layer.count, recognized.count)
        let shared = Double(Self.shared(layer, recognized))
        confirmed = shared / Double(max(1, layer.count))
        complete = shared / Double(max(1, recognized.count))
        completeWithUnsure =
            Double(Self.shared(layer, recognized + unsure)) / Double(max(1, recognized.count + unsure.count))
        let pairs = Self.shared(Self.pairs(layer), Self.pairs(recognized))
        // Columns and cells may be read in another order.
        isInOrder = 2 * pairs >= min(layer.count, recognized.count) - 1
    }

    /// See ``ConfirmationReason``. Nil where they differ.
    var reason: String? {
        guard words.recognized >= Self.fewestWords, complete >= Self.enough, isInOrder else { return nil }
        if confirmed >= Self.enough {
            return ConfirmationReason.confirmed("recognition read \(percent(confirmed)) of its words")
        }
        guard words.recognized >= Self.fewestOfComplete, completeWithUnsure >= Self.enough,
            Double(words.layer) <= Self.mostSurplus * Double(words.recognized)
        else { return nil }
        return ConfirmationReason.complete("it has \(percent(complete)) of the words that recognition read")
    }

    private func percent(_ share: Double) -> String { "\(Int(100 * share)) %" }

    private static func plain(_ words: [String]) -> [String] {
        words.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }.filter { !$0.isEmpty }
    }

    private static func pairs(_ words: [String]) -> [String] { zip(words, words.dropFirst()).map { $0 + " " + $1 } }

    private static func shared(_ one: [String], _ other: [String]) -> Int {
        var left = Dictionary(other.map { ($0, 1) }, uniquingKeysWith: +)
        return one.count { word in
            guard let count = left[word], count > 0 else { return false }
            left[word] = count - 1
            return true
        }
    }
}
