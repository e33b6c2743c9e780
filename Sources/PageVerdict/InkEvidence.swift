/// What is visible on a page, beside what its text layer accounts for.
package struct InkEvidence: Sendable, Equatable, Codable {
    /// Share of the page's pixels that differ clearly from the paper around them.
    package var inkShare: Double
    /// Share of the ink that lies in line-like structures; near 1 for print, near 0 for a photograph.
    package var lineShare: Double
    /// About how many characters the lines hold that lie where the layer has text.
    package var explainedCharacters: Int
    /// About how many characters the lines hold where the layer has none.
    package var unexplainedCharacters: Int
    /// Marks of the size of a letter, print or not, where the layer has none.
    package var marks: Int

    /// About how many characters can be seen.
    package var seenCharacters: Int { explainedCharacters + unexplainedCharacters }

    /// Whether all of a full page is in the layer, and neither more nor less.
    package func explainsLayer(of shape: TextShape) -> Bool {
        explainedCharacters >= Self.fullPage && unexplainedCharacters * 50 <= explainedCharacters
            && shape.characters * 10 >= explainedCharacters * 6
    }

    /// Characters; of a letter, say.
    private static let fullPage = 300

    package static let none = InkEvidence(
        inkShare: 0, lineShare: 0, explainedCharacters: 0, unexplainedCharacters: 0, marks: 0)
}

/// A rectangle in pixels from the top left corner of a page image; right and bottom are exclusive.
package struct InkBounds: Sendable, Equatable {
    package var left: Int
    package var top: Int
    package var right: Int
    package var bottom: Int

    package init(left: Int, top: Int, right: Int, bottom: Int) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }
}
