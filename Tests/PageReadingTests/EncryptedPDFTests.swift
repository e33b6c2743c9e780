import DocSearchTestSupport
import Foundation
import Testing

@testable import PageReading

@Suite("An encrypted PDF")
struct EncryptedPDFTests {
    @Test func pdfThatNeedsAPasswordSaysSo() throws {
        let error = try #require(throws: PageReadingError.self) { try PDFDocument(bytes(Self.locked)) }
        #expect(error.code == .locked)
        #expect(error.reason.contains("needs a password"))
    }

    @Test(arguments: ["user", "owner"])
    func encryptedPDFIsReadWithEitherPassword(password: String) throws {
        let document = try open(Self.locked, password)
        #expect(try document.page(1).textLayer().text.contains("Secret"))
    }

    @Test(arguments: ["", "User", "usér", String(repeating: "user", count: 1000)])
    func encryptedPDFStaysLockedWithAnotherPassword(password: String) throws {
        let error = try #require(throws: PageReadingError.self) { try open(Self.locked, password) }
        #expect(error.code == .locked)
    }

    @Test func encryptedPDFIsTheSameFromAFile() throws {
        let path = NSTemporaryDirectory() + "docsearch-\(UUID().uuidString).pdf"
        try Data(bytes(Self.locked)).write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        let file = Foundation.open(path, O_RDONLY)
        defer { close(file) }
        #expect(try PDFDocument(descriptor: file, password: "user").pageCount == 1)
        let error = try #require(throws: PageReadingError.self) { try PDFDocument(descriptor: file, password: "wrong") }
        #expect(error.code == .locked)
    }

    @Test func encryptedPDFThatNeedsNoPasswordIsRead() throws {
        let document = try PDFDocument(bytes(Self.restricted))
        #expect(try document.page(1).textLayer().text.contains("Secret"))
    }

    private func open(_ base64: String, _ password: String) throws -> PDFDocument {
        let owner = try PinnedBytes(bytes(base64))
        return try PDFDocument(bytes: owner.buffer, owner: owner, password: password)
    }

    private func bytes(_ base64: String) throws -> [UInt8] {
        [UInt8](try #require(Data(base64Encoded: base64)))
    }

    /// One page of 200 by 100 points with the word "Secret", RC4 of 40 bits, passwords "user" and "owner". Written for
    /// this test, encrypted by qpdf 11.
    private static let locked = """
        JVBERi0xLjQKJb/3ov4KMSAwIG9iago8PCAvUGFnZXMgMiAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwg\
        L0NvdW50IDEgL0tpZHMgWyAzIDAgUiBdIC9UeXBlIC9QYWdlcyA+PgplbmRvYmoKMyAwIG9iago8PCAvQ29udGVudHMgNCAwIFIg\
        L01lZGlhQm94IFsgMCAwIDIwMCAxMDAgXSAvUGFyZW50IDIgMCBSIC9SZXNvdXJjZXMgPDwgL0ZvbnQgPDwgL0YgNSAwIFIgPj4g\
        Pj4gL1R5cGUgL1BhZ2UgPj4KZW5kb2JqCjQgMCBvYmoKPDwgL0xlbmd0aCA0NSAvRmlsdGVyIC9GbGF0ZURlY29kZSA+PgpzdHJl\
        YW0KpJVt5lvd8rPJEDdh4WW9q8Pf1VHHmroc5yCj9te6WJJQGvVfTzWO2uRVVblyZW5kc3RyZWFtCmVuZG9iago1IDAgb2JqCjw8\
        IC9CYXNlRm9udCAvSGVsdmV0aWNhIC9TdWJ0eXBlIC9UeXBlMSAvVHlwZSAvRm9udCA+PgplbmRvYmoKNiAwIG9iago8PCAvRmls\
        dGVyIC9TdGFuZGFyZCAvTGVuZ3RoIDQwIC9PIDw5NGU4MDk0NDE5NjYyYTc3NDQ0MmZiMDcyZTNkOWYxOWU5ZDEzMGVjMDlhNGQw\
        MDYxZTc4ZmU5MjBmN2FiNjJmPiAvUCAtNCAvUiAyIC9VIDwxOGZjNTFlMTFmM2Q3NDYxYjQ1YjFkOTUzMjU3YWE4OWM1NzAyOGVh\
        Yjk2OTkxNTE4ZmJkNWIxNDVmMWE3ZjM5PiAvViAxID4+CmVuZG9iagp4cmVmCjAgNwowMDAwMDAwMDAwIDY1NTM1IGYgCjAwMDAw\
        MDAwMTUgMDAwMDAgbiAKMDAwMDAwMDA2NCAwMDAwMCBuIAowMDAwMDAwMTIzIDAwMDAwIG4gCjAwMDAwMDAyNTAgMDAwMDAgbiAK\
        MDAwMDAwMDM2NSAwMDAwMCBuIAowMDAwMDAwNDM1IDAwMDAwIG4gCnRyYWlsZXIgPDwgL1Jvb3QgMSAwIFIgL1NpemUgNyAvSUQg\
        Wzw1ODllNzUwYzg0ZjFmYjY3ODE0MTg3NGYyZDc1NGE0YT48NTg5ZTc1MGM4NGYxZmI2NzgxNDE4NzRmMmQ3NTRhNGE+XSAvRW5j\
        cnlwdCA2IDAgUiA+PgpzdGFydHhyZWYKNjQxCiUlRU9GCg==
        """

    /// The same with an empty user password: everybody may open it, nobody may print.
    private static let restricted = """
        JVBERi0xLjQKJb/3ov4KMSAwIG9iago8PCAvUGFnZXMgMiAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwg\
        L0NvdW50IDEgL0tpZHMgWyAzIDAgUiBdIC9UeXBlIC9QYWdlcyA+PgplbmRvYmoKMyAwIG9iago8PCAvQ29udGVudHMgNCAwIFIg\
        L01lZGlhQm94IFsgMCAwIDIwMCAxMDAgXSAvUGFyZW50IDIgMCBSIC9SZXNvdXJjZXMgPDwgL0ZvbnQgPDwgL0YgNSAwIFIgPj4g\
        Pj4gL1R5cGUgL1BhZ2UgPj4KZW5kb2JqCjQgMCBvYmoKPDwgL0xlbmd0aCA0NSAvRmlsdGVyIC9GbGF0ZURlY29kZSA+PgpzdHJl\
        YW0KxwUFLmeN+5QIn20pHLss2nnMTOvHbUOgy2VoGNH39vxOS2accPX5L9bTfX3wZW5kc3RyZWFtCmVuZG9iago1IDAgb2JqCjw8\
        IC9CYXNlRm9udCAvSGVsdmV0aWNhIC9TdWJ0eXBlIC9UeXBlMSAvVHlwZSAvRm9udCA+PgplbmRvYmoKNiAwIG9iago8PCAvRmls\
        dGVyIC9TdGFuZGFyZCAvTGVuZ3RoIDQwIC9PIDxjOTI0MjI2ODdmYWNlZTY4NmUzNzNmMTBiNWM3ZDA0NzM4MDUzMTUyZjdlMmVl\
        MzBlMTFjNjllYzQ0MjU3NmFiPiAvUCAtNCAvUiAyIC9VIDxiNzJhZTY0N2EzM2VjZjlhYzg4YTU2MmQ4NWQ2MTRhMWNlMjc0NjE5\
        YTUwZjg5OTc0OWIxNDBkMjY3MzQ3ZmE3PiAvViAxID4+CmVuZG9iagp4cmVmCjAgNwowMDAwMDAwMDAwIDY1NTM1IGYgCjAwMDAw\
        MDAwMTUgMDAwMDAgbiAKMDAwMDAwMDA2NCAwMDAwMCBuIAowMDAwMDAwMTIzIDAwMDAwIG4gCjAwMDAwMDAyNTAgMDAwMDAgbiAK\
        MDAwMDAwMDM2NSAwMDAwMCBuIAowMDAwMDAwNDM1IDAwMDAwIG4gCnRyYWlsZXIgPDwgL1Jvb3QgMSAwIFIgL1NpemUgNyAvSUQg\
        WzxiMTc2MDkxZDQzNjIwZGU2Mzk4OGU4ZjhjMzhkZGJmMD48YjE3NjA5MWQ0MzYyMGRlNjM5ODhlOGY4YzM4ZGRiZjA+XSAvRW5j\
        cnlwdCA2IDAgUiA+PgpzdGFydHhyZWYKNjQxCiUlRU9GCg==
        """
}
