import BundleReading
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@Suite struct DocumentContentTests {
    private static let large = Fixture.pdf + [UInt8](repeating: 0x20, count: 300_000) + [1, 2, 3]

    static let bundles: [(name: String, bytes: [UInt8])] = {
        let metadata = (try? Fixture.yianaMetadata()) ?? []
        return [
            ("PDF", large), ("zip", ZipWriter([.init("a.pdf", large)]).bytes),
            ("yianazip 1", metadata + Fixture.separator + large),
        ]
    }()

    @Test(arguments: bundles, [100_000, 1 << 20])
    func documentContentIsTheSameFromMemoryAndFromFile(bundle: (name: String, bytes: [UInt8]), memory: Int64) throws {
        let limits = limits { $0.memoryBytes = memory }
        let opened = try openBundle(bundle.bytes, limits: limits)
        let content = try opened.pdf(of: opened.documents[0])
        #expect(content.byteCount == Int64(Self.large.count))
        #expect(try bytes(of: content) == Self.large)
        if case .file = content { #expect(memory == 100_000) } else { #expect(memory == 1 << 20) }
    }

    @Test func documentContentOutlivesItsBundle() throws {
        let content = try {
            let bundle = try openZip([.init("a.pdf", Fixture.pdf)])
            return try bundle.pdf(of: bundle.documents[0])
        }()
        #expect(try bytes(of: content) == Fixture.pdf)
    }

    @Test func documentContentCanBeReadAgain() throws {
        let limits = limits { $0.bundleBytes = Int64(Fixture.bombSize * 3 / 2) }
        let bundle = try openZip([Fixture.bombEntry("a.pdf")], limits: limits)
        for _ in 0..<3 {
            #expect(try bundle.pdf(of: bundle.documents[0]).byteCount == Int64(Fixture.bombSize))
        }
    }

    @Test func documentContentLeavesNoTemporaryFileBehind() throws {
        let limits = limits { $0.memoryBytes = 10 }
        let bundle = try openZip([.init("a.pdf", Fixture.pdf)], limits: limits)
        guard case .file(let descriptor, _) = try bundle.pdf(of: bundle.documents[0]) else {
            Issue.record("the content is not in a file")
            return
        }
        var status = stat()
        #expect(fstat(descriptor.rawValue, &status) == 0)
        #expect(status.st_nlink == 0)
    }

    static let hashes: [(bytes: [UInt8], hash: String)] = [
        ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            [UInt8](repeating: 0x61, count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    /// In memory and in a file.
    @Test(arguments: hashes)
    func contentHashesAreAsPublished(bytes: [UInt8], hash: String) throws {
        let source = try OpenFile(bytes)
        let file = try withExtendedLifetime(source) { try OwnedDescriptor(duplicating: source.descriptor) }
        #expect(try ContentHash.sha256(.file(file, byteCount: Int64(bytes.count))) == hash)
        #expect(bytes.withUnsafeBytes { ContentHash.sha256($0) } == hash)
    }
}
