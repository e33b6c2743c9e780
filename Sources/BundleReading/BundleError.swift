package import ExtractionProtocol

/// Why a bundle, or one entry of it, could not be read.
package struct BundleError: Error, Sendable, Hashable, CustomStringConvertible {
    package let code: ProblemFrame.Code
    /// A sentence without a final full stop.
    package let reason: String
    /// The display name of the entry that is at fault; nil when it is the bundle as a whole.
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

    /// What went wrong with reading `entry`, said of it where the error names none.
    init(_ error: any Error, reading entry: String?) {
        let known = error as? BundleError ?? BundleError(.damaged, "it cannot be read: \(error)")
        self.init(known.code, known.reason, entry: known.entry ?? entry)
    }

    /// The same error, said of `entry` when it names none yet.
    func naming(_ entry: String) -> BundleError { BundleError(self, reading: entry) }

    /// What `read` gives; a ``BundleError`` that it throws is said of `entry` when it names none.
    static func naming<Value>(_ entry: String, _ read: () throws -> Value) throws -> Value {
        do { return try read() } catch let error as BundleError { throw error.naming(entry) }
    }

    /// Of an allocation that failed, as a rule because the process may not have more.
    static func memory(_ purpose: String) -> BundleError {
        BundleError(.limit, "there is not enough memory \(purpose) (addressSpaceBytes)")
    }

    /// `limit` is the name of a property of ``ExtractionLimits``.
    static func limit(
        _ limit: String, of maximum: some BinaryInteger, _ excess: String, entry: String? = nil
    ) -> BundleError {
        BundleError(.limit, "\(excess); the limit is \(maximum) (\(limit))", entry: entry)
    }

    /// Of a file whose name has too many bytes; nil when it has not.
    static func longName(_ name: String, _ limits: ExtractionLimits) -> BundleError? {
        let count = name.utf8.count
        return count <= limits.nameBytes ? nil : limit("nameBytes", of: limits.nameBytes, "its name has \(count) bytes")
    }

    /// Both ends of a name that is too long, the last of which says what kind of file it is.
    static func shortened(_ name: String) -> String {
        let (start, end) = (name.unicodeScalars.prefix(80), name.unicodeScalars.suffix(20))
        return "\(String(start))…\(String(end))"
    }
}
