package import ExtractionProtocol

package struct BundleError: Error, Sendable, Hashable, CustomStringConvertible {
    package let code: ProblemFrame.Code
    /// Without a final full stop.
    package let reason: String
    /// Nil when the whole bundle is at fault.
    package let entry: String?

    package init(_ code: ProblemFrame.Code, _ reason: String, entry: String? = nil) {
        self.code = code
        self.reason = reason
        self.entry = entry
    }

    package var description: String {
        guard let entry else { return reason }
        return "\"\(entry)\": \(reason)"
    }

    init(_ error: any Error, reading entry: String?) {
        let known = error as? BundleError ?? BundleError(.damaged, "it cannot be read: \(error)")
        self.init(known.code, known.reason, entry: known.entry ?? entry)
    }

    func naming(_ entry: String) -> BundleError { BundleError(self, reading: entry) }

    static func naming<Value>(_ entry: String, _ read: () throws -> Value) throws -> Value {
        do { return try read() } catch let error as BundleError { throw error.naming(entry) }
    }

    /// For a failed allocation, usually because of the process's own limit.
    static func memory(_ purpose: String) -> BundleError {
        BundleError(.limit, "there is not enough memory \(purpose) (addressSpaceBytes)")
    }

    /// `limit` is the name of a property of ``ExtractionLimits``.
    static func limit(
        _ limit: String, of maximum: some BinaryInteger, _ excess: String, entry: String? = nil
    ) -> BundleError {
        BundleError(.limit, "\(excess); the limit is \(maximum) (\(limit))", entry: entry)
    }

    static func longName(_ name: String, _ limits: ExtractionLimits) -> BundleError? {
        let count = name.utf8.count
        return count <= limits.nameBytes ? nil : limit("nameBytes", of: limits.nameBytes, "its name has \(count) bytes")
    }

    /// Both ends of a long name, because the last one tells the type of the file.
    static func shortened(_ name: String) -> String {
        let (start, end) = (name.unicodeScalars.prefix(80), name.unicodeScalars.suffix(20))
        return "\(String(start))…\(String(end))"
    }
}
