/// A page's text as it was read, with what people have corrected. The later of two corrections of the same words counts.
struct CorrectedText {
    typealias Said = (annotation: Annotation, stored: StoredCorrection)

    /// A correction that counts: the words as read, and what they have become, in Unicode scalars of each text.
    struct Piece {
        var said: Said
        var read: Range<Int>
        var made: Range<Int>
    }

    private(set) var text = ""
    /// The text as it was read.
    let scalars: [Unicode.Scalar]
    /// In the order of the text.
    private(set) var pieces: [Piece] = []
    private var states: [String: TextCorrection.State] = [:]
    private var contested: Set<String> = []
    /// Sorted by their beginnings.
    private var places: [(said: Said, read: Range<Int>)] = []
    private var longestPlace = 0

    /// About half a second of work, as the index is locked meanwhile. Beyond it only unchanged words are found.
    private static let mostComparisons = QuoteAnchor.mostComparisons / 4

    init(_ read: String, _ all: [Said]) {
        let letters = QuoteAnchor.Text(read)
        scalars = letters.scalars
        var comparisons = Self.mostComparisons
        var shift = 0
        var readPlaces: [(said: Said, read: Range<Int>)] = []
        // What has moved with the correction before it is found at once.
        for said in all.sorted(by: { $0.stored.quote.start < $1.stored.quote.start }) {
            let id = said.annotation.id
            switch CorrectionAnchor(said.stored, in: letters, shift: &shift, comparisons: &comparisons) {
            case .adrift: states[id] = .adrift
            case .read(let range):
                states[id] = .read
                readPlaces.append((said, range))
            case .words(let range): places.append((said, range))
            }
        }
        places.sort { $0.read.lowerBound < $1.read.lowerBound }
        longestPlace = places.map(\.read.count).max() ?? 0
        // Those that count, in the order of the text.
        var standing: [(place: Int, read: Range<Int>)] = []
        for place in places.indices.sorted(by: { Self.isLater(places[$0].said, places[$1].said) }) {
            let (said, range) = places[place]
            let id = said.annotation.id
            let first = standing.partitioningIndex { $0.read.upperBound > range.lowerBound }
            let later = standing[first...].prefix { $0.read.lowerBound < range.upperBound }
            states[id] = later.isEmpty ? .applied : .replaced
            for (other, read) in later.map({ (places[$0.place].said, $0.read) })
            where other.annotation.author != said.annotation.author
                && (read != range || other.stored.text != said.stored.text)
            {
                contested.formUnion([other.annotation.id, id])
            }
            if later.isEmpty { standing.insert((place, range), at: first) }
        }
        // The text is as one person said, and another person has changed it: the two disagree.
        for (said, range) in readPlaces {
            let first = standing.partitioningIndex { $0.read.upperBound > range.lowerBound }
            for other in standing[first...].prefix(while: { $0.read.lowerBound < range.upperBound }).map({
                places[$0.place].said
            })
            where other.annotation.author != said.annotation.author {
                contested.formUnion([other.annotation.id, said.annotation.id])
            }
        }
        var made = String.UnicodeScalarView()
        var (position, count) = (0, 0)
        func append(_ scalars: some Collection<Unicode.Scalar>) {
            made.append(contentsOf: scalars)
            count += scalars.count
        }
        for (place, range) in standing {
            let said = places[place].said
            append(scalars[position..<range.lowerBound])
            let start = count
            append(said.stored.text.unicodeScalars)
            pieces.append(Piece(said: said, read: range, made: start..<count))
            position = range.upperBound
        }
        append(scalars[position...])
        text = String(made)
    }

    private static func isLater(_ one: Said, _ other: Said) -> Bool {
        let (one, other) = (one.annotation, other.annotation)
        return (one.modified, one.created, one.id) > (other.modified, other.created, other.id)
    }

    /// Corrections of words in a range of the text as it was read, also those that do not count.
    func said(of range: Range<Int>) -> [Said] {
        let first = places.partitioningIndex { $0.read.lowerBound > range.lowerBound - longestPlace }
        return places[first...].prefix { $0.read.lowerBound < range.upperBound }.filter { $0.read.overlaps(range) }
            .map(\.said)
    }

    func correction(_ said: Said, isSearched: Bool) -> TextCorrection {
        let annotation = said.annotation
        return TextCorrection(
            id: annotation.id, page: annotation.page, quote: said.stored.quote, text: said.stored.text,
            created: annotation.created, modified: annotation.modified, author: annotation.author,
            state: states[annotation.id] ?? .adrift, isContested: contested.contains(annotation.id),
            isSearched: isSearched)
    }
}
