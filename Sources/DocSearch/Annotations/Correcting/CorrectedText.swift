/// A page's text as it was read, with what people have corrected. The later of two corrections of the same words counts.
struct CorrectedText {
    typealias Said = (annotation: Annotation, stored: StoredCorrection)

    /// A correction that counts: the words as read, and what they have become, in Unicode scalars of each text.
    struct Piece {
        var said: Said
        var read: Range<Int>
        var made: Range<Int>
    }

    let text: String
    /// In the order of the text.
    private(set) var pieces: [Piece] = []
    private var states: [String: TextCorrection.State] = [:]
    private var contested: Set<String> = []
    private var places: [(said: Said, read: Range<Int>)] = []

    init(_ read: String, _ all: [Said]) {
        let letters = QuoteAnchor.Text(read)
        var comparisons = QuoteAnchor.mostComparisons
        var standing: [(said: Said, read: Range<Int>)] = []
        for said in all.sorted(by: Self.isLater) {
            let id = said.annotation.id
            switch CorrectionAnchor(said.stored, in: letters, comparisons: &comparisons) {
            case .adrift: states[id] = .adrift
            case .read: states[id] = .read
            case .words(let range):
                places.append((said, range))
                let later = standing.filter { $0.read.overlaps(range) }
                states[id] = later.isEmpty ? .applied : .replaced
                let others = later.filter { other in
                    other.said.annotation.author != said.annotation.author
                        && (other.read != range || other.said.stored.text != said.stored.text)
                }
                if !others.isEmpty { contested.formUnion(others.map(\.said.annotation.id) + [id]) }
                if later.isEmpty { standing.append((said, range)) }
            }
        }
        var made = String.UnicodeScalarView()
        var (position, count) = (0, 0)
        func append(_ scalars: some Collection<Unicode.Scalar>) {
            made.append(contentsOf: scalars)
            count += scalars.count
        }
        for (said, range) in standing.sorted(by: { $0.read.lowerBound < $1.read.lowerBound }) {
            append(letters.scalars[position..<range.lowerBound])
            let start = count
            append(said.stored.text.unicodeScalars)
            pieces.append(Piece(said: said, read: range, made: start..<count))
            position = range.upperBound
        }
        append(letters.scalars[position...])
        text = String(made)
    }

    private static func isLater(_ one: Said, _ other: Said) -> Bool {
        let (one, other) = (one.annotation, other.annotation)
        return (one.modified, one.created, one.id) > (other.modified, other.created, other.id)
    }

    /// Corrections of words in a range of the text as it was read, also those that do not count.
    func said(of range: Range<Int>) -> [Said] { places.filter { $0.read.overlaps(range) }.map(\.said) }

    func correction(_ said: Said, isSearched: Bool) -> TextCorrection {
        let annotation = said.annotation
        return TextCorrection(
            id: annotation.id, page: annotation.page, quote: said.stored.quote, text: said.stored.text,
            created: annotation.created, modified: annotation.modified, author: annotation.author,
            state: states[annotation.id] ?? .adrift, isContested: contested.contains(annotation.id),
            isSearched: isSearched)
    }
}
