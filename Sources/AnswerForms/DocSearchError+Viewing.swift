import DocSearch

extension DocSearchError {
    /// Why a page cannot be shown, without the places of files, which ``message`` names.
    package var sentenceOfViewing: String {
        switch code {
        case .missingFile: "The file that this page was read from is not there."
        case .changedFile: "The file has changed since it was indexed; the next run reads it again."
        case .unreadable where remedy == .exportSigned:
            "The PDF is signed, and its signatures would not be valid for a copy with text."
        case .unreadable where remedy == .exportDecrypted:
            "The PDF is encrypted, and a copy with text would not be."
        case .unreadable: "The page cannot be drawn: it is damaged or locked."
        case .limit: "Drawing this page would exceed the limits."
        case .tooSlow: "Reading the page took too long. Load it again later."
        case .interrupted: "The program that read the page was stopped. Load the page again."
        case .busy: "Too many pages are being drawn. Load the page again in a moment."
        case .environment: "Pages cannot be drawn on this machine; \"docsearch doctor\" says what is missing."
        default: "The page cannot be drawn."
        }
    }
}
