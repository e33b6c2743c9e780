import DocSearchServer
import DocSearchTestSupport
import Testing

/// Pages of some megabytes with marks everywhere.
@Suite struct LargePageTests {
    @Test func areMarkedInOneGo() throws {
        let text = String(repeating: "<é> sluice ", count: 100_000)
        let marks = (0..<100_000).map { $0 * 11 + 4..<$0 * 11 + 10 }
        var source = ""
        let spent = try processorTime { source = HTML.marked(text, at: marks).source }
        #expect(spent < .seconds(10))
        #expect(source.hasPrefix("&lt;é&gt; <mark class=\"hit\">sluice</mark> &lt;é&gt; "))
        #expect(source.hasSuffix("<mark class=\"hit\">sluice</mark> "))
        #expect(source.count == 100_000 * "&lt;é&gt; <mark class=\"hit\">sluice</mark> ".count)
    }
}
