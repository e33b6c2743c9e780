import BundleConventions
import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// What is read, and what is not, of an export of Paperless-ngx.
@Suite struct PaperlessManifestTests {
    private static let manifest = #"""
        [{"model":"auth.user","pk":3,"fields":{"username":"SECRETuser","password":"SECRETpassword"}},
        {"model":"authtoken.token","pk":"SECRETtoken","fields":{"user":3}},
        {"model":"paperless_mail.mailaccount","pk":1,"fields":{"name":"SECRETaccount","password":"SECRETmail"}},
        {"model":"documents.uisettings","pk":1,"fields":{"settings":{"email":"SECRETsettings"}}},
        {"model":"documents.workflowactionwebhook","pk":1,"fields":{"headers":"SECRETheader","name":"SECREThook"}},
        {"model":"documents.sharelink","pk":1,"fields":{"slug":"SECRETslug","document":12}},
        {"model":"documents.document","pk":12,"fields":{"title":"Water rates","content":"Your water rates are due",
        "correspondent":4,"document_type":5,"tags":[7,6,99],"storage_path":8,"created":"2023-05-01",
        "archive_serial_number":1931,"original_filename":"scan 7.pdf","owner":3,"checksum":"ABC","page_count":2,
        "mime_type":"application/pdf"},"__exported_file_name__":"2023-05-01 Marsh End Water rates.pdf",
        "__exported_archive_name__":"2023-05-01 Marsh End Water rates.pdf-archive.pdf",
        "__exported_thumbnail_name__":"x.webp"},
        {"model":"documents.correspondent","pk":4,"fields":{"name":"Marsh End"}},
        {"model":"documents.documenttype","pk":5,"fields":{"name":"Invoice"}},
        {"model":"documents.tag","pk":6,"fields":{"name":"house"}},
        {"model":"documents.tag","pk":7,"fields":{"name":"water"}},
        {"model":"documents.storagepath","pk":8,"fields":{"name":"Bills","path":"{created_year}/{title}"}},
        {"model":"documents.note","pk":1,"fields":{"note":"Paid in June","document":12,"user":3}},
        {"model":"documents.note","pk":2,"fields":{"note":"Asked again","document":12,"user":3}},
        {"model":"documents.customfield","pk":1,"fields":{"name":"Amount","data_type":"monetary"}},
        {"model":"documents.customfieldinstance","pk":1,"fields":{"document":12,"field":1,"value_text":null,
        "value_monetary":"GBP12.50"}},
        {"model":"documents.customfield","pk":2,"fields":{"name":"State","data_type":"select","extra_data":
        {"select_options":[{"id":"x1","label":"Open"},{"id":"x2","label":"Paid"}]}}},
        {"model":"documents.customfieldinstance","pk":2,"fields":{"document":12,"field":2,"value_select":"x2"}}]
        """#

    private func read(_ parts: String...) throws -> PaperlessManifest {
        var manifest = PaperlessManifest()
        for part in parts { try manifest.add(parsing: Array(part.utf8)) }
        return manifest
    }

    private func document(_ fields: String, beside: String = "") throws -> PaperlessDocument {
        let manifest = try read(#"[{"model":"documents.document","pk":1,"fields":{\#(fields)}\#(beside)}]"#)
        return try #require(manifest.documents().first)
    }

    @Test func paperlessManifestCarriesFieldsOver() throws {
        let manifest = try read(Self.manifest)
        #expect(manifest.documents().count == 1)
        let document = try #require(manifest.documents().first)
        let expected = DocumentMetadata.described(
            "Water rates", by: ["Marsh End"], date: "2023-05-01", tags: ["water", "house", "Invoice"],
            identifier: "1931", description: "Paid in June\n\nAsked again", pageCount: 2,
            details: [
                .init(.other, called: "Amount", "GBP12.50"), .init(.other, called: "State", "Paid"),
            ])
        #expect(document.metadata == expected)
        #expect(document.content == "Your water rates are due")
        #expect(document.exportedFile?.path == "2023-05-01 Marsh End Water rates.pdf")
        #expect(document.exportedArchive?.path == "2023-05-01 Marsh End Water rates.pdf-archive.pdf")
        #expect(document.originalFileName == "scan 7.pdf")
        #expect(document.exportedFile?.checksum == "abc")
        #expect(!document.isDeleted)
    }

    @Test func paperlessManifestKeepsNoCredentials() throws {
        let manifest = try read(Self.manifest)
        var everything = ""
        dump(manifest, to: &everything)
        #expect(everything.contains("Water rates"))
        #expect(!everything.contains("SECRET"))
        let raw = try #require(manifest.documents().first?.rawText)
        #expect(raw.contains(#""custom_fields":{"Amount":"GBP12.50","State":"Paid"}"#))
        #expect(raw.contains(#""storage_path":"Bills""#))
        #expect(!raw.contains("owner"))
        #expect(!raw.contains("Your water rates"))
    }

    @Test func joinsSplitManifests() throws {
        let manifest = try read(
            #"[{"model":"documents.correspondent","pk":4,"fields":{"name":"Marsh End"}}]"#,
            #"[{"model":"documents.document","pk":2,"fields":{"title":"B","correspondent":4}},{"model":"documents.note","pk":1,"fields":{"document":2,"note":"n"}}]"#,
            #"[{"model":"documents.document","pk":1,"fields":{"title":"A"}}]"#,
            #"[{"model":"documents.document","pk":1,"fields":{"title":"A again"}}]"#)
        #expect(manifest.documents().map(\.metadata.title) == ["B", "A"])
        #expect(manifest.documents()[0].metadata.authors == ["Marsh End"])
        #expect(manifest.documents()[0].metadata.description == "n")
        #expect(manifest.documents()[0].exportedFile == nil)
    }

    @Test(arguments: [
        ("2023-05-01", "2023-05-01"), ("2023-05-01T00:00:00+02:00", "2023-05-01"),
        ("2023-05-01T00:00:00Z", "2023-05-01"), ("2023-04-30T22:00:00Z", "2023-05-01"),
        ("2023-12-31T23:00:00Z", "2024-01-01"), ("2023-04-30T18:30:00+00:00", "2023-05-01"),
        ("2023-04-30T12:00:00Z", "2023-05-01"), ("2023-05-01T05:00:00Z", "2023-05-01T05:00:00Z"),
        ("1931-04-21T23:00:00Z", "1931-04-22"), ("2023-04-30T22:00:00+02:00", "2023-04-30T22:00:00+02:00"),
        ("2023-04-30T22:10:07Z", "2023-04-30T22:10:07Z"), ("2023-05-01 00:00:00+02:00", "2023-05-01"), ("soon", nil),
    ])
    func paperlessManifestReaderReadsDates(created: String, date: String?) throws {
        #expect(try document(#""created":"\#(created)""#).metadata.date == date)
    }

    @Test(arguments: ["/etc/passwd", "../a.pdf", "a/../../b.pdf", "~/a.pdf", "C:\\a.pdf"])
    func paperlessManifestRefusesFilesElsewhere(path: String) throws {
        let path = path.replacing("\\", with: "\\\\")
        let document = try document(
            #""title":"A""#,
            beside: #","__exported_file_name__":"\#(path)","__exported_archive_name__":"archive/a.pdf""#)
        #expect(document.exportedFile == nil)
        #expect(document.exportedArchive?.path == "archive/a.pdf")
    }

    @Test func paperlessManifestTellsDeletedDocuments() throws {
        #expect(try document(#""deleted_at":"2024-01-01T00:00:00Z""#).isDeleted)
        #expect(try !document(#""deleted_at":null"#).isDeleted)
    }

    @Test(arguments: [
        (manifest, true), ("\n [{\"model\": \"x\", \"pk\": 1}]", true), ("[]", false), ("{}", false),
        (#"[{"model":"x"}]"#, false), (#"{"model":"documents.document","pk":1}"#, false), ("", false),
    ])
    func paperlessManifestIsToldByItsBeginning(text: String, isManifest: Bool) {
        #expect(FirstBytes.isDatabaseDump(Array(text.utf8.prefix(4096))) == isManifest)
    }

    @Test(arguments: ["{}", "x", "7"])
    func refusesWhatIsNoPaperlessManifest(text: String) throws {
        #expect(try bundleError { try read("[]", text) }.code == .damaged)
    }

    @Test func readingPaperlessManifestsSurvivesMutations() {
        Mutations.read(Self.manifest, seed: 3, findingMoreThan: 80) { bytes in
            var manifest = PaperlessManifest()
            try manifest.add(parsing: bytes)
            let documents = manifest.documents()
            #expect(Set(documents.map(\.key)).count == documents.count)
            return !documents.isEmpty
        }
    }
}
