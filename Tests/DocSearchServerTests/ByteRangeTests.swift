import DocSearchServer
import Testing

@Suite struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-499", ByteRange.part(0..<500)), ("bytes=500-999", .part(500..<1000)),
        ("bytes=-500", .part(9500..<10000)),
        ("bytes=9500-", .part(9500..<10000)), ("bytes=0-0", .part(0..<1)), ("bytes=-1", .part(9999..<10000)),
        ("bytes=0-20000", .part(0..<10000)), ("bytes=-20000", .part(0..<10000)), ("Bytes=1-2", .part(1..<3)),
        ("bytes= 1 - 2", .part(1..<3)), ("bytes=10000-", .outside), ("bytes=10000-10001", .outside),
        ("bytes=-0", .outside), ("bytes=99999999999999999999-", .outside),
        ("bytes=5-99999999999999999999", .part(5..<10000)),
        ("bytes=2-1", .all), ("bytes=a-b", .all), ("bytes=-", .all), ("bytes=", .all), ("items=0-1", .all),
        ("bytes=0-1,3-4", .all), ("bytes=--1", .all), ("bytes=+1-2", .all), ("", .all), ("bytes", .all),
    ])
    func byteRangeFollowsRFC9110(header: String, range: ByteRange) {
        #expect(ByteRange.parse(header, count: 10_000) == range)
    }

    @Test func byteRangeHasNoPartOfAnEmptyFile() {
        #expect(ByteRange.parse("bytes=0-", count: 0) == .outside)
        #expect(ByteRange.parse("bytes=-1", count: 0) == .outside)
    }

    /// RFC 9110, 14.2: only of GET.
    @Test(arguments: [
        ("GET", "\"new\"", ByteRange.part(0..<2)), ("GET", "\"old\"", .all), ("GET", "W/\"new\"", .all),
        ("HEAD", "\"new\"", .all),
    ])
    func byteRangeIsOfTheSameVersion(method: String, version: String, range: ByteRange) throws {
        let headers = ["range": "bytes=0-1", "if-range": version]
        let visit = try #require(Visit(method, "/files/1.pdf", headers: headers))
        #expect(ByteRange.of(visit, count: 10, tag: "new") == range)
    }
}
