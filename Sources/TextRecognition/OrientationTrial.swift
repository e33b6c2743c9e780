/// Reads a part of a page in all four positions: slow, but needs no data of its own.
struct OrientationTrial {
    let engine: TesseractEngine
    /// Dots per inch.
    let resolution: Int32

    /// Fewer letters are no evidence.
    private static let fewestLetters = 12

    /// Degrees clockwise that the page is turned by. `ink` is the grey `picture` in one bit a pixel, perhaps smaller. A
    /// page with little text is read completely (`isWhole`), else only the part with most letters.
    func orientation(of picture: Picture, ink: Picture, isWhole: Bool) throws -> Int? {
        guard let piece = isWhole ? picture : Self.piece(of: picture, ink: ink) else { return nil }
        var scores: [(orientation: Int, letters: Int)] = []
        for orientation in stride(from: 0, to: 360, by: 90) {
            guard let turned = piece.turned(clockwise: (360 - orientation) % 360) else { return nil }
            // As a block, since layout analysis would turn upright lines by itself.
            let reading = try engine.read(turned, resolution: resolution, isBlock: true)
            scores.append((orientation, reading.trustedLetters))
        }
        scores.sort { $0.letters > $1.letters }
        // The runner-up may have at most two thirds.
        guard scores[0].letters >= Self.fewestLetters, scores[1].letters * 3 <= scores[0].letters * 2 else {
            return nil
        }
        return scores[0].orientation
    }

    /// The ninth of the page with the most ink components, which is where the letters are.
    private static func piece(of picture: Picture, ink: Picture) -> Picture? {
        let side = 3
        guard min(picture.width, picture.height) > 600 else { return picture }
        func part(_ whole: Picture, _ index: Int) -> Picture? {
            let (width, height) = (whole.width / side, whole.height / side)
            return whole.part(left: index % side * width, top: index / side * height, width: width, height: height)
        }
        let densest = (0..<side * side).max {
            (part(ink, $0)?.componentCount ?? 0) < (part(ink, $1)?.componentCount ?? 0)
        }
        return densest.flatMap { part(picture, $0) }
    }
}
