extension QueryAssembly {
    enum Operand {
        case expression(QueryExpression)
        /// A hint gives the reason.
        case nothing
        case leftOut
    }

    /// With `isExcluded` the operand must stay together.
    mutating func operand(at index: Int, isExcluded: Bool) -> (Operand, next: Int) {
        let piece = pieces[index]
        if piece.kind == .phrase, !piece.isClosed, !source.isCut {
            hints.add(piece.range, .unclosedQuote)
        }
        var field = group.field
        if let name = piece.fieldName {
            field = FieldName(typed: source.scalars[name])
            if field == nil { return (unknownField(piece, name: name, isExcluded: isExcluded), index + 1) }
        }
        guard let field else { return (bareOperand(piece), index + 1) }
        if piece.content.isEmpty, piece.fieldName != nil {
            hints.add(piece.range, .missingValue(field))
            return (.nothing, index + 1)
        }
        if field == .tag, piece.mark == .exact, piece.isClosed { return (tagOperand(piece), index + 1) }
        if let termField = field.termField { return (termOperand(piece, in: termField), index + 1) }
        // Checked before parsing, because thousands of invalid values would take long.
        guard hasRoomForFilter(at: piece.range) else { return (.leftOut, index + 1) }
        if field.isDate { return dateOperand(at: index, of: field) }
        let value = piece.markedContent
        let typed = QueryFilter.withoutDoubledQuotes(source.phrase(value))
        guard let condition = QueryFilter.Condition(typed, of: field) else {
            hints.add(piece.range, .badValue(source.excerpt(value), of: field))
            return (unreadable(value, of: field, in: piece.range), index + 1)
        }
        return (.expression(.filter(QueryFilter(condition: condition, range: piece.range))), index + 1)
    }

    /// Character by character: a displayed facet is a valid filter.
    private mutating func tagOperand(_ piece: QueryPiece) -> Operand {
        guard hasRoomForFilter(at: piece.range) else { return .leftOut }
        return .expression(.filter(QueryFilter(condition: .tag(source.value(piece.content)), range: piece.range)))
    }

    private mutating func bareOperand(_ piece: QueryPiece) -> Operand {
        // A lone dash is punctuation.
        if piece.kind == .word, piece.content.isEmpty { return .nothing }
        guard piece.kind == .word, piece.mark == nil,
            let reading = DateReader.readBareRange(source.scalars[piece.content])
        else { return termOperand(piece, in: .any) }
        guard hasRoomForFilter(at: piece.range) else { return .leftOut }
        return dateOperand(reading, of: .date, typed: piece.content, in: piece.range)
    }

    /// The name and the value become two terms, or a phrase when excluded: excluding both terms would exclude too much.
    private mutating func unknownField(_ piece: QueryPiece, name: Range<Int>, isExcluded: Bool) -> Operand {
        guard isExcluded else {
            guard let first = unknownField(name) else { return .leftOut }
            var value = piece
            value.range = name.upperBound + 1..<piece.range.upperBound
            let second = termOperand(value, in: first.field)
            guard case .expression(let second) = second else { return .expression(.term(first)) }
            return .expression(.all([.term(first), second]))
        }
        hints.add(nameWithColon(name), .unknownField(source.excerpt(name)))
        guard hasRoomForTerm(at: piece.range) else { return .leftOut }
        let value = source.phrase(piece.content)
        let text = source.text(name) + (value.isEmpty ? "" : ": " + value)
        return .expression(
            .term(QueryTerm(text: text, form: .phrase, field: group.field?.termField ?? .any, range: piece.range)))
    }

    mutating func unknownField(_ name: Range<Int>) -> QueryTerm? {
        hints.add(nameWithColon(name), .unknownField(source.excerpt(name)))
        guard hasRoomForTerm(at: name) else { return nil }
        return QueryTerm(text: source.text(name), field: group.field?.termField ?? .any, range: name)
    }

    private func nameWithColon(_ name: Range<Int>) -> Range<Int> { name.lowerBound..<name.upperBound + 1 }

    private mutating func dateOperand(at index: Int, of field: FieldName) -> (Operand, next: Int) {
        let piece = pieces[index]
        if piece.kind == .word {
            let following = pieces[(index + 1)...].prefix(DatePhrase.mostWords - 1).prefix(while: \.isBareWord)
            let words = ([piece.markedContent] + following.map(\.content)).map { DatePhrase.word(source.scalars[$0]) }
            if let phrase = DatePhrase(words[...], today: today), phrase.wordCount > 1 {
                let next = index + phrase.wordCount
                let end = pieces[next - 1].range.upperBound
                let reading = DateReader.reading(phrase.range, of: field)
                let (value, whole) = (piece.markedContent.lowerBound..<end, piece.range.lowerBound..<end)
                return (dateOperand(reading, of: field, typed: value, in: whole), next)
            }
            for count in (0..<following.count).reversed() {
                let end = following[following.startIndex + count].range.upperBound
                let value = piece.markedContent.lowerBound..<end
                guard let reading = DateReader.typed(String(scalars: source.scalars[value]), of: field) else {
                    continue
                }
                let operand = dateOperand(reading, of: field, typed: value, in: piece.range.lowerBound..<end)
                return (operand, index + 2 + count)
            }
        }
        let reading = DateReader.read(source.scalars[piece.markedContent], of: field, today: today)
        return (dateOperand(reading, of: field, typed: piece.markedContent, in: piece.range), index + 1)
    }

    /// Finds nothing: without the condition there would be documents in the answer that nobody asked for.
    private func unreadable(_ value: Range<Int>, of field: FieldName, in range: Range<Int>) -> Operand {
        let text = QueryFilter.withoutDoubledQuotes(source.phrase(value))
        guard !text.isEmpty else { return .nothing }
        let condition = QueryFilter.Condition.unreadable(field: field.rawValue, value: text)
        return .expression(.filter(QueryFilter(condition: condition, range: range)))
    }

    /// `value` is the position of the date, `range` that of the whole operand.
    private mutating func dateOperand(
        _ reading: DateReader.Reading, of field: FieldName, typed value: Range<Int>, in range: Range<Int>
    ) -> Operand {
        let dates: CivilDateRange
        switch reading {
        case .impossible:
            hints.add(range, .impossibleDate(source.excerpt(value)))
            return unreadable(value, of: field, in: range)
        case .ambiguous(let dayFirst, let monthFirst):
            hints.add(range, .ambiguousDate(source.excerpt(value), dayFirst, monthFirst))
            return unreadable(value, of: field, in: range)
        case .reversed(let corrected):
            hints.add(range, .reversedRange(source.excerpt(value), corrected: corrected))
            dates = corrected
        case .range(let read): dates = read
        }
        let condition: QueryFilter.Condition = field == .modified ? .modified(dates) : .date(dates)
        return .expression(.filter(QueryFilter(condition: condition, range: range)))
    }
}

extension QueryAssembly {
    private mutating func termOperand(_ piece: QueryPiece, in field: QueryTerm.Field) -> Operand {
        guard source.hasLetterOrDigit(piece.content) else {
            // An unclosed quotation mark has its own hint. A star at a phrase is meant to have an effect.
            let isStarAtPhrase = piece.touchesQuote && source.scalars[piece.content].contains("*")
            let isMeant = isStarAtPhrase || !source.scalars[piece.range].allSatisfy(\.isPunctuation)
            if piece.kind == .word ? isMeant : piece.isClosed {
                hints.add(piece.range, .nothingToFind(source.excerpt(piece.range)))
            }
            return .nothing
        }
        guard hasRoomForTerm(at: piece.range) else { return .leftOut }
        let (text, form) = piece.kind == .phrase ? phrase(piece) : word(piece)
        let term = QueryTerm(
            text: text, form: form, field: field, range: piece.range, count: count(at: piece.range))
        return .expression(.term(term))
    }

    private mutating func phrase(_ piece: QueryPiece) -> (text: String, form: QueryTerm.Form) {
        marked(piece, source.phrase(piece.content), as: .phrase)
    }

    private mutating func marked(
        _ piece: QueryPiece, _ text: String, as form: QueryTerm.Form
    ) -> (text: String, form: QueryTerm.Form) {
        switch piece.mark {
        case nil: return (text, form)
        case .exact: return (text, .exact)
        case .fuzzy:
            if let word = fuzzyWord(piece.content) { return (word, .fuzzy) }
            hints.add(piece.range, .fuzzy(source.excerpt(piece.content)))
            return (text, form)
        }
    }

    private mutating func word(_ piece: QueryPiece) -> (text: String, form: QueryTerm.Form) {
        let content = piece.content
        var end = content.upperBound
        while source.scalars[end - 1] == "*" { end -= 1 }
        let stem = content.lowerBound..<end
        if stem != content {
            if piece.mark != nil { hints.add(piece.range, .oneMark(source.excerpt(piece.range))) }
            if let core = source.scalars[stem].withoutOuterPunctuation, QueryTerm.isPlain(core) {
                return (String(scalars: core), .prefix)
            }
            hints.add(piece.range, .starBeside(source.excerpt(content), word: source.excerpt(stem)))
            return (source.text(stem), .word)
        }
        if source.scalars[content].contains("*") { hints.add(piece.range, .starInside(source.excerpt(content))) }
        return marked(piece, source.text(content), as: .word)
    }

    private func fuzzyWord(_ content: Range<Int>) -> String? {
        guard let core = source.scalars[content].withoutOuterPunctuation,
            core.allSatisfy({ $0.isLetterOrDigit || $0.isMark })
        else { return nil }
        return String(scalars: core)
    }
}
