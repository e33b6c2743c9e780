import DocSearch

/// A page as `show --json` prints it.
enum PageJSON {
    static func value(_ page: PageText) -> JSONOutput {
        .object([
            ("page", .int(Int64(page.page))), ("label", .optional(page.label)),
            ("text", .string(page.text)), ("origin", .optional(page.origin?.rawValue)),
            ("verdict", .optional(page.verdict?.rawValue)), ("layer", .optional(page.layer?.rawValue)),
            ("reasons", .strings(page.reasons)), ("confidence", .optional(page.confidence)),
            ("width", .optional(page.size?.width)), ("height", .optional(page.size?.height)),
            (
                "words",
                .array(
                    page.words.map { word in
                        .object([
                            ("text", .string(word.text)), ("box", .array(word.box.map { .double($0) })),
                            ("confidence", .double(word.confidence)), ("indexed", .bool(word.isIndexed)),
                        ])
                    })
            ), ("damage", .optional(page.damage.map { "\($0) \(Remedy.repair.command)" })),
        ])
    }
}
