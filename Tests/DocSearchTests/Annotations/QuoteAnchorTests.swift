import DocSearchTestSupport
import Testing

@testable import DocSearch

@Suite("The place of a quote in a text that was read anew")
struct QuoteAnchorTests {
    private static let words = """
        the committee of the water board resolved on the third reading that a new sluice be built at the mill of Alder and \
        that the cost of it be borne by the parishes below the weir in equal parts as was done in the year before when the \
        bridge at Harnwick had been carried away by ice and no other way was left to bring coal to the works
        """

    private static func range(_ quote: TextQuote, in text: String) -> (range: Range<Int>, sureness: Double)? {
        var comparisons = QuoteAnchor.mostComparisons
        return QuoteAnchor(quote).range(in: QuoteAnchor.Text(text), comparisons: &comparisons)
    }

    private static func part(_ text: String, _ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(Array(text.unicodeScalars)[range]))
    }

    @Test("letters that are misread, left out and put in", arguments: 0..<60)
    func aQuoteIsFoundAmongMisreadLetters(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let scalars = Array(Self.words.unicodeScalars)
        let start = Int.random(in: 0..<scalars.count - 40, using: &random)
        let range = start..<start + Int.random(in: 12...40, using: &random)
        let quote = try #require(TextQuote(range, in: Self.words))
        // One letter in ten is another; where the quote begins and ends then is kept.
        var read = "Page 12 of the book of minutes. "
        var ends = (0, 0)
        for (position, scalar) in scalars.enumerated() {
            if position == range.lowerBound { ends.0 = read.unicodeScalars.count }
            switch Int.random(in: 0..<30, using: &random) {
            case 0: read += "rn"
            case 1: break
            case 2: read += "1"
            default: read.unicodeScalars.append(scalar)
            }
            if position == range.upperBound - 1 { ends.1 = read.unicodeScalars.count }
        }
        let found = try #require(Self.range(quote, in: read), "\(quote.exact) in \(read)")
        #expect(abs(found.range.lowerBound - ends.0) <= 3, "\(Self.part(read, found.range)) for \(quote.exact)")
        #expect(abs(found.range.upperBound - ends.1) <= 3, "\(Self.part(read, found.range)) for \(quote.exact)")
        #expect((0.5...1).contains(found.sureness))
    }

    @Test func aQuoteIsNowhereInAnotherText() throws {
        let scalars = Array(Self.words.unicodeScalars)
        let other = """
            Dear Madam, your letter reached me only this morning, the post from the islands being slow. I shall be glad to \
            see the drawings, though my eyes are not what they were, and to hear of your garden.
            """
        for start in stride(from: 0, to: scalars.count - 30, by: 7) {
            for length in [3, 8, 30] {
                let quote = try #require(TextQuote(start..<start + length, in: Self.words))
                let found = Self.range(quote, in: other)
                #expect(found == nil, "\(quote.exact): \(found.map { Self.part(other, $0.range) } ?? "")")
            }
        }
    }

    @Test(arguments: [
        "drain-\nage works", "DRAINAGE\n  works", "drain\u{AD}age works", "drainage works", "drainage\u{A0}works",
    ])
    func lookingForAQuotePassesOverLinesAndCapitals(form: String) throws {
        let text = "of the drainage works at the mill"
        let quote = try #require(TextQuote(7..<21, in: text))
        #expect(quote.exact == "drainage works")
        let read = "on the " + form + " at the mill, and more"
        let found = try #require(Self.range(quote, in: read))
        #expect(Self.part(read, found.range) == form)
    }

    @Test func lookingForAQuoteHasAnAnswerForEveryText() throws {
        let quote = try #require(TextQuote(0..<1, in: "a"))
        for text in ["", " ", "\n", "-\n", "\u{AD}", "a", "-\na", "-", "\u{301}", "--\n--\n"] {
            _ = Self.range(quote, in: text)
        }
        for exact in ["-\n", " ", "\u{AD}", "\n", "-", "\u{301}"] {
            let odd = try #require(TextQuote(0..<exact.unicodeScalars.count, in: exact))
            #expect(Self.range(odd, in: exact)?.range == 0..<exact.unicodeScalars.count, "it is unchanged")
            _ = Self.range(odd, in: "something else")
        }
    }

    @Test func theAnchorOfAQuoteIsLessSureAmongPlacesThatAreAlike() throws {
        let line = "paid to the carpenter for timber, three pounds and six shillings\n"
        let text = String(repeating: line, count: 6)
        let length = line.unicodeScalars.count
        let quote = try #require(TextQuote(2 * length + 12..<2 * length + 21, in: text))
        #expect(quote.exact == "carpenter")
        // In its own line a letter is misread; the other lines are as that one was.
        let misread =
            String(repeating: line, count: 2) + line.replacing("carpenter", with: "carpentor")
            + String(repeating: line, count: 3)
        let found = try #require(Self.range(quote, in: misread))
        #expect(found.range.lowerBound == 2 * length + 12, "the nearest to where it was")
        #expect(found.sureness < 0.5)
    }

    @Test func aQuoteIsLookedForInWhatTimeThereIs() throws {
        let quote = try #require(TextQuote(4..<20, in: Self.words))
        var none = 0
        #expect(QuoteAnchor(quote).range(in: QuoteAnchor.Text("x" + Self.words), comparisons: &none) != nil)
        let misread = Self.words.replacing("committee", with: "c0mmittee")
        #expect(QuoteAnchor(quote).range(in: QuoteAnchor.Text(misread), comparisons: &none) == nil)
        #expect(none == 0)
    }

    @Test func aQuoteIsFoundNearestToWhereItWas() throws {
        let text = Array(repeating: "the same words here", count: 2_000).joined(separator: ", ")
        let quote = try #require(TextQuote(30_009..<30_014, in: text))
        let found = try #require(Self.range(quote, in: "x" + text))
        #expect(abs(found.range.lowerBound - 30_010) < 25)
    }

    @Test func thePlaceOfAQuoteAgreesWithDistancesComputedInFull() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 1...30, using: &random)).map { _ in UInt32.random(in: 1...3, using: &random)
            }
            let pattern = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                UInt32.random(in: 1...3, using: &random)
            }
            let most = Int.random(in: 0...4, using: &random)
            var least = Int.max
            for start in text.indices {
                for end in start + 1...text.count {
                    least = min(least, EditDistance.between(pattern[...], text[start..<end]))
                }
            }
            let found = EditDistance.ranges(of: pattern, in: text, within: most, limit: 10)
            #expect(found.first?.distance == (least <= most ? least : nil), "\(pattern) in \(text) within \(most)")
            for place in found {
                #expect(EditDistance.between(pattern[...], text[place.range]) == place.distance)
            }
        }
    }
}
