/// Recognises the numbers by which publishers and stores of papers know a paper, and which their programs write as its
/// title: `PII: S0140-6736(04)17519-0`, `10.1093/brain/awh123`, `arXiv:1905.01234v2 [cs.IR] 3 May 2019`,
/// `nature12345 1..5`, `JSTOR: 12345`.
enum PublisherNumber {
    /// `text` is in lower case. A DOI of figures alone may be a title.
    static func isOne(_ text: String) -> Bool {
        guard text.utf8.count <= 100, text.contains(where: \.isNumber) else { return false }
        if text.hasPrefix("10.") { return text.contains(/^10\.[0-9]{4,9}\/(?=.*[a-z])[^ ]+$/) }
        if text.hasPrefix("arxiv:") { return text.contains(/^arxiv: ?([a-z.\-]+\/)?[0-9]{4}\.?[0-9]{3,5}/) }
        if text.hasPrefix("pii") { return text.contains(/^pii: ?s?[0-9x()\-]{8,}$/) }
        if text.hasPrefix("jstor") { return text.contains(/^jstor: ?[0-9]+$/) }
        // The name of a file and its pages.
        return text.contains("..") && text.contains(/^[a-z]{2,12}[0-9]{3,}[a-z]? [0-9]+ ?\.\. ?[0-9]+$/)
    }
}
