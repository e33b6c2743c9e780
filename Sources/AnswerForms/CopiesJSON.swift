import DocSearch

/// docs/command-line.md describes it.
package enum CopiesJSON {
    package static func object(_ copies: ArchiveCopies) -> JSONObject {
        [
            "documents": copies.documents, "group_count": copies.groupCount, "copy_count": copies.copyCount,
            "unread_pages": copies.unreadPages, "groups": copies.groups.map(object),
        ]
    }

    private static func object(_ group: CopyGroup) -> JSONObject {
        [
            "original": DocumentJSON.object(group.original, file: nil),
            "copies": group.copies.map { copy -> JSONObject in
                DocumentJSON.object(copy.document, file: nil) + [
                    "same_content": copy.hasSameContent, "likeness": copy.likeness,
                    "differences": copy.differences.map {
                        ["field": $0.field.rawValue, "original": $0.original, "copy": $0.copy] as JSONObject
                    },
                    "words_of_original": copy.wordsOfOriginal, "words_of_copy": copy.wordsOfCopy,
                ]
            },
        ]
    }
}
