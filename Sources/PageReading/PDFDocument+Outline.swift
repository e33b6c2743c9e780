internal import CPopplerGLib
package import ExtractionProtocol

extension PDFDocument {
    /// ISO 32000-1, 12.3.3. Deeper and further headings are dropped: outlines may have a million headings, and contain
    /// cycles.
    package func outline(most: Int, deepest: Int) -> [ContentsFrame.Heading] {
        var headings: [ContentsFrame.Heading] = []
        guard let first = newOutline() else { return [] }
        /// The headings on the current path, with their iterators, which are owned here.
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

    private func heading(_ iterator: OpaquePointer, depth: Int) -> ContentsFrame.Heading {
        var heading = ContentsFrame.Heading(title: "", page: nil, depth: depth)
        guard let action = poppler_index_iter_get_action(iterator) else { return heading }
        defer { poppler_action_free(action) }
        if let title = action.pointee.any.title { heading.title = PDFText.understood(String(cString: title)) }
        guard action.pointee.type == POPPLER_ACTION_GOTO_DEST, let destination = action.pointee.goto_dest.dest else {
            return heading
        }
        var page = Int(destination.pointee.page_num)
        if destination.pointee.type == POPPLER_DEST_NAMED, let name = destination.pointee.named_dest {
            page = pageOfDestination(name)
        }
        if (1...max(1, pageCount)).contains(page) { heading.page = page }
        return heading
    }
}
