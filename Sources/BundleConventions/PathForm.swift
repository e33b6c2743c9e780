/// Paths of documents, with a mark between a bundle and what is in it: `box.zip!/letters/1.pdf`.
package enum PathForm {
    package static let mark = "!/"

    package static func path(_ bundle: String, entry: String) -> String {
        entry.isEmpty ? bundle : bundle + mark + entry
    }
}
