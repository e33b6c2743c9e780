import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import PageReading

@Suite("The outline of a PDF")
struct OutlineTests {
    private func outline(_ objects: [String], pages: Int = 3, most: Int = 2_000, deepest: Int = 7) throws
        -> [ContentsFrame.Heading]
    {
        var writer = PDFWriter(texts: (1...pages).map { "page \($0)" })
        writer.outline = objects
        return try PDFDocument(writer).outline(most: most, deepest: deepest)
    }

    @Test func outlineHasItsHeadingsInTheirOrderWithPagesAndDepths() throws {
        let found = try outline(
            PDFWriter.outline([
                ("Council", 1, 0), ("Water", 2, 1), ("Pumps (old)", 2, 2), ("Trams", 3, 1), ("Index", 3, 0),
            ]))
        #expect(
            found == [
                ContentsFrame.Heading(title: "Council", page: 1, depth: 0),
                ContentsFrame.Heading(title: "Water", page: 2, depth: 1),
                ContentsFrame.Heading(title: "Pumps (old)", page: 2, depth: 2),
                ContentsFrame.Heading(title: "Trams", page: 3, depth: 1),
                ContentsFrame.Heading(title: "Index", page: 3, depth: 0),
            ])
    }

    @Test func outlineIsEmptyWhereThereIsNone() throws {
        #expect(try outline([]).isEmpty)
        for root in ["<< /Type /Outlines >>", "42", "null", "<< /First 7 /Last (x) >>", "[{0} {0}]"] {
            #expect(try outline([root]).isEmpty, "\(root)")
        }
    }

    /// Far pages, numbers of pages instead of references, names that are nowhere, other actions.
    @Test(arguments: [
        "/Dest [99 /Fit]", "/Dest [-5 /Fit]", "/Dest [2147483647 /Fit]", "/Dest [{0} /Fit]", "/Dest (nowhere)",
        "/Dest /None",
        "/Dest []", "/Dest 3", "/A << /S /URI /URI (http://example.org) >>",
        "/A << /S /GoToR /F (x.pdf) /D [0 /Fit] >>",
        "/A << /S /Launch /F (x) >>", "/A {1}", "",
    ])
    func outlineLeadsToNoPageThatThereIsNot(destination: String) throws {
        let found = try outline([
            "<< /First {1} /Last {1} >>", "<< /Title (Heading) /Parent {0} \(destination) >>",
        ])
        #expect(found == [ContentsFrame.Heading(title: "Heading", page: nil, depth: 0)])
    }

    @Test(arguments: [
        // Its own next, its own child, the one above as its child, two that lead to each other.
        ["<< /First {1} /Last {1} >>", "<< /Title (A) /Parent {0} /Next {1} >>"],
        ["<< /First {1} /Last {1} >>", "<< /Title (A) /Parent {0} /First {1} /Last {1} >>"],
        [
            "<< /First {1} /Last {1} >>", "<< /Title (A) /First {2} /Last {2} >>",
            "<< /Title (B) /First {1} /Last {1} >>",
        ],
        [
            "<< /First {1} /Last {2} >>", "<< /Title (A) /Next {2} /First {2} /Last {2} >>",
            "<< /Title (B) /Next {1} /First {1} /Last {1} >>",
        ],
        ["<< /First {0} /Last {0} >>"],
    ])
    func outlineEndsWhereItLeadsInCircles(objects: [String]) throws {
        #expect(try outline(objects, most: 50, deepest: 7).count <= 50)
        #expect(try outline(objects, most: 50, deepest: 7).allSatisfy { $0.depth <= 7 })
    }

    @Test func outlineIsNotReadBeyondItsLimits() throws {
        let many = try outline(PDFWriter.outline((1...100_000).map { ("Heading \($0)", 1, 0) }))
        #expect(many.count == 2_000)
        #expect(many.last?.title == "Heading 2000")
        let deep = try outline(PDFWriter.outline((0..<300).map { ("Depth \($0)", 1, $0) }))
        #expect(deep.map(\.depth) == Array(0...7))
    }
}
