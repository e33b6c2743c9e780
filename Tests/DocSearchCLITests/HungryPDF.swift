/// A PDF of three pages without text, of which the second takes `groups` times 56 MB to draw at 300 dots an inch: forms
/// within each other, each with a picture of its own (ISO 32000-1, 11.6.6).
struct HungryPDF {
    let groups: Int

    var bytes: [UInt8] {
        let first = 9
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>",
            page(content: 6, form: first), page(content: 7, form: first), page(content: 6, form: first),
            stream("", "q 900 0 0 900 0 0 cm /I Do Q"), stream("", "q 900 0 0 900 0 0 cm /I Do Q /G gs /X Do"),
            stream(
                "/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray",
                "UUUUUUUU"),
        ]
        for number in 0..<groups {
            let next = first + number + 1
            let isLast = number == groups - 1
            let resources = isLast ? "" : "/XObject << /X \(next) 0 R >> \(Self.state)"
            objects.append(
                stream(
                    "/Type /XObject /Subtype /Form /BBox [0 0 900 900] /Group << /S /Transparency /I true >> "
                        + "/Resources << \(resources) >>", isLast ? "0 g 100 100 50 50 re f" : "/G gs /X Do"))
        }
        var text = "%PDF-1.7\n"
        var offsets = ""
        for (index, object) in objects.enumerated() {
            let offset = String(text.utf8.count)
            offsets += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n\(offsets)"
        return Array((text + "trailer << /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n").utf8)
    }

    private static let state = "/ExtGState << /G << /ca 0.9 >> >>"

    private func page(content: Int, form: Int) -> String {
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 900 900] /Contents \(content) 0 R "
            + "/Resources << /XObject << /I 8 0 R /X \(form) 0 R >> \(Self.state) >> >>"
    }

    private func stream(_ dictionary: String, _ content: String) -> String {
        "<< \(dictionary) /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"
    }
}
