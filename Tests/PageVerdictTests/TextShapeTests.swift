import Testing

@testable import PageVerdict

@Suite("The shape of a text")
struct TextShapeTests {
    @Test func ofProseIsTrustworthy() {
        let prose = """
            The council met in the old market hall and resolved that the bridge be mended before the rains. A letter of
            the water board was read, in which the clerk asks for the plans of the new reservoir and for the names of
            the men who had been seen there at night.
            """
        let shape = TextShape(of: prose)
        #expect(shape.isTrustworthy(words: 40) && shape.odd == 0 && shape.language == "eng")
        #expect(shape.functionWords * 3 > shape.words)
    }
}
