internal import CTesseract

/// The lists of texts that tesseract returns.
enum CStringList {
    /// Copies a list that ends with a null pointer and frees it.
    static func take(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
        guard let list else { return [] }
        defer { TessDeleteTextArray(list) }
        var result: [String] = []
        while let text = list[result.count] { result.append(String(cString: text)) }
        return result
    }
}
