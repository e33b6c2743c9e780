internal import CPopplerGLib

/// A line of a PDF's outline (ISO 32000-1, 12.3.3).
package struct OutlineLine: Sendable, Equatable {
    /// As the PDF has it.
    package var title: String
    /// From 1; nil where it leads to no page of this document.
    package var page: Int?
    /// 0 for those at the top.
    package var depth: Int
}

extension PDFDocument {
    /// The outline, each heading before those below it. What is deeper, and what comes after so many, is left out: outlines
    /// may have a million headings, and lead in circles.
    package func outline(most: Int, deepest: Int) -> [OutlineLine] {
        var headings: [OutlineLine] = []
        guard let first = newOutline() else { return [] }
        /// The headings that lead to where we are, with their iterators, which are ours.
        var open = [first]
        defer { open.forEach(poppler_index_iter_free) }
        while let iterator = open.last, headings.count < most {
            headings.append(heading(iterator, depth: open.count - 1))
            if open.count <= deepest, let below = poppler_index_iter_get_child(iterator) {
                open.append(below)
                continue
            }
            while let last = open.last, poppler_index_iter_next(last) == 0 {
                poppler_index_iter_free(open.removeLast())
            }
        }
        return headings
    }

    private func heading(_ iterator: OpaquePointer, depth: Int) -> OutlineLine {
        guard let action = poppler_index_iter_get_action(iterator) else {
            return OutlineLine(title: "", page: nil, depth: depth)
        }
        defer { poppler_action_free(action) }
        let title = action.pointee.any.title.map { String(cString: $0) } ?? ""
        guard action.pointee.type == POPPLER_ACTION_GOTO_DEST, let destination = action.pointee.goto_dest.dest else {
            return OutlineLine(title: title, page: nil, depth: depth)
        }
        var page = Int(destination.pointee.page_num)
        if destination.pointee.type == POPPLER_DEST_NAMED, let name = destination.pointee.named_dest {
            page = pageOfDestination(name)
        }
        return OutlineLine(title: title, page: (1...max(1, pageCount)).contains(page) ? page : nil, depth: depth)
    }
}
