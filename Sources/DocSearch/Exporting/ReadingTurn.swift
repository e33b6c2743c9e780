/// How a scan lies on its page, told by where the next word is: recognition gives words in the order in which they are read.
enum ReadingTurn {
    /// Quarter turns clockwise that make most words upright.
    static func turns(of words: [(text: String, box: PageBox)]) -> Int {
        var counts = [0, 0, 0, 0]
        for (word, next) in zip(words, words.dropFirst()) {
            guard let turns = turns(from: word.box, to: next.box) else { continue }
            // Words that are read from right to left are upright.
            let isRightToLeft = turns == 2 && VisualOrder.isRightToLeft(word.text)
            counts[isRightToLeft ? 0 : turns] += 1
        }
        let most = counts.indices.max { counts[$0] < counts[$1] } ?? 0
        return counts[most] > 2 && counts[most] * 2 > counts.reduce(0, +) ? most : 0
    }

    /// Nil when they are not side by side.
    private static func turns(from one: PageBox, to other: PageBox) -> Int? {
        let (x, y) = (other.left - one.left, other.top - one.top)
        let across = min(one.right, other.right) - max(one.left, other.left)
        let down = min(one.bottom, other.bottom) - max(one.top, other.top)
        if down > min(one.height, other.height) / 2, across < 0 { return x > 0 ? 0 : 2 }
        if across > min(one.width, other.width) / 2, down < 0,
            max(one.height, other.height) > max(one.width, other.width)
        {
            return y > 0 ? 3 : 1
        }
        return nil
    }

    /// `size` is that of the page as shown.
    static func box(_ box: PageBox, turnedBy turns: Int, on size: PageText.Size) -> PageBox {
        switch turns {
        case 1: PageBox(left: size.height - box.bottom, top: box.left, width: box.height, height: box.width)
        case 2:
            PageBox(
                left: size.width - box.right, top: size.height - box.bottom, width: box.width, height: box.height)
        case 3: PageBox(left: box.top, top: size.width - box.right, width: box.height, height: box.width)
        default: box
        }
    }
}
