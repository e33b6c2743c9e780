internal import CLibxml2

extension MarkupReader {
    /// Has all in memory that reading markup needs. To be called before the process gives up its rights.
    package static func prepare() {
        xmlInitParser()
        MarkupEncoding.loadConverters()
    }
}
