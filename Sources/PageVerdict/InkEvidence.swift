package struct InkEvidence: Sendable, Equatable, Codable {
    /// Share of the page's pixels that differ clearly from the paper around them.
    package var inkShare: Double
    /// Share of the ink in line-like structures; near 1 for print, near 0 for a photograph.
    package var lineShare: Double
    /// Approximate, in lines where the layer has text.
    package var explainedCharacters: Int
    /// Approximate, in lines where the layer has none.
    package var unexplainedCharacters: Int
    package var marks: Int

    package var seenCharacters: Int { explainedCharacters + unexplainedCharacters }

    package func explainsLayer(of shape: TextShape) -> Bool {
        explainedCharacters >= Self.fullPage && unexplainedCharacters * 50 <= explainedCharacters
            && shape.characters * 10 >= explainedCharacters * 6
    }

    /// Characters, as on a page of a letter.
    private static let fullPage = 300

    package static let none = InkEvidence(
        inkShare: 0, lineShare: 0, explainedCharacters: 0, unexplainedCharacters: 0, marks: 0)
}

/// A rectangle in pixels from the top left corner of a page image. Right and bottom are exclusive.
package struct InkBounds: Sendable, Equatable {
    package var left: Int
    package var top: Int
    package var right: Int
    package var bottom: Int

    package init(left: Int, top: Int, right: Int, bottom: Int) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }
}
