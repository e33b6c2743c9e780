import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite struct ViewerAnswerTests {
    private func site() async throws -> Site {
        var settings = try await ServedArchive.shared.value.settings()
        settings.extractorPath = try ExtractProgram.path()
        return Site(settings)
    }

    private func council() async throws -> Int64 { try await ServedArchive.shared.value.document(titled: "Council").id }

    private func list(_ value: Any?) throws -> [[String: Any]] { try #require(value as? [[String: Any]]) }

    @Test func manifestGivesEachPageACanvasOfFourPixelsAPoint() async throws {
        let (site, id) = (try await site(), try await council())
        let manifest = try await site.ask("/iiif/presentation/3/\(id)/manifest").json()
        #expect(manifest["navDate"] as? String == "1931-03-05T00:00:00Z")
        let canvases = try list(manifest["items"])
        #expect(canvases.count == 2)
        let points = try #require(
            try await ServedArchive.shared.value.index.pages(of: ServedArchive.shared.value.document(titled: "Council"))
                .first?.size)
        #expect(canvases[0]["width"] as? Int == Int((points.width * 4).rounded()))
        let information = try await site.ask("/iiif/image/3/\(id)-1/info.json").json()
        #expect(information["width"] as? Int == canvases[0]["width"] as? Int)
        #expect(information["height"] as? Int == canvases[0]["height"] as? Int)
    }

    @Test func bothVersionsOfTheIIIFSearchFindTheSameBoxes() async throws {
        let (site, id) = (try await site(), try await council())
        let first = try await site.ask("/iiif/search/1/\(id)?q=board").json()
        let second = try await site.ask("/iiif/search/2/\(id)?q=board").json()
        let resources = try list(first["resources"])
        let items = try list(second["items"])
        #expect(resources.count == 2)
        #expect(resources.map { $0["on"] as? String } == items.map { $0["target"] as? String })
        #expect((first["within"] as? [String: Any])?["total"] as? Int == 2)
        #expect((second["partOf"] as? [String: Any])?["total"] as? Int == 2)
        let known = Set(resources.compactMap { $0["@id"] as? String })
        let hits = try list(first["hits"])
        #expect(hits.allSatisfy { Set($0["annotations"] as? [String] ?? [""]).isSubset(of: known) })
        #expect(hits.map { $0["match"] as? String } == ["board", "board"])
        #expect((hits[0]["before"] as? String)?.hasSuffix("The water ") == true)
        let manifest = try await site.ask("/iiif/presentation/3/\(id)/manifest").json()
        let canvases = try list(manifest["items"])
        for (resource, canvas) in zip(resources, canvases) {
            let parts = try #require(resource["on"] as? String).split(separator: "#xywh=")
            #expect(String(parts[0]) == canvas["id"] as? String)
            let numbers = parts[1].split(separator: ",").compactMap { Int($0) }
            #expect(numbers.count == 4)
            #expect(numbers.allSatisfy { $0 >= 0 })
            #expect(numbers[0] + numbers[2] <= canvas["width"] as? Int ?? 0)
            #expect(numbers[1] + numbers[3] <= canvas["height"] as? Int ?? 0)
        }
        #expect(
            try list(await site.ask("/iiif/autocomplete/1/\(id)?q=tram").json()["terms"]).map { $0["match"] as? String }
                == ["tramway"])
        #expect(try list(await site.ask("/iiif/search/1/\(id)?q=").json()["resources"]).isEmpty)
    }

    @Test func serverDrawsTheRegionsThatAreAskedFor() async throws {
        let (site, id) = (try await site(), try await council())
        let image = await site.ask("/iiif/image/3/\(id)-1/0,0,512,512/256,/0/gray.png")
        #expect(image.status == 200)
        #expect(image[header: "content-type"] == "image/png")
        // Width and height of a PNG stand behind its first 16 bytes.
        let size = image.bytes[16..<24].reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) }
        #expect(size == 256 << 32 | 256)
        let tag = try #require(image[header: "etag"])
        let again = await site.ask("/iiif/image/3/\(id)-1/0,0,512,512/256,/0/gray.png", "GET", ["if-none-match": tag])
        #expect(again.status == 304)
        #expect(again.bytes.isEmpty)
        #expect(image[header: "link"]?.contains("/0,0,512,512/256,256/0/gray.png>;rel=\"canonical\"") == true)
        let crop = await site.ask("/documents/\(id)/pages/1/crop.jpg?q=sluice")
        #expect(crop.status == 200)
        #expect(crop.bytes.starts(with: [0xFF, 0xD8]))
        #expect(await site.ask("/documents/\(id)/pages/1/crop.jpg?q=nowhere").status == 404)
        let marked = await site.ask("/documents/\(id)/pages/1/crop.svg?q=sluice")
        #expect(marked[header: "content-type"] == "image/svg+xml; charset=utf-8")
        #expect(marked[header: "content-security-policy"] == "default-src 'none'; img-src data:")
        #expect(marked.text.contains("xlink:href=\"data:image/jpeg;base64,\(Data(crop.bytes).base64EncodedString())\""))
        #expect(marked.text.split(separator: "<rect ").count == 2, "the one word of the piece")
        #expect(await site.ask("/documents/\(id)/pages/1/crop.svg?q=nowhere").status == 404)
        #expect(await site.ask("/iiif/image/3/\(id)-1")[header: "location"]?.hasSuffix("/info.json") == true)
    }

    @Test func viewerMarksWordsWhereTheyAreOnThePage() async throws {
        let (site, id) = (try await site(), try await council())
        let page = await site.ask("/documents/\(id)/pages/1?q=sluice").text
        #expect(page.contains("<rect class=\"hit\" id=\"hit-1\""))
        #expect(page.contains("<mark class=\"hit\">sluice</mark>"))
        let object = try await site.ask("/api/v1/documents/\(id)/pages/1?q=sluice").json()
        let matches = try #require(object["matches"] as? [String: Any])
        #expect(matches["numTotal"] as? Int == 1)
        let boxes = try #require(matches["highlights"] as? [[[String: Any]]])
        #expect(boxes[0][0]["text"] as? String == "sluice")
        let search = try await site.ask("/api/v1/search?q=sluice&boxes=true").json()
        #expect(try list(list(search["hits"])[0]["pages"])[0]["matches"] != nil)
        #expect(await site.ask("/documents/\(id)/pages/1.hocr").text.contains("sluice"))
        #expect(await site.ask("/documents/\(id)/pages/1.alto.xml").text.contains("CONTENT=\"sluice"))
        #expect(await site.ask("/documents/\(id)/pages/1.txt").text.contains("sluice"))
    }

    @Test func iiifGivesEachLineItsRegionOnThePage() async throws {
        let (site, id) = (try await site(), try await council())
        let lines = try list(try await site.ask("/iiif/presentation/3/\(id)/lines/1").json()["items"])
        let texts = lines.compactMap { ($0["body"] as? [String: Any])?["value"] as? String }
        #expect(texts.joined(separator: " ") == "The water board met about the sluice.")
        #expect(lines.allSatisfy { ($0["target"] as? String)?.contains("#xywh=") == true })
    }

    @Test func partsOfADocumentAreHandedOutAsADownload() async throws {
        let (site, id) = (try await site(), try await council())
        let all = await site.ask("/files/\(id).pdf")
        #expect(all.status == 200)
        #expect(all[header: "content-disposition"]?.hasPrefix("attachment; filename=\"minutes.pdf\"") == true)
        let part = await site.ask("/files/\(id).pdf", "GET", ["range": "bytes=0-4"])
        #expect(part.status == 206)
        #expect(part[header: "content-range"]?.hasPrefix("bytes 0-4/") == true)
        #expect(part.text == "%PDF-")
        let outside = await site.ask("/files/\(id).pdf", "GET", ["range": "bytes=99999999-"])
        #expect(outside.status == 416)
        #expect(outside[header: "content-range"]?.hasPrefix("bytes */") == true)
        let tag = try #require(all[header: "etag"])
        #expect(await site.ask("/files/\(id).pdf", "GET", ["if-none-match": tag]).status == 304)
    }
}
