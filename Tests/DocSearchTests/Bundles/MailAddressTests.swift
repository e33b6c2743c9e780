import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("Addresses of mails")
struct MailAddressTests {
    private static func mail(from: String) -> [UInt8] {
        let pdf = Data(TestDocument("", pages: ["a heron in the post"]).pdf).base64EncodedString()
        return Array(
            """
            From: \(from)\r
            Subject: Minutes of June\r
            MIME-Version: 1.0\r
            Content-Type: multipart/mixed; boundary=x\r
            \r
            --x\r
            Content-Type: application/pdf\r
            Content-Transfer-Encoding: base64\r
            Content-Disposition: attachment; filename=june.pdf\r
            \r
            \(pdf)\r
            --x--\r

            """.utf8)
    }

    @Test func mailAddressesAreFoundAsAuthorsBesideTheNameThatIsShown() async throws {
        let archive = try TestArchive()
        try archive.write(Self.mail(from: "Ann Lee <ann@example.org>"), to: "june.eml")
        try archive.write(Self.mail(from: "bo@example.net"), to: "july.eml")
        try await archive.update()
        // The message, and what came with it.
        let found = ["june.eml", "june.eml!/june.pdf"]
        for query in [
            "author:ann@example.org", "author:\"Ann Lee\"", "author:lee", "author:=ann@example.org", "author:exampl*",
            "ann@example.org",
        ] {
            #expect(Set(try archive.find(query) { $0.match = .all }).isSuperset(of: found), "\(query)")
        }
        #expect(try archive.find("author:ann@example.org") { $0.match = .all }.sorted() == found)
        #expect(
            try archive.find("author:bo@example.net") { $0.match = .all }.sorted() == [
                "july.eml", "july.eml!/june.pdf",
            ])
        let document = try archive.index.document(DocumentReference(found[1]))
        #expect(document.authors == ["Ann Lee"])
        #expect(document.authorAddresses == ["ann@example.org"])
        let fields = try archive.index.search(SearchRequest("author:ann@example.org")).hits.first?.fields
        #expect(fields?.map(\.text) == ["ann@example.org"])
        // What was entered is what is taken out again.
        try archive.remove("june.eml")
        try await archive.update { $0.pruneLimit = 100 }
        #expect(try archive.find("author:ann@example.org").isEmpty)
    }

    @Test func mailsWithOneAttachmentAreFoundByHasAttachments() async throws {
        let archive = try TestArchive()
        try archive.write(Self.mail(from: "Ann Lee <ann@example.org>"), to: "june.eml")
        try archive.write(["a heron alone"], to: "a.pdf")
        try await archive.update()
        #expect(try archive.find("heron has:attachments") { $0.match = .all } == ["june.eml!/june.pdf"])
        #expect(try archive.find("heron -has:attachments") { $0.match = .all } == ["a.pdf"])
    }
}
