import ContentHashing
import Testing

@testable import DocSearch

@Suite("Hashes that are the same in every run")
struct StableHashTests {
    /// From the page of the algorithm, http://www.isthe.com/chongo/tech/comp/fnv/.
    @Test(
        arguments: [
            ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
        ] as [(String, UInt64)])
    func stableHashesAreThoseOfFNV1a(text: String, value: UInt64) {
        var hash = StableHash()
        hash.add(text.utf8)
        #expect(hash.value == value)
    }

    /// With another number the next run would read every bundle of several files again.
    @Test func stableHashesGiveTheNumbersThatIndexesHave() {
        func file(_ byteCount: Int64, _ modified: Int64, _ inode: Int64) -> FileStatus {
            FileStatus(kind: .file, byteCount: byteCount, modified: modified, inode: inode)
        }
        var combined = CombinedStatus()
        combined.add("a.pdf".utf8, file(10, 20, 30))
        combined.add("b.json".utf8, file(1, 2, 3))
        combined.add(unreadable: "c".utf8)
        let status = combined.status(.directory)
        #expect(status.inode == 2_745_877_350_336_636_285)
        #expect(status.byteCount == 11)
        #expect(status.modified == 20)
    }
}
