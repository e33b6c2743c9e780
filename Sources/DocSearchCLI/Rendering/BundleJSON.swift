import DocSearch

/// A bundle as `bundles --json` prints it; docs/command-line.md describes the members.
enum BundleJSON {
    static func value(_ bundle: BundleDescription) -> JSONOutput {
        .object([
            ("path", .string(bundle.path)), ("format", .optional(bundle.format)),
            ("documents", .array(bundle.documents.map(document))), ("problems", .array(bundle.problems.map(problem))),
            ("skipped", .optional(bundle.skipReason)), ("fixity", bundle.fixity.map(fixity) ?? .null),
        ])
    }

    private static func document(_ document: BundleDescription.Document) -> JSONOutput {
        .object([
            ("entry", .string(document.entry)), ("title", .string(document.title)),
            ("author", .strings(document.authors)), ("date", .optional(document.date?.description)),
            ("tags", .strings(document.tags)), ("identifier", .optional(document.identifier)),
            ("language", .optional(document.language)), ("description", .optional(document.summary)),
            ("page_count", .optional(document.pageCount)),
            ("claimed_page_count", .optional(document.claimedPageCount)), ("has_content", .bool(document.hasContent)),
            ("text", .optional(document.broughtText)),
        ])
    }

    private static func fixity(_ fixity: BundleDescription.Fixity) -> JSONOutput {
        .object([("stated", .int(Int64(fixity.stated))), ("agreeing", .int(Int64(fixity.agreeing)))])
    }

    private static func problem(_ problem: BundleDescription.Problem) -> JSONOutput {
        .object([
            ("entry", .optional(problem.entry)), ("page", .optional(problem.page)), ("code", .string(problem.code)),
            ("reason", .string(problem.reason)),
        ])
    }
}
